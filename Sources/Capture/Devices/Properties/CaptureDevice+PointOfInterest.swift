public import Foundation
import Synchronization

// Where the camera itself is to look (see CaptureDevice+RegionOfInterest). What is to be exposed well is in Metering, because
// this program can do that for a camera.

extension CaptureDevice {
    /// Whether the camera can be told where to focus: by a region of interest, which USB cameras of version 1.5 may have and
    /// Linux knows since 2025.
    public var isFocusPointOfInterestSupported: Bool { regionFunctions.contains(.focus) }

    /// Where it is to focus, 0…1 of the unrotated picture, origin top left; nil, the default, leaves it to the camera.
    public var focusPointOfInterest: CGPoint? { state.withLock { $0.configuration.focusPoint } }

    /// Sets where it is to focus; nil leaves it to the camera. As on Apple's systems the focus mode that is set afterwards
    /// uses it. Cameras have one region for all: the point that came last, of focus or exposure, is where it is.
    ///
    /// - Parameter point: 0…1 of the unrotated picture, origin top left.
    /// - Throws: ``CaptureError/Code/unsupported`` if it cannot, or the point is not in the picture.
    public func setFocusPointOfInterest(_ point: CGPoint?) throws(CaptureError) {
        try checkLock()
        if let point {
            guard isFocusPointOfInterestSupported else { throw unsupported("focusPointOfInterest") }
            try checkPoint(point, "focusPointOfInterest")
        }
        state.withLock { $0.configuration.focusPoint = point }
    }

    /// Whether the camera focuses on faces that a `CaptureMetadataOutput` sees, before anything else, default false.
    public var isFaceDrivenAutoFocusEnabled: Bool { state.withLock { $0.configuration.focusesForFaces } }

    /// Sets whether it focuses on faces; the focus mode that is set afterwards uses it.
    ///
    /// - Throws: ``CaptureError/Code/unsupported``, see ``isFocusPointOfInterestSupported``.
    public func setFaceDrivenAutoFocusEnabled(_ isEnabled: Bool) throws(CaptureError) {
        try checkLock()
        guard !isEnabled || isFocusPointOfInterestSupported else {
            throw unsupported("isFaceDrivenAutoFocusEnabled")
        }
        state.withLock { $0.configuration.focusesForFaces = isEnabled }
    }

    /// - Throws: ``CaptureError/Code/unsupported`` if a point is not in the picture.
    func checkPoint(_ point: CGPoint, _ property: String) throws(CaptureError) {
        guard (0...1).contains(point.x), (0...1).contains(point.y) else {
            throw outOfRange(property, "within 0…1")
        }
    }
}
