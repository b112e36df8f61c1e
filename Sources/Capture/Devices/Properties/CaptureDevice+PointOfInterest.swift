public import Foundation

// Linux 6.1 has no control for a region of interest, so that no camera can be told where to focus. The answers are
// those that AVFoundation gives of such a camera. What is to be exposed well is in Metering.

extension CaptureDevice {
    /// Whether the camera can focus on a point; false.
    public var isFocusPointOfInterestSupported: Bool { false }

    /// Throws: no camera can be told.
    ///
    /// - Parameter point: 0…1 of the unrotated picture, origin top left.
    public func setFocusPointOfInterest(_ point: CGPoint) throws(CaptureError) {
        throw unsupported("focusPointOfInterest")
    }

    /// Whether the camera can focus slowly, for films; false.
    public var isSmoothAutoFocusSupported: Bool { false }

    /// Throws: no camera can be told.
    public func setSmoothAutoFocusEnabled(_ isEnabled: Bool) throws(CaptureError) {
        throw unsupported("isSmoothAutoFocusEnabled")
    }
}
