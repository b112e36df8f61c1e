import Capture
import Synchronization

extension AVCaptureDevice {
    // MARK: - Focus

    /// Whether the camera can be told where to focus.
    public var isFocusPointOfInterestSupported: Bool { core.isFocusPointOfInterestSupported }

    /// Where it is to focus: 0…1 of the unrotated picture, origin top left; the middle as long as none was set. May be set
    /// under the lock where ``isFocusPointOfInterestSupported``; the mode that is set afterwards uses it.
    public var focusPointOfInterest: CGPoint {
        get { core.focusPointOfInterest ?? CGPoint(x: 0.5, y: 0.5) }
        set {
            set(
                "setFocusPointOfInterest:", "use -isFocusPointOfInterestSupported",
                isAsItIs: newValue == focusPointOfInterest
            ) {
                () throws(CaptureError) in
                try core.setFocusPointOfInterest(newValue)
            }
        }
    }

    /// Whether faces that a metadata output sees are focused on, before anything else; default false, on Apple's systems true.
    /// May be set under the lock where ``isFocusPointOfInterestSupported``; the mode that is set afterwards uses it.
    public var isFaceDrivenAutoFocusEnabled: Bool {
        get { core.isFaceDrivenAutoFocusEnabled }
        set {
            set("setFaceDrivenAutoFocusEnabled:", "use -isFocusPointOfInterestSupported") {
                () throws(CaptureError) in
                try core.setFaceDrivenAutoFocusEnabled(newValue)
            }
        }
    }

    /// Whether it can focus slowly, for films; false: V4L2 has no control for it.
    public var isSmoothAutoFocusSupported: Bool { false }

    /// Whether it focuses slowly. May be set to true under the lock where ``isSmoothAutoFocusSupported``.
    public var isSmoothAutoFocusEnabled: Bool {
        get { false }
        set {
            set(
                "setSmoothAutoFocusEnabled:", "use -isSmoothAutoFocusSupported",
                isAsItIs: newValue == isSmoothAutoFocusEnabled
            ) { () throws(CaptureError) in
                throw CaptureError(.unsupported, "\(localizedName) cannot focus slowly")
            }
        }
    }

    // MARK: - Exposure

    /// Whether the camera can be told what to expose for.
    public var isExposurePointOfInterestSupported: Bool { core.isExposurePointOfInterestSupported }

    /// What it is to expose for: 0…1 of the unrotated picture, origin top left; the middle as long as nothing was set. May
    /// be set under the lock where ``isExposurePointOfInterestSupported``; the mode that is set afterwards uses it.
    public var exposurePointOfInterest: CGPoint {
        get { core.exposurePointOfInterest ?? CGPoint(x: 0.5, y: 0.5) }
        set {
            set(
                "setExposurePointOfInterest:", "use -isExposurePointOfInterestSupported",
                isAsItIs: newValue == exposurePointOfInterest
            ) {
                () throws(CaptureError) in
                try core.setExposurePointOfInterest(newValue)
            }
        }
    }

    /// Whether faces that a metadata output sees are exposed well, before anything else; default false, on Apple's systems
    /// true. May be set under the lock; the mode that is set afterwards uses it.
    public var isFaceDrivenAutoExposureEnabled: Bool {
        get { core.isFaceDrivenAutoExposureEnabled }
        set {
            set("setFaceDrivenAutoExposureEnabled:", "use -isExposurePointOfInterestSupported") {
                () throws(CaptureError) in
                try core.setFaceDrivenAutoExposureEnabled(newValue)
            }
        }
    }

    // MARK: - What is seen

    /// Whether ``subjectAreaDidChangeNotification`` is posted when what the camera sees changes, default false. May be set
    /// under the lock.
    public var isSubjectAreaChangeMonitoringEnabled: Bool {
        get { core.isSubjectAreaChangeMonitoringEnabled }
        set {
            set("setSubjectAreaChangeMonitoringEnabled:") { () throws(CaptureError) in
                try core.setSubjectAreaChangeMonitoringEnabled(newValue)
            }
        }
    }

    /// Posts the notification for each change, as long as this object is there.
    static func postSubjectAreaChanges(of core: CaptureDevice, by device: AVCaptureDevice) -> Task<
        Void, Never
    > {
        // Listens at once, not when the task gets its turn.
        let changes = core.subjectAreaChanges()
        return Task { [weak device] in
            for await _ in changes {
                guard let device else { return }
                PostedNotifications.post(subjectAreaDidChangeNotification, of: device)
            }
        }
    }
}
