import MetadataOutput
import Synchronization

extension CaptureDevice {
    /// Whether it is watched for changes of what the camera sees, default false. As long as it is, each frame whose luma is
    /// at hand is looked at (see ``isExposurePointOfInterestSupported`` for Motion JPEG).
    public var isSubjectAreaChangeMonitoringEnabled: Bool {
        state.withLock { $0.configuration.watchesSubjectArea }
    }

    /// Sets whether it is watched for changes of what the camera sees; ``subjectAreaChanges()`` tells of them.
    ///
    /// - Throws: ``CaptureError/Code/notLockedForConfiguration`` without a lock.
    public func setSubjectAreaChangeMonitoringEnabled(_ isEnabled: Bool) throws(CaptureError) {
        try checkLock()
        state.withLock { state in
            if isEnabled != state.configuration.watchesSubjectArea { state.subjectArea.reset() }
            state.configuration.watchesSubjectArea = isEnabled
        }
    }

    /// An element for each lasting, substantial change of what the camera sees, such as another subject or another light,
    /// while ``isSubjectAreaChangeMonitoringEnabled``. The scene must have rested a third of a second before, and the change
    /// must last for half a second, at 30 frames a second. What the program itself sets, such as exposure or the torch, is
    /// none. Ends when the task is cancelled; changes that nobody has asked for meanwhile are told as one.
    public func subjectAreaChanges() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = state.withLock { state in
                defer { state.nextObserver += 1 }
                state.subjectAreaObservers[state.nextObserver] = continuation
                return state.nextObserver
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.subjectAreaObservers.removeValue(forKey: number) }
            }
        }
    }

    /// Notes that the picture is about to change by the program's doing.
    func disturbSubjectArea() { state.withLock { $0.subjectArea.reset() } }

    /// Looks at a frame, and tells those who want to know if the scene has changed.
    func watchSubjectArea(_ luma: Plane, turnedBy transform: PreviewTransform?) {
        // What changes now is the exposure; afterwards the picture is held against the scene again.
        guard !isAdjustingExposure else { return }
        let fields = LumaMeter.fields(of: luma, perSide: SubjectAreaWatch.fields, turnedBy: transform)
        let observers = state.withLock { state in
            state.subjectArea.hasChanged(fields) ? Array(state.subjectAreaObservers.values) : []
        }
        for observer in observers { observer.yield() }
    }
}
