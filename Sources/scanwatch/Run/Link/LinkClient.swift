import Dispatch
import Foundation
import Glibc
import PreviewLink
import Synchronization

/// One client of the link: a thread that reads what it says, and one that sends.
final class LinkClient: Sendable {
    /// Most controls that wait for their turn.
    private static let mostControls = 64

    let outbox: LinkOutbox
    /// Whether it is a process of this one's own.
    let isOwn: Bool
    private let descriptor: Int32
    /// Where controls are done, one after the other: a camera that takes seconds to obey holds up no credit for frames.
    private let controls = DispatchQueue(label: "scanwatch.link.controls")
    private let waitingControls = Mutex(0)

    /// Takes a connected socket over.
    ///
    /// - Parameter patience: How many seconds the client may take nothing of what is sent to it.
    init(descriptor: Int32, ring: EventRing, patience: Int, isOwn: Bool) {
        self.descriptor = descriptor
        self.isOwn = isOwn
        outbox = LinkOutbox(ring: ring)
        var patience = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { Glibc.close(descriptor) }

    /// Begins to serve it.
    ///
    /// - Parameters:
    ///   - greeting: The first message.
    ///   - heard: Called when the client has said its first message.
    ///   - answer: Does what a control wants; nil if it was done, else why not.
    ///   - end: Called once, when the client is gone.
    func start(
        greeting: [UInt8], heard: @escaping @Sendable () -> Void,
        answer: @escaping @Sendable (LinkControl) -> LinkRefusal?,
        end: @escaping @Sendable (LinkClient) -> Void
    ) {
        Thread { [self] in
            if send(greeting) {
                sending: while let messages = outbox.next() {
                    for message in messages where !send(message) { break sending }
                }
            }
            leave()
            end(self)
        }.start()
        Thread { [self] in
            read(heard, answer)
            leave()
        }.start()
    }

    /// Ends the connection; both threads then end.
    func leave() {
        outbox.close()
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest.removeFirst(count)
        }
        return true
    }

    /// Reads until the client goes or says what is no message.
    private func read(_ heard: () -> Void, _ answer: @escaping @Sendable (LinkControl) -> LinkRefusal?) {
        var parser = LinkParser(limits: .fromClient)
        var isFirst = true
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            parser.append(buffer[..<count])
            do throws(LinkError) {
                while let message = try parser.next() {
                    guard take(message, answer) else { return }
                    if isFirst { heard() }
                    isFirst = false
                }
            } catch {
                return
            }
        }
    }

    /// Does what a message says.
    ///
    /// - Returns: Whether more is to be read.
    private func take(
        _ message: LinkMessage, _ answer: @escaping @Sendable (LinkControl) -> LinkRefusal?
    ) -> Bool {
        do throws(LinkError) {
            return switch try ClientHeader(json: message.header) {
            case .credit(let camera, let count):
                outbox.addCredit(count, camera: camera, most: ClientHeader.mostCredit)
            case .events(let number, let boot): outbox.beginEvents(after: number, boot: boot)
            case .control(let control): obey(control, answer)
            }
        } catch {
            return reply(LinkRefusal(error.description), to: nil)
        }
    }

    private func obey(
        _ control: LinkControl, _ answer: @escaping @Sendable (LinkControl) -> LinkRefusal?
    ) -> Bool {
        let isTooMuch = waitingControls.withLock { count in
            count += 1
            return count > Self.mostControls
        }
        guard !isTooMuch else {
            waitingControls.withLock { $0 -= 1 }
            return reply(LinkRefusal("too many controls wait"), to: control.id)
        }
        controls.async { [self] in
            let refusal = answer(control)
            waitingControls.withLock { $0 -= 1 }
            if !reply(refusal, to: control.id) { leave() }
        }
        return true
    }

    private func reply(_ refusal: LinkRefusal?, to id: Int?) -> Bool {
        var header = ServerHeader(.answer)
        (header.id, header.error) = (id, refusal?.message)
        if refusal?.isConflict == true { header.conflict = true }
        if refusal?.isInvalid == true { header.invalid = true }
        return outbox.put(answer: header.message().bytes)
    }
}
