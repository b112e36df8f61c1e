import Dispatch
import Synchronization

extension CapturePhotoOutput {
    /// The settings of photos that everything is ready for; empty at first.
    public var preparedPhotoSettings: [CapturePhotoSettings] { state.withLock { $0.preparation.settings } }

    /// Makes everything ready for photos like these: the worker that decodes and encodes runs and has done its first
    /// picture, and for series it is known how many pictures the camera takes to show its exposure, for which it is set
    /// darker for a moment, once. It is never needed; a first photo that was prepared for does not wait for a worker to start.
    ///
    /// What was prepared stays so until this is called again. While the session is stopped, or being configured, the handler
    /// is called when it runs with what was committed.
    ///
    /// - Parameters:
    ///   - settings: What photos will be like; they are not used up by it. Empty gives back what was made ready:
    ///     the worker ends, unless it is at work for others.
    ///   - completionHandler: Is told on the delegates' queue whether everything is ready; false if another call came first.
    public func setPreparedPhotoSettings(
        _ settings: [CapturePhotoSettings], completionHandler: @escaping @Sendable (Bool) -> Void = { _ in }
    ) {
        prepare(settings, in: connections.first?.session, completionHandler: completionHandler)
    }

    /// The same in a session in which another output takes photos by this one.
    func prepare(
        _ settings: [CapturePhotoSettings], in session: CaptureSession?,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        let replaced = state.withLock { $0.preparation.begin(settings, completionHandler) }
        if let replaced { telling.async { replaced(false) } }
        if session?.isRunning == true, session?.isBeingConfigured == false { sessionRuns() }
    }

    func sessionRuns() {
        // What comes later, such as within a configuration, waits for the next call.
        guard let (number, settings) = state.withLock({ $0.preparation.next }) else { return }
        taking.async { [self] in
            if settings.isEmpty { developer.release() } else { developer.warmUp() }
            if settings.contains(where: { $0.bracket.contains(where: \.setsExposure) }) { learnLatencies() }
            let handler = state.withLock { $0.preparation.end(number) }
            if let handler { telling.async { handler(true) } }
        }
    }

    /// Sees how late the cameras follow their settings, as far as that is not known.
    private func learnLatencies() {
        for receiver in state.withLock({ $0.receivers }) {
            guard let device = receiver.device, !latencies.isKnown(of: device),
                let probe = CaptureBracketedStillSettings.probe(of: device)
            else { continue }
            // A camera that shows nothing is waited for as long as any.
            _ = try? exposures([probe], from: receiver, device)
        }
    }
}
