public import Foundation
import MetadataOutput
import Synchronization

/// What a camera is exposed for by this program, and how far that has come.
struct Metering: Sendable {
    /// Tells it from those before and after it: what was found for one is not set for another.
    let id = UUID()
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
        state.withLock { state in
            state.configuration.metering.map { $0.loop.isAdjusting || state.isSettingExposure } ?? false
        }
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

    /// Notes where faces are in view, 0…1 of the unrotated picture; waits for no camera.
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
        if isFollowed { beginToFollow(faces) }
    }

    /// Measures a frame, and has the camera set if it is too bright or too dark; waits for no camera.
    ///
    /// - Parameters:
    ///   - luma: Its luma.
    ///   - time: When it was taken; nil for now.
    ///   - transform: How the luma was turned; nil if it was not.
    func meterExposure(_ luma: Plane, takenAt time: Duration?, turnedBy transform: PreviewTransform?) {
        guard let rects = state.withLock({ $0.configuration.metering?.rects }) else { return }
        let luma = LumaMeter.luma(of: luma, in: rects.map { transform?.unitRect(of: $0) ?? $0 })
        if let change = state.withLock({ $0.exposureChange(for: luma, takenAt: time) }) {
            exposureQueue.async { [self] in expose(by: change) }
        } else {
            propertiesChanged()
        }
    }

    /// Sets the camera, unless somebody has meanwhile said how it exposes.
    private func expose(by change: Metering) {
        exposureTurn.withLock { _ in
            let known = state.withLock { $0.configuration.metering?.setting(of: change.id) }
            guard let known else { return }
            do throws(CaptureError) {
                if change.setting.exposure != known.exposure {
                    try set(.exposureAbsolute, to: change.setting.exposure, followingScene: true)
                }
                if let gain = change.setting.gain, gain != known.gain {
                    try set(.gain, to: gain, followingScene: true)
                }
            } catch {
                // Tried again with the next frame.
                return
            }
            state.withLock { state in
                state.exposureWasSet = MonotonicClock.now
                state.configuration.metering?.setting = change.setting
                state.configuration.metering?.loop = change.loop
            }
        }
        state.withLock { $0.isSettingExposure = false }
        propertiesChanged()
    }
}

extension Metering {
    /// What the camera was set to; nil if this is another metering.
    fileprivate func setting(of id: UUID) -> ExposureLoop.Setting? { self.id == id ? setting : nil }
}

extension CaptureDevice.State {
    /// What becomes of the metering when the camera has been set anew, because a frame is too bright or too dark; nil if it is not.
    /// As long as the camera is being set, frames show nothing that could be relied on; nor do those that were taken before and waited.
    ///
    /// - Parameters:
    ///   - luma: How bright the frame is where that matters, 0…255.
    ///   - time: When it was taken; nil for now.
    fileprivate mutating func exposureChange(for luma: Double, takenAt time: Duration?) -> Metering? {
        guard !isSettingExposure, var metering = configuration.metering else { return nil }
        if let time, let exposureWasSet, time < exposureWasSet { return nil }
        let new = metering.loop.next(
            luma: luma, setting: metering.setting, limits: metering.limits.within(delivered?.interval),
            bias: configuration.exposureBias)
        if let new {
            metering.setting = new
            isSettingExposure = true
            return metering
        }
        configuration.metering = metering.isOnce && !metering.loop.isAdjusting ? nil : metering
        return nil
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
