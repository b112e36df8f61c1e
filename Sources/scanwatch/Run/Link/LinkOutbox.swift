import Dispatch
import Synchronization

/// What is to be sent to one client: never more than it asked for, whether or not it reads.
final class LinkOutbox: Sendable {
    private struct State {
        /// Frames that may still be sent, by camera.
        var credit: [Int: Int] = [:]
        /// The newest frame of a camera that was asked for and has not been sent.
        var frames: [Int: [UInt8]] = [:]
        /// The camera of the last frame that was sent: the next one's turn is after it.
        var lastCamera = -1
        var pulses: [Int: [UInt8]] = [:]
        var cameras: [UInt8]?
        var answers: [[UInt8]] = []
        /// The number of the last event that was sent; nil if no events are wanted.
        var lastEvent: Int?
        /// Whether nothing new comes: what waits is sent, but for pictures.
        var isEnding = false
        var isClosed = false

        mutating func put(_ more: [[UInt8]]) -> Bool {
            guard answers.count + more.count <= LinkOutbox.mostAnswers else { return false }
            answers += more
            return true
        }
    }

    /// Most answers that wait; of a client that asks on and on and does not read, no more is read.
    private static let mostAnswers = 64
    /// Most cameras of which frames may be asked for; also of such as there are not yet, which are asked for by number.
    private static let mostCameras = 256

    private let ring: EventRing
    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)

    init(ring: EventRing) {
        self.ring = ring
    }

    // MARK: - What is to be sent

    /// Allows for more frames; false if too many cameras are asked for.
    func addCredit(_ count: Int, camera: Int, most: Int) -> Bool {
        state.withLock { state in
            guard state.credit[camera] != nil || state.credit.count < Self.mostCameras else { return false }
            state.credit[camera] = min(most, state.credit[camera, default: 0] + count)
            return true
        }
    }

    /// Whether a frame of the camera would be sent.
    func wantsFrame(of camera: Int) -> Bool {
        state.withLock { !$0.isClosed && $0.credit[camera, default: 0] > 0 }
    }

    /// Sends a frame if one is asked for, in place of an older one that has not been sent yet.
    func offer(frame: [UInt8], of camera: Int) {
        change { state in
            guard let credit = state.credit[camera], credit > 0 else { return }
            if state.frames.updateValue(frame, forKey: camera) == nil { state.credit[camera] = credit - 1 }
        }
    }

    func put(pulse: [UInt8], of camera: Int) { change { $0.pulses[camera] = pulse } }

    func put(cameras: [UInt8]) { change { $0.cameras = cameras } }

    /// Sends an answer; false if too many wait.
    func put(answer: [UInt8]) -> Bool { change { $0.put([answer]) } }

    /// Sends events from here on; false if too many answers wait.
    func beginEvents(after number: Int?, boot: String?) -> Bool {
        let start = ring.start(after: number, boot: boot)
        return change { state in
            state.lastEvent = start.last
            return state.put(start.messages)
        }
    }

    /// There are new events.
    func noteEvents() { change { _ in } }

    /// What is to be told is sent, and then the client is to be left.
    func end() { change { $0.isEnding = true } }

    func close() { change { $0.isClosed = true } }

    private func change<R>(_ body: (inout State) -> R) -> R {
        defer { news.signal() }
        return state.withLock { body(&$0) }
    }

    // MARK: - Sending

    /// Waits for what is to be sent next; nil when the client is to be left.
    func next() -> [[UInt8]]? {
        while true {
            let messages: [[UInt8]]? = state.withLock { state in
                if state.isClosed { return nil }
                var messages = state.answers
                state.answers = []
                if let cameras = state.cameras.take() { messages.append(cameras) }
                if let last = state.lastEvent {
                    let batch = ring.batch(after: last)
                    messages += batch.messages
                    state.lastEvent = batch.last
                }
                messages += state.pulses.values
                state.pulses = [:]
                // Last, and one: what else there is does not wait for pictures.
                let cameras = state.frames.keys.sorted()
                if messages.isEmpty, state.isEnding { return nil }
                if messages.isEmpty,
                    let camera = cameras.first(where: { $0 > state.lastCamera }) ?? cameras.first,
                    let frame = state.frames.removeValue(forKey: camera)
                {
                    messages.append(frame)
                    state.lastCamera = camera
                }
                return messages
            }
            guard let messages else { return nil }
            if !messages.isEmpty { return messages }
            news.wait()
        }
    }
}
