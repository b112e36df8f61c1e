import Dispatch
import Foundation
import Glibc
import MetadataOutput
import Synchronization

/// Makes connections with cameras: resolves their names and connects to each of their addresses in turn.
struct NetworkConnector: Sendable {
    /// How long that may take as a whole.
    var deadline = Duration.seconds(5)

    /// How long anything may take to notice that it should stop.
    private static let patience = Duration.milliseconds(50)

    /// - Parameter isCancelled: Asked now and then; whether nobody wants the connection any more.
    /// - Throws: `.deviceNotConnected` with the reason, or `.sessionNotRunning` where nobody wants it any more.
    func connect(
        to address: NetworkAddress, unless isCancelled: () -> Bool
    ) throws(CaptureError) -> NetworkConnection {
        let end = ContinuousClock.now + deadline
        let places = try resolve(address, until: end, unless: isCancelled)
        var reason = "it has no address"
        for (index, place) in places.enumerated() {
            // A share for each of those that are left.
            let share = (end - .now) / (places.count - index)
            do throws(Refusal) {
                return try connect(to: place, until: .now + share, unless: isCancelled)
            } catch {
                if isCancelled() { throw Self.cancelled }
                reason = error.reason
            }
        }
        throw Self.unreachable(address, reason)
    }

    /// Why one address does not answer.
    fileprivate struct Refusal: Error {
        let reason: String
    }

    /// A socket's address as the kernel takes it.
    private struct Place: Sendable {
        let family: Int32
        let bytes: [UInt8]
    }

    static let cancelled = CaptureError(.sessionNotRunning, "the session was stopped")

    private static func unreachable(_ address: NetworkAddress, _ reason: String) -> CaptureError {
        CaptureError(.deviceNotConnected, "\(address) cannot be reached: \(reason)")
    }

    /// The addresses behind a name. The system's resolver may take its time: it has a thread of its own, which nobody waits for
    /// longer than until the deadline.
    private func resolve(
        _ address: NetworkAddress, until end: ContinuousClock.Instant, unless isCancelled: () -> Bool
    ) throws(CaptureError) -> [Place] {
        let result = Resolved()
        Thread { result.set(Self.lookUp(address)) }.start()
        while true {
            if isCancelled() { throw Self.cancelled }
            if let found = result.wait(for: Self.patience) {
                do throws(Refusal) { return try found.get() } catch {
                    throw Self.unreachable(address, error.reason)
                }
            }
            guard .now < end else { throw Self.unreachable(address, "its name is not resolved in time") }
        }
    }

    /// What a look-up comes to, for whoever still waits for it.
    private final class Resolved: Sendable {
        private let result = Mutex<Result<[Place], Refusal>?>(nil)
        private let semaphore = DispatchSemaphore(value: 0)

        func set(_ value: Result<[Place], Refusal>) {
            result.withLock { $0 = value }
            semaphore.signal()
        }

        func wait(for time: Duration) -> Result<[Place], Refusal>? {
            _ = semaphore.wait(timeout: .now() + time / .seconds(1))
            return result.withLock(\.self)
        }
    }

    private static func lookUp(_ address: NetworkAddress) -> Result<[Place], Refusal> {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let error = getaddrinfo(address.host, "\(address.port)", &hints, &list)
        guard error == 0 else { return .failure(Refusal(reason: String(cString: gai_strerror(error)))) }
        defer { freeaddrinfo(list) }
        var places: [Place] = []
        var next = list
        while let entry = next {
            if let start = entry.pointee.ai_addr {
                let bytes = UnsafeRawBufferPointer(start: start, count: Int(entry.pointee.ai_addrlen))
                places.append(Place(family: entry.pointee.ai_family, bytes: Array(bytes)))
            }
            next = entry.pointee.ai_next
        }
        return .success(places)
    }

    private static func connect(_ descriptor: Int32, to place: Place) -> Int32 {
        place.bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                Glibc.connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            } ?? -1
        }
    }

    private func connect(
        to place: Place, until end: ContinuousClock.Instant, unless isCancelled: () -> Bool
    ) throws(Refusal) -> NetworkConnection {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(place.family, type, 0)
        guard descriptor >= 0 else { throw Refusal(errno) }
        // Closed with this, unless somebody takes it.
        let connection = NetworkConnection(descriptor: descriptor)
        // Requests are short, and wait for nothing.
        var isOn: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        if Self.connect(descriptor, to: place) == 0 { return connection }
        guard errno == EINPROGRESS else { throw Refusal(errno) }
        while true {
            guard !isCancelled(), .now < end else { throw Refusal(ETIMEDOUT) }
            var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let wait = min(end - .now, Self.patience)
            let ready = poll(&poller, 1, Int32(max(0, wait / .milliseconds(1)).rounded(.up)))
            guard ready > 0 else { continue }
            var error: Int32 = 0
            var count = socklen_t(MemoryLayout<Int32>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &count) == 0 else {
                throw Refusal(errno)
            }
            guard error == 0 else { throw Refusal(error) }
            // The kernel takes note that it is connected with the next call, and refuses all further ones.
            _ = Self.connect(descriptor, to: place)
            return connection
        }
    }
}

extension NetworkConnector.Refusal {
    /// In the system's words.
    fileprivate init(_ error: Int32) {
        self.init(reason: String(cString: strerror(error)))
    }
}
