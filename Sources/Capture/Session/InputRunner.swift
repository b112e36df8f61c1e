import Dispatch
import Foundation
import Synchronization

/// Keeps one input delivering: opens it, hands its frames to receivers, and opens it again when it comes back.
///
/// Has a thread of its own, so that blocking in a driver holds nobody up.
final class InputRunner: Sendable {
    /// So many frames that do not come in a row are more than a camera loses now and then.
    private static let mostMissingFrames = 4
    /// And no longer than this, whatever interval the driver tells.
    private static let mostMissingTime = Duration.seconds(60)

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
        for receiver in state.withLock({ $0.receivers }) { receiver.finish(because: error) }
        ended.wait()
        ended.signal()
    }

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    private func run() {
        var opening: StreamOpening? = first
        defer {
            opening?.end(CaptureError(.sessionNotRunning, "the session was stopped"))
            // Who has stopped the session may end the process, which would leave a torch on.
            input.camera?.finishTorch()
            ended.signal()
        }
        var backoff = ReconnectBackoff(policy)
        var isInterrupted = false
        var cadence = FrameCadence()
        while !isStopping {
            let error: CaptureError
            do {
                let stream = try openStream(for: opening)
                counters.sourceStarted(
                    format: stream.formatDescription, frameInterval: stream.frameInterval)
                defer {
                    counters.sourceStopped(dropping: stream.undeliveredDrops)
                    stream.close()
                    let receivers = state.withLock { state in
                        state.pictureSize = nil
                        return state.receivers
                    }
                    for receiver in receivers { receiver.sourceStopped() }
                }
                let format = stream.formatDescription
                if !isInterrupted { reports.event(.sourceDidStart(source: input.sourceName, format: format)) }
                let start = ContinuousClock.now
                if let size = stream.pictureSize, Self.isOfPictures(size) {
                    // Before anybody hears that the session runs.
                    let receivers = state.withLock { state in
                        state.pictureSize = size
                        return state.receivers
                    }
                    for receiver in receivers { receiver.sourceOpened(pictureSize: size) }
                }
                state.withLock { $0.takesOpenings = true }
                let isContinued = opening.map { $0.reason != .start } ?? false
                opening?.end(nil)
                opening = nil
                error = deliver(from: stream, isContinued: isContinued, cadence: &cadence) {
                    backoff.delivers(for: .now - start)
                    guard isInterrupted else { return }
                    // A camera that can be opened and sends nothing is not back.
                    isInterrupted = false
                    reports.event(.interruptionEnded(source: input.sourceName))
                    reports.event(.sourceDidStart(source: input.sourceName, format: format))
                }
            } catch let failure {
                error = failure
                let isChange = opening?.reason == .change
                if isChange { state.withLock { $0.takesOpenings = true } }
                opening?.end(failure)
                if let opening, isVain(opening) { return }
                // Whoever wanted the change wants back what was before.
                if isChange { waitForOpening() }
            }
            opening = takeOpening()
            if isStopping { return }
            if opening != nil { continue }
            guard error.code != .inputEnded, let delay = backoff.next() else {
                return end(with: error)
            }
            // Said once a loss, not at every attempt.
            if !isInterrupted {
                reports.event(
                    .wasInterrupted(CaptureInterruptionReason(error), error, source: input.sourceName))
            }
            isInterrupted = true
            waitForReturn(atMost: delay)
        }
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

    /// Whether pictures can have a size. Inputs are anybody's.
    private static func isOfPictures(_ size: CGSize) -> Bool {
        [size.width, size.height].allSatisfy { (1...65_536).contains($0) }
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

    /// Delivers until the stream fails or the runner is to stop or to open another, and says why it ended.
    ///
    /// - Parameter isContinued: Whether frames that were missed between this stream and the one before are lost.
    private func deliver(
        from stream: any CaptureStream, isContinued: Bool, cadence: inout FrameCadence, onFrame: () -> Void
    ) -> CaptureError {
        let clock = SuspendingClock()
        // Only time spent waiting counts: neither receivers that are slow nor a process that was stopped make a source
        // look dead.
        var silence = Duration.zero
        let fewFrames = min((stream.frameInterval ?? .zero) * Self.mostMissingFrames, Self.mostMissingTime)
        var longestSilence = stream.longestSilence ?? max(policy.startTimeout, fewFrames)
        var isFirst = true
        var repetition = PictureRepetition()
        var format = StreamFormat(stream)
        while state.withLock({ !$0.isStopping && $0.nextOpening == nil }) {
            do {
                let begin = clock.now
                let receivers = state.withLock { $0.receivers }
                let tapping = receivers.compactMap { $0 as? any BufferReceiver }
                let buffered = stream as? any BufferedStream
                let takers = VideoTakers(
                    of: stream as? any VideoStream, among: receivers, isMasked: masks[input] != nil)
                // Of a source without buffers its frames are all that photos can be made of. Whoever begins to want one
                // while it comes gets the next: this one may have been made without its colours.
                var wanting =
                    buffered == nil ? tapping.filter { $0.wantsBuffers && !takers.contains($0) } : []
                stream.carriesPictures = !wanting.isEmpty || receivers.contains { $0.wantsPictures }
                buffered?.bufferReceivers = tapping
                buffered?.bufferMask = masks[input]
                var next = try stream.nextFrame(timeout: Self.patience)
                if let frame = next {
                    wanting = takers.take(frame.video, isMasked: masks[input] != nil, among: wanting)
                    // Who waits for pictures waits on.
                    if frame.isVideoAlone, !takers.areAlone { next = nil }
                }
                if var frame = next {
                    silence = .zero
                    longestSilence = stream.longestSilence ?? max(policy.stallTimeout, fewFrames)
                    onFrame()
                    let missed = isContinued && isFirst ? cadence.missed(before: frame.time) : 0
                    if missed > 0 { frame.drops[.discontinuity, default: 0] += missed }
                    isFirst = false
                    if let new = format.change(of: stream, at: clock.now) {
                        counters.formatChanged(to: new)
                        reports.event(.sourceDidStart(source: input.sourceName, format: new))
                    }
                    let unchanged = frame.isVideoAlone ? .zero : repetition.note(frame.payload)
                    if let mask = masks[input] { frame.hide(mask) }
                    cadence.note(frame)
                    counters.captured(frame, unchangedFor: unchanged)
                    if frame.isVideoAlone { continue }
                    for receiver in wanting { receiver.receive(CaptureBuffer(frame)) }
                    for receiver in state.withLock({ $0.receivers }) { receiver.receive(frame) }
                } else {
                    silence += min(clock.now - begin, Self.patience)
                    if silence >= longestSilence {
                        return stream.stallError(of: input.sourceName, after: longestSilence)
                    }
                }
            } catch {
                return error
            }
        }
        return CaptureError(.sessionNotRunning, "the session was stopped or changed")
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
