import Capture

extension AVCaptureDevice {
    /// How much larger things are than in the whole picture, from 1. May be set under the lock, up to
    /// ``maxAvailableVideoZoomFactor``. Observable.
    public var videoZoomFactor: CGFloat {
        get { core.videoZoomFactor }
        set {
            setZoom("setVideoZoomFactor:") { () throws(CaptureError) in try core.setVideoZoomFactor(newValue)
            }
        }
    }

    /// The least factor; 1.
    public var minAvailableVideoZoomFactor: CGFloat { 1 }
    /// The greatest factor.
    public var maxAvailableVideoZoomFactor: CGFloat { core.videoMaxZoomFactor }

    /// Changes the factor smoothly; returns at once.
    ///
    /// - Parameters:
    ///   - factor: Where it ends, from 1 to ``maxAvailableVideoZoomFactor``.
    ///   - rate: How fast: powers of two a second, so that 1 doubles or halves the factor in a second.
    public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) {
        setZoom("rampToVideoZoomFactor:withRate:") { () throws(CaptureError) in
            try core.ramp(toVideoZoomFactor: factor, withRate: Double(rate))
        }
    }

    /// Whether the factor is changing. Observable.
    public var isRampingVideoZoom: Bool { core.isRampingVideoZoom }

    /// Brings a change of the factor to a gentle end.
    public func cancelVideoZoomRamp() {
        setZoom("cancelVideoZoomRamp") { () throws(CaptureError) in core.cancelVideoZoomRamp() }
    }

    private func setZoom(_ selector: String, _ body: () throws(CaptureError) -> Void) {
        set(selector, "use -minAvailableVideoZoomFactor and -maxAvailableVideoZoomFactor", body)
    }
}
