import Dispatch
import Foundation
import Glibc
import MetadataRecords
import PreviewLink
import Synchronization

/// Gives frames and records to whoever connects, at the rate at which they ask.
final class LinkServer: Sendable {
    /// Most clients at once, beside those of its own.
    private static let mostClients = 8

    /// The last events and statuses.
    let ring = EventRing()
    private let door: LinkDoor?
    private let patience: Int
    private let clients = Mutex<[ObjectIdentifier: LinkClient]>([:])
    private let served = DispatchGroup()
    private let cameras = Mutex<[LinkCamera]>([])
    private let controls = Mutex(Controls { _ in LinkRefusal("no camera is watched yet") })

    /// In a struct: a function that a `Mutex` holds itself is wrapped twice more each time that it is read.
    private struct Controls {
        let take: @Sendable (LinkControl) -> LinkRefusal?
    }

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - path: Where; nil if clients are only those that ``adopt(_:heard:)`` is given.
    ///   - patience: How many seconds a client may take nothing of what is sent to it.
    ///   - interval: As of ``LinkDoor``.
    init(
        path: String?, patience: Int = 10, interval: Duration = LinkDoor.interval
    ) throws(ListeningSocket.Failure) {
        self.patience = patience
        door = try path.map { path throws(ListeningSocket.Failure) in
            try LinkDoor(path: path, interval: interval)
        }
        door?.open { [weak self] descriptor in
            self?.adopt(descriptor)
            return self != nil
        }
    }

    deinit { door?.close() }

    /// Removes the socket, and leaves all clients as soon as they have the last events or the time is over.
    func close(within time: DispatchTimeInterval = .milliseconds(500)) {
        door?.close()
        for client in clients.withLock({ Array($0.values) }) { client.outbox.end() }
        _ = served.wait(timeout: .now() + time)
        for client in clients.withLock({ Array($0.values) }) { client.leave() }
    }

    /// Serves a client on a connected socket, which is the server's from now on.
    ///
    /// - Parameters:
    ///   - isOwn: Whether it is a process of this one's own, which has a place whoever else has come.
    ///   - heard: Called when the client has said its first message.
    func adopt(_ descriptor: Int32, isOwn: Bool = false, heard: @escaping @Sendable () -> Void = {}) {
        let client = LinkClient(descriptor: descriptor, ring: ring, patience: patience, isOwn: isOwn)
        let isTaken = clients.withLock { clients in
            guard isOwn || clients.values.count(where: { !$0.isOwn }) < Self.mostClients else { return false }
            clients[ObjectIdentifier(client)] = client
            return true
        }
        guard isTaken else { return }
        served.enter()
        var hello = ServerHeader(.hello)
        (hello.version, hello.boot, hello.seq) = (1, ring.boot, ring.last)
        hello.cameras = cameras.withLock { $0 }
        client.start(
            greeting: hello.message().bytes, heard: heard,
            answer: { [weak self] control in
                guard let self else { return LinkRefusal("the run ends") }
                return self.answer(to: control)
            },
            end: { [weak self, served] client in
                served.leave()
                self?.clients.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(client)) }
            })
    }

    private func answer(to control: LinkControl) -> LinkRefusal? {
        guard control.role == .control else { return LinkRefusal("whoever asks may only look on") }
        return controls.withLock { $0 }.take(control)
    }

    /// Says what does what clients want of cameras.
    func onControl(_ body: @escaping @Sendable (LinkControl) -> LinkRefusal?) {
        controls.withLock { $0 = Controls(take: body) }
    }

    // MARK: - What is served

    /// Changes what is known of the cameras; clients are told if it is something else than before.
    func change(_ body: (inout [LinkCamera]) -> Void) {
        cameras.withLock { cameras in
            let old = cameras
            body(&cameras)
            guard cameras != old else { return }
            var header = ServerHeader(.cameras)
            header.cameras = cameras
            let message = header.message().bytes
            // Before anybody makes the next list, or that would be replaced by this one.
            forEachClient { $0.put(cameras: message) }
        }
    }

    /// What is known of a camera.
    func camera(_ number: Int) -> LinkCamera? { cameras.withLock { $0.first { $0.id == number } } }

    /// Replaces what is known of a camera, or forgets it.
    func replace(_ number: Int, by camera: LinkCamera?) {
        change { cameras in
            cameras.removeAll { $0.id == number }
            if let camera { cameras.append(camera) }
        }
    }

    /// The number of a camera; nil if there is none of the name.
    func number(of name: String) -> Int? { cameras.withLock { $0.first { $0.name == name }?.id } }

    /// Keeps an event or a status, and sends it to all who want events.
    ///
    /// - Parameter lines: JSON objects, a line each.
    func send(_ kind: ServerHeader.Kind, camera: Int?, lines: [UInt8]) {
        let records = lines.split(separator: UInt8(ascii: "\n"))
        for record in records { ring.add(kind, camera: camera, record: Array(record)) }
        if !records.isEmpty { forEachClient { $0.noteEvents() } }
    }

    /// Whether anybody would be sent a frame of the camera.
    func wantsFrame(of camera: Int) -> Bool {
        clients.withLock { clients in clients.values.contains { $0.outbox.wantsFrame(of: camera) } }
    }

    /// Sends a frame to all who asked for one.
    func send(frame: LinkMessage, of camera: Int) {
        let bytes = frame.bytes
        forEachClient { $0.offer(frame: bytes, of: camera) }
    }

    /// Sends a camera's counts to all.
    func send(pulse header: ServerHeader, of camera: Int) {
        let bytes = header.message().bytes
        forEachClient { $0.put(pulse: bytes, of: camera) }
    }

    private func forEachClient(_ body: (LinkOutbox) -> Void) {
        for client in clients.withLock({ Array($0.values) }) { body(client.outbox) }
    }
}
