import Foundation
import Glibc
import MetadataOutput
import Testing

@testable import Capture

/// Connections on the loopback interface.
@Suite struct NetworkConnectorTests {
    /// A socket that listens and takes nobody.
    private final class Listener {
        let descriptor: Int32
        let address: NetworkAddress

        init() throws {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let listens = withUnsafeMutablePointer(to: &place) { place in
                place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                    bind(descriptor, place, size) == 0 && listen(descriptor, 0) == 0
                        && getsockname(descriptor, place, &size) == 0
                }
            }
            try #require(listens)
            self.descriptor = descriptor
            address = try NetworkAddress("http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))/")
        }

        deinit { close(descriptor) }
    }

    private func failure(
        of connector: NetworkConnector, to address: NetworkAddress, unless isCancelled: () -> Bool = { false }
    ) -> CaptureError? {
        do throws(CaptureError) {
            _ = try connector.connect(to: address, unless: isCancelled)
            return nil
        } catch {
            return error
        }
    }

    /// One that sends and receives.
    @Test func whoListensIsReached() throws {
        let listener = try Listener()
        let connection = try NetworkConnector().connect(to: listener.address) { false }
        let accepted = accept(listener.descriptor, nil, nil)
        defer { close(accepted) }
        let descriptor = try #require(connection.take())
        defer { close(descriptor) }
        var byte: UInt8 = 7
        #expect(send(descriptor, &byte, 1, Int32(MSG_NOSIGNAL)) == 1)
        byte = 0
        #expect(recv(accepted, &byte, 1, 0) == 1)
        #expect(byte == 7)
    }

    /// The kernel takes a connection or two that nobody accepts, and lets further ones wait.
    @Test func whoDoesNotAnswerIsWaitedForUntilTheDeadlineOrTheEnd() throws {
        let listener = try Listener()
        var connections: [NetworkConnection] = []
        var error: CaptureError?
        while error == nil, connections.count < 100 {
            do throws(CaptureError) {
                connections.append(
                    try NetworkConnector(deadline: .milliseconds(300)).connect(to: listener.address) { false }
                )
            } catch let refusal {
                error = refusal
            }
        }
        #expect(error?.code == .deviceNotConnected)
        #expect(error?.message.hasPrefix("\(listener.address) cannot be reached: ") == true)
        var questions = 0
        let stopped = failure(of: NetworkConnector(deadline: .seconds(1_000)), to: listener.address) {
            questions += 1
            return questions > 3
        }
        #expect(stopped?.code == .sessionNotRunning)
    }

    @Test func whoIsNotThereIsToldOf() throws {
        let address = try Listener().address
        let error = failure(of: NetworkConnector(), to: address)
        #expect(error?.code == .deviceNotConnected)
        #expect(error?.message == "\(address) cannot be reached: Connection refused")
    }

    /// However long the system's resolver takes.
    @Test func namesAreNotWaitedForWhenNobodyWantsThem() throws {
        let address = try NetworkAddress("http://camera.invalid/")
        let stopped = failure(of: NetworkConnector(deadline: .seconds(1_000)), to: address) { true }
        #expect(stopped?.code == .sessionNotRunning)
        let late = failure(of: NetworkConnector(deadline: .zero), to: address)
        #expect(late?.code == .deviceNotConnected)
    }
}
