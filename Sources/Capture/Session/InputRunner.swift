import Dispatch
import Foundation
import Synchronization

/// Keeps one input delivering: opens it, hands its frames to receivers, and opens it again when it comes back.
///
/// Has a thread of its own, so that blocking in a driver holds nobody up.
final class InputRunner: Sendable {
    /// How long anything may take to notice that it should stop.
    static let patience = Duration.milliseconds(100)

    /// Where it stands.
    enum Outcome {
        case runs
        /// The source has given its last frame.
        case ended
        /// The source failed for good.
        case failed
    }

    private struct State {
        var receivers: [any CaptureFrameReceiver]
        var preset: CaptureSessionPreset
        var isStopping = false
        /// Whether there is a stream, or was one up to a change that could not be brought to effect.
        var takesOpenings = false
        /// What the stream that is open says of its pictures.
        var pictureSize: CGSize?
        var nextOpening: StreamOpening?
        var outcome = Outcome.runs
    }

    private let input: any CaptureInput
    private let policy: ReconnectPolicy
    private let counters: CaptureCounters
    private let reports: RunnerReports
    private let masks: PictureMasks
    private let state: Mutex<State>
    private let first: StreamOpening
    private let ended = DispatchSemaphore(value: 0)
    /// Signalled when somebody says what is to be opened, or that it should stop.
    private let told = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - opening: The first one.
    ///   - receivers: Whom the frames go to.
    ///   - counters: What counts them.
    init(
        input: any CaptureInput, opening: StreamOpening, preset: CaptureSessionPreset,
        policy: ReconnectPolicy,
        receivers: [any CaptureFrameReceiver], counters: CaptureCounters, reports: RunnerReports,
        masks: PictureMasks
    ) {
        first = opening
        self.input = input
        self.policy = policy
        self.counters = counters
        self.reports = reports
        self.masks = masks
        state = Mutex(State(receivers: receivers, preset: preset))
    }

    /// Begins to open the input, and delivers as soon as it is; called once.
    func start() {
        Thread { self.run() }.start()
    }

    /// Waits until the input is open or has been tried; called once.
    ///
    /// - Throws: Why it cannot be opened, if it is new and the policy is not to try again.
    func waitForStart() throws(CaptureError) {
        if let error = first.wait(), isVain(first) { throw error }
    }

    /// Whether nothing runs if this opening fails.
    private func isVain(_ opening: StreamOpening) -> Bool {
        opening.reason == .start && policy.endsWithFirstFailure
    }

    /// Where it stands.
    var outcome: Outcome { state.withLock { $0.outcome } }

    /// Whom the frames go to, from the next one on; finishes those that get none any more.
    func setReceivers(_ receivers: [any CaptureFrameReceiver]) {
        let old = state.withLock { state in
            defer { state.receivers = receivers }
            let new = receivers.filter { receiver in !state.receivers.contains { $0 === receiver } }
            if let size = state.pictureSize {
                for receiver in new { receiver.sourceOpened(pictureSize: size) }
            }
            return state.receivers
        }
        for receiver in old where !receivers.contains(where: { $0 === receiver }) {
            receiver.finish(because: Self.removal)
        }
    }

    /// Opens the stream anew; receivers and counts stay, and the frames between are counted as lost. An input that is
    /// waited for is opened so when it is back.
    ///
    /// - Throws: Why it cannot be opened; nothing is delivered then until this is called for ``StreamOpening/Reason/restoration``.
    func reopen(for reason: StreamOpening.Reason, preset: CaptureSessionPreset) throws(CaptureError) {
        let opening = state.withLock { state -> StreamOpening? in
            state.preset = preset
            guard state.takesOpenings else { return nil }
            let opening = StreamOpening(reason)
            state.nextOpening = opening
            return opening
        }
        told.signal()
        if let error = opening?.wait() { throw error }
    }

    /// What whoever waits for frames is told of a running session that has none for him any more.
    static let removal = CaptureError(
        .sessionConfigurationChanged, "the camera, or what takes its frames, was removed from the session")

    /// Stops delivering; the source is closed when this returns. May be called again.
    ///
    /// - Parameter error: Why, for whoever waits for frames.
    func stop(
        because error: CaptureError = CaptureError(.sessionNotRunning, "the session was stopped")
    ) {
        state.withLock { $0.isStopping = true }
        told.signal()
        // An input that waits for room at a receiver is freed by the receiver's end.
        for receiver in receivers { receiver.finish(because: error) }
        ended.wait()
        ended.signal()
    }

    private var isStopping: Bool { state.withLock { $0.isStopping } }
    private var receivers: [any CaptureFrameReceiver] { state.withLock { $0.receivers } }

    /// What is known of the input from one stream to the next.
    private struct Course {
        var backoff: ReconnectBackoff
        var cadence = FrameCadence()
        /// Whether it is lost, and that was told.
        var isInterrupted = false
    }

    private func run() {
        var opening: StreamOpening? = first
        defer {
            opening?.end(CaptureError(.sessionNotRunning, "the session was stopped"))
            // Who has stopped the session may end the process, which would leave a torch on.
            input.camera?.finishTorch()
            ended.signal()
        }
        var course = Course(backoff: ReconnectBackoff(policy))
        while !isStopping {
            let error = runStream(for: &opening, &course)
            if let failed = opening {
                if isVain(failed) { return }
                // Whoever wanted the change wants back what was before.
                if failed.reason == .change { waitForOpening() }
            }
            opening = takeOpening()
            if isStopping { return }
            if opening != nil { continue }
            guard error.code != .inputEnded, let delay = course.backoff.next() else {
                return end(with: error)
            }
            // Said once a loss, not at every attempt.
            if !course.isInterrupted {
                reports.event(
                    .wasInterrupted(CaptureInterruptionReason(error), error, source: input.sourceName))
            }
            course.isInterrupted = true
            waitForReturn(atMost: delay)
        }
    }

    /// Opens the source and delivers what it gives.
    ///
    /// - Parameter opening: Is told how it ended; nil afterwards if there was a stream.
    /// - Returns: Why there is none any more.
    private func runStream(for opening: inout StreamOpening?, _ course: inout Course) -> CaptureError {
        let stream: any CaptureStream
        do throws(CaptureError) { stream = try openStream(for: opening) } catch {
            if opening?.reason == .change { state.withLock { $0.takesOpenings = true } }
            opening?.end(error)
            return error
        }
        counters.sourceStarted(format: stream.formatDescription, frameInterval: stream.frameInterval)
        defer { close(stream) }
        let format = stream.formatDescription
        if !course.isInterrupted {
            reports.event(.sourceDidStart(source: input.sourceName, format: format))
        }
        let start = ContinuousClock.now
        // Before anybody hears that the session runs.
        tellSize(of: stream)
        state.withLock { $0.takesOpenings = true }
        var delivery = FrameDelivery(
            of: stream, from: input, continuesAnother: opening.map { $0.reason != .start } ?? false,
            policy: policy, masks: masks, counters: counters, report: reports.event)
        opening?.end(nil)
        opening = nil
        do throws(CaptureError) {
            while state.withLock({ !$0.isStopping && $0.nextOpening == nil }) {
                guard let frame = try delivery.next(for: receivers) else { continue }
                course.backoff.delivers(for: .now - start)
                if course.isInterrupted {
                    // A camera that can be opened and sends nothing is not back.
                    course.isInterrupted = false
                    reports.event(.interruptionEnded(source: input.sourceName))
                    reports.event(.sourceDidStart(source: input.sourceName, format: format))
                }
                delivery.hand(frame, to: receivers, cadence: &course.cadence)
            }
        } catch {
            return error
        }
        return CaptureError(.sessionNotRunning, "the session was stopped or changed")
    }

    private func tellSize(of stream: any CaptureStream) {
        // Inputs are anybody's, and so is what they say.
        guard let size = stream.pictureSize,
            [size.width, size.height].allSatisfy({ (1...65_536).contains($0) })
        else { return }
        let receivers = state.withLock { state in
            state.pictureSize = size
            return state.receivers
        }
        for receiver in receivers { receiver.sourceOpened(pictureSize: size) }
    }

    private func close(_ stream: any CaptureStream) {
        counters.sourceStopped(dropping: stream.undeliveredDrops)
        stream.close()
        let receivers = state.withLock { state in
            state.pictureSize = nil
            return state.receivers
        }
        for receiver in receivers { receiver.sourceStopped() }
    }

    private func openStream(for opening: StreamOpening?) throws(CaptureError) -> any CaptureStream {
        let preset = state.withLock { $0.preset }
        guard let input = input as? any InterruptibleInput else {
            return try input.openStream(preset: preset)
        }
        return try input.openStream(preset: preset) { [weak self] in
            self?.isStopping ?? true || opening?.isCancelled ?? false
        }
    }

    /// What is to be opened next, if somebody said so while there was a stream.
    private func takeOpening() -> StreamOpening? {
        state.withLock { state in
            state.takesOpenings = false
            return state.nextOpening.take()
        }
    }

    private func end(with error: CaptureError) {
        let isEnd = error.code == .inputEnded
        let receivers = state.withLock { state in
            state.outcome = isEnd ? .ended : .failed
            return state.receivers
        }
        reports.event(
            isEnd
                ? .sourceDidEnd(source: input.sourceName)
                : .runtimeError(error, source: input.sourceName))
        // Whoever asks why finds the answer.
        for receiver in receivers { receiver.sourceEnded(error) }
        reports.end()
    }

    /// Waits until somebody says what is to be opened.
    private func waitForOpening() {
        while state.withLock({ !$0.isStopping && $0.nextOpening == nil }) { told.wait() }
    }

    /// Waits before the next attempt: `delay`, or less if the source is seen to come back.
    private func waitForReturn(atMost delay: Duration) {
        let clock = ContinuousClock()
        let end = clock.now + delay
        var wasConnected = input.isConnected
        while !isStopping, clock.now < end || !wasConnected {
            Thread.sleep(forTimeInterval: 0.05)
            let isConnected = input.isConnected
            if isConnected && !wasConnected { return }
            wasConnected = isConnected
        }
    }
}

/// Whom a runner tells what becomes of its input.
struct RunnerReports: Sendable {
    /// Tells what happens.
    let event: @Sendable (CaptureSessionEvent) -> Void
    /// Tells that the input will not deliver any more, after the event that says why.
    let end: @Sendable () -> Void
}
