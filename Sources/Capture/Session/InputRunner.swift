import Dispatch
import Foundation
import Synchronization

/// Keeps one input delivering: opens it, hands its frames to receivers, and opens it again when it comes back.
///
/// Has a thread of its own, so that blocking in a driver holds nobody up.
final class InputRunner: Sendable {
    /// How long anything may take to notice that it should stop.
    private static let patience = Duration.milliseconds(100)

    private struct State {
        var receivers: [any CaptureFrameReceiver]
        var isStopping = false
    }

    private let input: any CaptureInput
    private let preset: CaptureSessionPreset
    private let policy: ReconnectPolicy
    private let counters: CaptureCounters
    private let report: @Sendable (CaptureSessionEvent) -> Void
    private let state: Mutex<State>
    private let ended = DispatchSemaphore(value: 0)

    private init(
        input: any CaptureInput, preset: CaptureSessionPreset, policy: ReconnectPolicy,
        receivers: [any CaptureFrameReceiver], counters: CaptureCounters,
        report: @escaping @Sendable (CaptureSessionEvent) -> Void
    ) {
        self.input = input
        self.preset = preset
        self.policy = policy
        self.counters = counters
        self.report = report
        state = Mutex(State(receivers: receivers))
    }

    /// Opens the input and starts to deliver.
    ///
    /// - Throws: Why the input cannot be opened, if the policy is not to try again.
    static func start(
        input: any CaptureInput, preset: CaptureSessionPreset, policy: ReconnectPolicy,
        receivers: [any CaptureFrameReceiver], counters: CaptureCounters,
        report: @escaping @Sendable (CaptureSessionEvent) -> Void
    ) throws(CaptureError) -> InputRunner {
        let runner = InputRunner(
            input: input, preset: preset, policy: policy, receivers: receivers, counters: counters,
            report: report)
        let opened = FirstOpening()
        Thread { runner.run(opened) }.start()
        if let error = opened.wait(), policy.endsWithFirstFailure { throw error }
        return runner
    }

    /// Whom the frames go to, from the next one on; finishes those that get none any more.
    func setReceivers(_ receivers: [any CaptureFrameReceiver]) {
        let old = state.withLock { state in
            defer { state.receivers = receivers }
            return state.receivers
        }
        for receiver in old where !receivers.contains(where: { $0 === receiver }) { receiver.finish() }
    }

    /// Stops delivering; the source is closed when this returns.
    func stop() {
        state.withLock { $0.isStopping = true }
        // An input that waits for room at a receiver is freed by the receiver's end.
        for receiver in state.withLock({ $0.receivers }) { receiver.finish() }
        ended.wait()
    }

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    private func run(_ opened: FirstOpening) {
        defer { ended.signal() }
        var failures = 0
        var isInterrupted = false
        var hasBeenOpen = false
        while !isStopping {
            let error: CaptureError
            do {
                let stream = try input.openStream(preset: preset)
                counters.sourceStarted(format: stream.formatDescription)
                defer {
                    counters.sourceStopped(dropping: stream.undeliveredDrops)
                    stream.close()
                    for receiver in state.withLock({ $0.receivers }) { receiver.sourceStopped() }
                }
                if isInterrupted { report(.interruptionEnded(source: input.sourceName)) }
                report(.sourceDidStart(source: input.sourceName, format: stream.formatDescription))
                isInterrupted = false
                hasBeenOpen = true
                opened.set(nil)
                error = deliver(from: stream, onFrame: { failures = 0 })
            } catch let failure {
                error = failure
                opened.set(failure)
            }
            if isStopping { return }
            if error.code == .inputEnded {
                report(.sourceDidEnd(source: input.sourceName))
                return
            }
            failures += 1
            // Whoever started it is told, and told all.
            if !hasBeenOpen, policy.endsWithFirstFailure { return }
            guard let delay = policy.delay(afterFailures: failures) else {
                report(.runtimeError(error, source: input.sourceName))
                return
            }
            // Said once a loss, not at every attempt.
            if !isInterrupted {
                report(.wasInterrupted(CaptureInterruptionReason(error), error, source: input.sourceName))
            }
            isInterrupted = true
            waitForReturn(atMost: delay)
        }
    }

    /// Delivers until the stream fails or the runner is to stop, and says why it ended.
    private func deliver(from stream: any CaptureStream, onFrame: () -> Void) -> CaptureError {
        let clock = SuspendingClock()
        // Only time spent waiting counts: neither receivers that are slow nor a process that was stopped make a source
        // look dead.
        var silence = Duration.zero
        var longestSilence = policy.startTimeout
        while !isStopping {
            do {
                let begin = clock.now
                if let frame = try stream.nextFrame(timeout: Self.patience) {
                    silence = .zero
                    longestSilence = policy.stallTimeout
                    onFrame()
                    counters.captured(frame)
                    for receiver in state.withLock({ $0.receivers }) { receiver.receive(frame) }
                } else {
                    silence += min(clock.now - begin, Self.patience)
                    if silence >= longestSilence { return stalled(after: longestSilence) }
                }
            } catch {
                return error
            }
        }
        return CaptureError(.sessionNotRunning, "the session was stopped")
    }

    private func stalled(after silence: Duration) -> CaptureError {
        let seconds = silence / .seconds(1)
        let text = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        return CaptureError(.deviceStalled, "\(input.sourceName) has sent no frame for \(text) s")
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

/// Tells the one who starts a runner how the first attempt to open the input ended.
private final class FirstOpening: Sendable {
    private let result = Mutex<CaptureError?>(nil)
    private let isKnown = DispatchSemaphore(value: 0)

    /// Only the first call matters; the semaphore is waited for once.
    func set(_ error: CaptureError?) {
        result.withLock { $0 = $0 ?? error }
        isKnown.signal()
    }

    func wait() -> CaptureError? {
        isKnown.wait()
        return result.withLock { $0 }
    }
}
