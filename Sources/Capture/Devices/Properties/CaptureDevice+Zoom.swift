import Foundation
import Synchronization

extension CaptureDevice {
    /// How much larger things are than in the whole picture, from 1. The camera's own zoom is used if it has one
    /// (its least value is taken for 1), else the middle of the picture is cut out, which costs nothing. Metadata is
    /// in the zoomed picture's space.
    public var videoZoomFactor: Double {
        guard let zoom = hardwareZoom, let value = value(of: .zoomAbsolute) else {
            return softwareZoom.factor
        }
        return Double(value) / Double(zoom.minimum)
    }

    /// The greatest factor: of a zoom in software one that leaves 120 pixels of the shorter side.
    public var videoMaxZoomFactor: Double {
        if let zoom = hardwareZoom { return Double(zoom.maximum) / Double(zoom.minimum) }
        guard let format = activeFormat else { return 1 }
        return max(1, Double(min(format.width, format.height)) / 120)
    }

    /// Sets the factor at once.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if it is not from 1 to ``videoMaxZoomFactor``.
    public func setVideoZoomFactor(_ factor: Double) throws(CaptureError) {
        try checkLock()
        endZoomRamp()
        try applyZoom(try checkedZoom(factor))
    }

    /// Changes the factor smoothly; returns at once. It begins and ends gently.
    ///
    /// - Parameters:
    ///   - factor: Where it ends.
    ///   - rate: How fast: powers of two a second, so that 1 doubles or halves the factor in a second.
    /// - Throws: ``CaptureError/Code/unsupported`` if the factor is not from 1 to ``videoMaxZoomFactor`` or the rate not
    ///   above 0.
    public func ramp(toVideoZoomFactor factor: Double, withRate rate: Double) throws(CaptureError) {
        try checkLock()
        let target = try checkedZoom(factor)
        guard rate > 0, rate.isFinite else { throw outOfRange("rate", "above 0") }
        let ramp = ZoomRamp(from: videoZoomFactor, to: target, rate: rate)
        let number = state.withLock { state in
            state.zoomRampNumber += 1
            state.zoomRamp = (ramp, .now)
            return state.zoomRampNumber
        }
        propertiesChanged()
        Thread { [weak self] in
            while let self, self.takeZoomStep(of: number) { Thread.sleep(forTimeInterval: ZoomRamp.step) }
        }.start()
    }

    /// Whether the factor is changing.
    public var isRampingVideoZoom: Bool { state.withLock { $0.zoomRamp != nil } }

    /// Brings a change of the factor to a gentle end, within a quarter of a second.
    public func cancelVideoZoomRamp() {
        state.withLock { state in
            guard let (ramp, begin) = state.zoomRamp else { return }
            state.zoomRamp = (ramp.cancelled(at: (.now - begin) / .seconds(1)), begin)
        }
    }

    /// Ends a change of the factor where it is.
    private func endZoomRamp() {
        let isEnd = state.withLock { state in
            state.zoomRampNumber += 1
            return state.zoomRamp.take() != nil
        }
        if isEnd { propertiesChanged() }
    }

    /// Goes one step of a change; false when it is over or another has begun.
    private func takeZoomStep(of number: Int) -> Bool {
        let current = state.withLock { $0.zoomRampNumber == number ? $0.zoomRamp : nil }
        guard let (ramp, begin) = current else { return false }
        let time = (.now - begin) / .seconds(1)
        let isApplied: ()? = try? applyZoom(ramp.factor(at: time))
        guard isApplied != nil, time < ramp.duration else {
            state.withLock { if $0.zoomRampNumber == number { $0.zoomRamp = nil } }
            propertiesChanged()
            return false
        }
        return true
    }

    /// The zoom that streams apply themselves.
    var softwareZoom: SoftwareZoom { state.withLock { $0.configuration.zoom } }

    /// A zoom whose values are focal lengths; a scale that begins at 0 cannot be told as a factor.
    private var hardwareZoom: NodeControl? { control(.zoomAbsolute).flatMap { $0.minimum > 0 ? $0 : nil } }

    private func checkedZoom(_ factor: Double) throws(CaptureError) -> Double {
        let most = videoMaxZoomFactor
        guard (1...most).contains(factor) else { throw outOfRange("videoZoomFactor", "1 to \(most)") }
        return factor
    }

    private func applyZoom(_ factor: Double) throws(CaptureError) {
        if let zoom = hardwareZoom {
            let value = Int((factor * Double(zoom.minimum)).rounded())
            try set(.zoomAbsolute, to: min(value, zoom.maximum))
        } else {
            state.withLock { $0.configuration.zoom.factor = factor }
            disturbSubjectArea()
            propertiesChanged()
        }
    }
}
