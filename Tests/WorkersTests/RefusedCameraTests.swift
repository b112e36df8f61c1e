import CameraServer
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// Who is left alone after three refusals, and who is not.
@Suite(.timeLimit(.minutes(5))) struct RefusedCameraTests {
    private let bench: NetworkCameraBench

    init() throws { bench = try NetworkCameraBench() }

    @Test(arguments: ["401 Unauthorized", "403 Forbidden"], [true, false])
    func onlyAPasswordThatIsRefusedIsKept(status: String, isIsolated: Bool) throws {
        let server = CameraServer { _, connection in
            connection.answer(
                status, type: "text/html", [],
                fields: ["WWW-Authenticate: Basic realm=\"a\"", "Connection: close"])
            return false
        }
        defer { server.stop() }
        let input = try bench.input(server.address(), isIsolated: isIsolated)
        let errors = (0..<5).map { _ in bench.refusal(input) }
        #expect(errors.allSatisfy { $0?.code == .applicationIsNotAuthorizedToUseDevice })
        let asked = server.requests.count
        _ = bench.refusal(input)
        #expect((server.requests.count == asked) == status.hasPrefix("401"))
    }

    /// As of a camera that has another certificate now, or at a clock that was not set when this began.
    @Test(arguments: [true, false]) func aCertificateIsLookedAtEachTime(isIsolated: Bool) throws {
        let camera = try TLSCamera(NetworkCameraTests.pictures[0])
        defer { camera.stop() }
        let other = try TLSCamera([1])
        defer { other.stop() }
        let path = FileManager.default.temporaryDirectory.appending(path: "believed-\(UUID().uuidString).pem")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.copyItem(atPath: other.certificate, toPath: path)
        let input = try bench.input(camera.address, isIsolated: isIsolated) { $0.certificates = path }
        for _ in 0..<5 {
            let error = bench.refusal(input)
            #expect(error?.code == .applicationIsNotAuthorizedToUseDevice)
            #expect(
                error?.message.contains("its certificate is not believed") == true,
                "\(String(describing: error))")
        }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: camera.certificate, toPath: path)
        #expect(bench.refusal(input) == nil)
    }
}
