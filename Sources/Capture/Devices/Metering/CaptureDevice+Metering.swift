public import Foundation
import MetadataOutput
import Synchronization

/// What a camera is exposed for by this program, and how far that has come.
struct Metering: Sendable {
    /// Around which point, 0…1 of the unrotated picture; nil for the whole picture.
    var point: CGPoint?
    /// Whether it ends when it has come to rest (``CaptureDevice/ExposureMode/autoExpose``).
    var isOnce: Bool
    /// What the camera was set to last.
    var setting: ExposureLoop.Setting
    var limits: ExposureLoop.Limits
    /// Faces in view, 0…1 of the unrotated picture; they go before the point.
    var faces: [CGRect] = []
    var loop = ExposureLoop()

    /// Where the picture is to be exposed well.
    fileprivate var rects: [CGRect] {
        faces.isEmpty ? point.map { [LumaMeter.window(around: $0)] } ?? [] : faces
    }
}

// Few cameras can be told what is to be exposed well (see CaptureDevice+RegionOfInterest). Where they cannot, and exposure
// can be set by hand, it is found here, by the luma of the frames that come.

extension CaptureDevice {
    /// Whether the camera can expose for a point: by its own region of interest where the driver has one, else wherever
    /// exposure time can be set. The session then measures the luma around the point and sets time and gain, within what the
    /// frame rate allows.
    ///
    /// Frames that come as Motion JPEG are measured by an output that decodes them, a `CaptureMetadataOutput` with an
    /// estimator of motion or a ``CaptureVideoFrameOutput``.
    public var isExposurePointOfInterestSupported: Bool { exposesForRegion || canMeter }

    /// Whether exposure can be found here.
    var canMeter: Bool {
        isExposureModeSupported(.custom) && control(.exposureAbsolute).map { !$0.isReadOnly } ?? false
    }

    /// What it is to expose for, 0…1 of the unrotated picture, origin top left; nil, the default, leaves it to the camera.
    public var exposurePointOfInterest: CGPoint? { state.withLock { $0.configuration.exposurePoint } }

    /// Sets what it is to expose for; nil leaves it to the camera. As on Apple's systems the exposure mode that is set
    /// afterwards uses it: ``ExposureMode/continuousAutoExposure`` follows it, ``ExposureMode/autoExpose`` adjusts to it and
    /// locks.
    ///
    /// - Parameter point: 0…1 of the unrotated picture, origin top left.
    /// - Throws: ``CaptureError/Code/unsupported`` if it cannot, or the point is not in the picture.
    public func setExposurePointOfInterest(_ point: CGPoint?) throws(CaptureError) {
        try checkLock()
        if let point {
            guard isExposurePointOfInterestSupported else { throw unsupported("exposurePointOfInterest") }
            try checkPoint(point, "exposurePointOfInterest")
        }
        state.withLock { $0.configuration.exposurePoint = point }
    }

    /// Whether faces that a `CaptureMetadataOutput` sees are exposed well, before anything else, default false.
    public var isFaceDrivenAutoExposureEnabled: Bool { state.withLock { $0.configuration.exposesForFaces } }

    /// Sets whether faces are exposed well; the exposure mode that is set afterwards uses it.
    ///
    /// - Throws: ``CaptureError/Code/unsupported``, see ``isExposurePointOfInterestSupported``.
    public func setFaceDrivenAutoExposureEnabled(_ isEnabled: Bool) throws(CaptureError) {
        try checkLock()
        guard !isEnabled || isExposurePointOfInterestSupported else {
            throw unsupported("isFaceDrivenAutoExposureEnabled")
        }
        state.withLock { $0.configuration.exposesForFaces = isEnabled }
    }

    /// Whether exposure is on its way to what it is to be. False where the camera itself decides: V4L2 does not tell.
    public var isAdjustingExposure: Bool {
        state.withLock { $0.configuration.metering?.loop.isAdjusting ?? false }
    }

    /// How much brighter than it should be the picture is, in EV, negative if it is darker; nil unless it is measured,
    /// because a point or faces are exposed for.
    public var exposureTargetOffset: Double? { state.withLock { $0.configuration.metering?.loop.offset } }

    // MARK: - The loop

    /// Whether a mode is brought about here and not by the camera.
    func isMetered(_ mode: ExposureMode) -> Bool {
        let isWanted = state.withLock {
            $0.configuration.exposurePoint != nil || $0.configuration.exposesForFaces
        }
        return mode == .autoExpose || (mode == .continuousAutoExposure && isWanted && !exposesForRegion)
    }

    /// Begins to measure; exposure must be the program's.
    func startMetering(isOnce: Bool) {
        guard let exposure = control(.exposureAbsolute), let time = value(of: .exposureAbsolute) else {
            return
        }
        let gain = control(.gain)
        let limits = ExposureLoop.Limits(
            exposures: max(exposure.minimum, 1)...max(exposure.minimum, exposure.maximum, 1),
            exposureStep: max(1, exposure.step),
            gains: gain.map { $0.minimum...max($0.minimum, $0.maximum) }, gainStep: max(1, gain?.step ?? 1))
        let setting = ExposureLoop.Setting(exposure: time, gain: gain == nil ? nil : value(of: .gain))
        state.withLock { state in
            state.configuration.metering = Metering(
                point: state.configuration.exposurePoint, isOnce: isOnce, setting: setting, limits: limits)
        }
        propertiesChanged()
    }

    func endMetering() { state.withLock { $0.configuration.metering = nil } }

    /// Notes where faces are in view, 0…1 of the unrotated picture.
    ///
    /// - Parameter faces: Asked for only if somebody wants them exposed well.
    func noteFaces(_ faces: () -> [CGRect]) {
        let (isMetered, isFollowed) = state.withLock { state in
            let configuration = state.configuration
            return (
                configuration.exposesForFaces && configuration.metering != nil,
                !configuration.regionFollowsFaces.isEmpty
            )
        }
        guard isMetered || isFollowed else { return }
        let faces = faces()
        if isMetered { state.withLock { $0.configuration.metering?.faces = faces } }
        if isFollowed { follow(faces) }
    }

    /// Measures a frame, and sets the camera if it is too bright or too dark.
    ///
    /// - Parameters:
    ///   - luma: Its luma.
    ///   - transform: How the luma was turned; nil if it was not.
    func meterExposure(_ luma: Plane, turnedBy transform: PreviewTransform?) {
        guard state.withLock({ $0.configuration.metering != nil }) else { return }
        exposureTurn.withLock { _ in
            let (known, bias, interval) = state.withLock {
                ($0.configuration.metering, $0.configuration.exposureBias, $0.delivered?.interval)
            }
            guard var metering = known else { return }
            let rects = metering.rects.map { transform?.unitRect(of: $0) ?? $0 }
            let new = metering.loop.next(
                luma: LumaMeter.luma(of: luma, in: rects), setting: metering.setting,
                limits: metering.limits.within(interval), bias: bias)
            if let new {
                do throws(CaptureError) {
                    if new.exposure != metering.setting.exposure {
                        try set(.exposureAbsolute, to: new.exposure, followingScene: true)
                    }
                    if let gain = new.gain, gain != metering.setting.gain {
                        try set(.gain, to: gain, followingScene: true)
                    }
                } catch {
                    // Tried again with the next frame.
                    return
                }
                metering.setting = new
            }
            let hasEnded = metering.isOnce && !metering.loop.isAdjusting
            state.withLock { [metering] state in
                // Faces may have come meanwhile.
                let faces = state.configuration.metering?.faces ?? []
                state.configuration.metering = hasEnded ? nil : metering
                state.configuration.metering?.faces = faces
            }
        }
        propertiesChanged()
    }
}

extension ExposureLoop.Limits {
    /// The same with no longer exposure than the time between frames: longer would take frames.
    fileprivate func within(_ interval: FrameInterval?) -> ExposureLoop.Limits {
        guard let interval else { return self }
        var limits = self
        // In units of 100 µs.
        let most = max(exposures.lowerBound, Int(interval.seconds * 10_000))
        limits.exposures = exposures.lowerBound...min(exposures.upperBound, most)
        return limits
    }
}

extension PreviewTransform {
    /// A rectangle of the unrotated picture where it is in the turned one, both 0…1.
    func unitRect(of rect: CGRect) -> CGRect {
        let turned = layerRectConverted(fromMetadataOutputRect: rect)
        return CGRect(
            x: turned.minX / previewSize.width, y: turned.minY / previewSize.height,
            width: turned.width / previewSize.width, height: turned.height / previewSize.height)
    }
}
