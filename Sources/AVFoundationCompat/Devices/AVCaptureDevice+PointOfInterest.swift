import Capture
import Synchronization

extension AVCaptureDevice {
    // MARK: - Focus

    /// Whether the camera can be told where to focus.
    public var isFocusPointOfInterestSupported: Bool { core.isFocusPointOfInterestSupported }

    /// Where it is to focus: 0…1 of the unrotated picture, origin top left; the middle as long as none was set. May be set
    /// under the lock where ``isFocusPointOfInterestSupported``; the mode that is set afterwards uses it.
    public var focusPointOfInterest: CGPoint {
        get { settings.withLock { $0.focusPoint } }
        set {
            set("setFocusPointOfInterest:", "use -isFocusPointOfInterestSupported") {
                () throws(CaptureError) in
                try core.setFocusPointOfInterest(newValue)
                settings.withLock { $0.focusPoint = newValue }
            }
        }
    }

    /// Whether it can focus slowly, for films.
    public var isSmoothAutoFocusSupported: Bool { core.isSmoothAutoFocusSupported }

    /// Whether it focuses slowly. May be set to true under the lock where ``isSmoothAutoFocusSupported``.
    public var isSmoothAutoFocusEnabled: Bool {
        get { false }
        set {
            guard newValue else { return }
            set("setSmoothAutoFocusEnabled:", "use -isSmoothAutoFocusSupported") { () throws(CaptureError) in
                try core.setSmoothAutoFocusEnabled(newValue)
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
            set("setExposurePointOfInterest:", "use -isExposurePointOfInterestSupported") {
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

    /// Whether somebody wants to hear of large changes of what the camera sees. Kept; no camera here tells of any.
    public var isSubjectAreaChangeMonitoringEnabled: Bool {
        get { settings.withLock { $0.isSubjectAreaChangeMonitoringEnabled } }
        set { settings.withLock { $0.isSubjectAreaChangeMonitoringEnabled = newValue } }
    }
}
