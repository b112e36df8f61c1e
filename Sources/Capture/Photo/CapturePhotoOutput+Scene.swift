import Dispatch
import MetadataOutput
import Synchronization

extension CapturePhotoOutput {
    /// For which photos ``isFlashScene`` and ``isStillImageStabilizationScene`` say what their scene needs; nil, the default,
    /// for none, and then both are false. They are not used up by it.
    public var photoSettingsForSceneMonitoring: CapturePhotoSettings? {
        get { state.withLock { $0.monitor.settings } }
        set {
            changeMonitor { $0.settings = newValue }
            for receiver in state.withLock({ $0.receivers }) { receiver.watch(newValue != nil) }
        }
    }

    /// Whether the flash would fire for a photo like ``photoSettingsForSceneMonitoring``: there is one, the settings want it, and
    /// there is too little light, for half a second at least. Observable with ``observeScene(_:)``.
    public var isFlashScene: Bool { state.withLock { $0.monitor.isFlashScene } }

    /// Whether such a photo is one for which several pictures are better than one: there is little light, and the settings do
    /// not ask for speed. It is the sharpest of them that is kept. With a flash it is false where that fires, in still less
    /// light. Observable with ``observeScene(_:)``.
    public var isStillImageStabilizationScene: Bool { state.withLock { $0.monitor.isStabilizationScene } }

    /// Somebody who is told of changes of the scene; ends when nobody holds it.
    public final class SceneObservation: Sendable {
        private let output: CapturePhotoOutput
        private let number: Int

        fileprivate init(of output: CapturePhotoOutput, number: Int) {
            (self.output, self.number) = (output, number)
        }

        deinit {
            // What the handler holds ends outside of the lock.
            let handler = output.state.withLock { $0.sceneObservers.removeValue(forKey: number) }
            withExtendedLifetime(handler) {}
        }
    }

    /// Calls a handler whenever ``isFlashScene`` or ``isStillImageStabilizationScene`` has changed, on any thread.
    public func observeScene(_ handler: @escaping @Sendable () -> Void) -> SceneObservation {
        let number = state.withLock { state in
            defer { state.nextObserver += 1 }
            state.sceneObservers[state.nextObserver] = handler
            return state.nextObserver
        }
        return SceneObservation(of: self, number: number)
    }

    private func changeMonitor(_ change: (inout SceneMonitor) -> Void) {
        let observers = state.withLock { state in
            let before = (state.monitor.isFlashScene, state.monitor.isStabilizationScene)
            change(&state.monitor)
            let isSame = before == (state.monitor.isFlashScene, state.monitor.isStabilizationScene)
            return isSame ? [] : state.sceneObservers.sorted { $0.key < $1.key }.map(\.value)
        }
        for observer in observers { observer() }
    }

    /// Looks at a picture for its light, some time later.
    ///
    /// - Parameters:
    ///   - interval: From the picture before it, by the driver's times and numbers; nil of the first.
    ///   - done: Is called when the next one may come.
    func watch(
        _ buffer: CaptureBuffer, after interval: Duration?, from device: CaptureDevice?,
        _ done: @escaping @Sendable () -> Void
    ) {
        watching.async { [self] in
            defer { done() }
            guard let measure = try? developer.measure(buffer) else { return }
            let sample = SceneMonitor.Sample(
                luma: measure.meanLuma, isAtLimit: device?.isExposureAtLimit(interval: interval),
                time: buffer.time)
            let canFlash = device?.isFlashAvailable ?? false
            changeMonitor { $0.note(sample, canFlash: canFlash) }
        }
    }
}

extension CaptureDevice {
    /// How much longer frames take than they were told to where a camera has no other way to get more light.
    private static let slowdown = 1.3

    /// Whether the camera cannot expose for longer, or takes longer for a picture than it was told to; nil if neither is known.
    ///
    /// - Parameter interval: What a picture has really taken.
    func isExposureAtLimit(interval: Duration?) -> Bool? {
        var answers: [Bool] = []
        if let interval, let wanted = activeVideoMinFrameDuration {
            answers.append(interval >= wanted * Self.slowdown)
        }
        if let exposure = exposureDuration, let longest = maxExposureDuration {
            answers.append(exposure >= longest)
        }
        return answers.isEmpty ? nil : answers.contains(true)
    }
}
