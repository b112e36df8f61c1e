/// Says of a camera's scene what its photos need, from how bright pictures are; what it says stays for half a second at least.
struct SceneMonitor: Sendable {
    /// What is known of one picture.
    struct Sample: Sendable {
        /// Its mean luma, 0…255.
        var luma: Double
        /// Whether the camera cannot expose for longer, or takes longer than it was told to; nil if neither is known.
        var isAtLimit: Bool?
        /// When it was taken.
        var time: Duration
    }

    /// Mean luma under which there is too little light, and from which there is enough again.
    private static let dark = (begin: 40.0, end: 55.0)
    /// The same for a photo of several pictures, of which the sharpest is kept: where both would do, this comes first, and the
    /// flash only in less light.
    private static let dim = (begin: 60.0, end: 75.0)
    private static let darkest = (begin: 25.0, end: 35.0)
    private static let settling = Duration.milliseconds(500)

    /// Which photos are meant; nil for none.
    var settings: CapturePhotoSettings? {
        didSet { if settings == nil { (flash, sharpest) = (Flag(), Flag()) } }
    }

    /// Whether the flash would fire.
    var isFlashScene: Bool { flash.isOn }
    /// Whether the sharpest of several pictures would be kept because there is little light.
    var isStabilizationScene: Bool { sharpest.isOn && !flash.isOn }

    private var flash = Flag()
    private var sharpest = Flag()

    /// One thing that is so or not, and since when it seems otherwise.
    private struct Flag: Sendable {
        private(set) var isOn = false
        private var otherSince: Duration?

        mutating func note(_ seemsOn: Bool, at time: Duration) {
            guard seemsOn != isOn else {
                otherSince = nil
                return
            }
            let since = otherSince ?? time
            otherSince = since
            if time - since >= SceneMonitor.settling { (isOn, otherSince) = (seemsOn, nil) }
        }
    }

    /// Whether the flash would fire for a photo, by one picture alone.
    static func needsFlash(_ sample: Sample, for settings: CapturePhotoSettings) -> Bool {
        let limits = settings.qualityPrioritization > .speed ? darkest : dark
        return sample.luma < limits.begin && sample.isAtLimit ?? true
    }

    /// Takes a picture into account.
    ///
    /// - Parameter canFlash: Whether there is a flash.
    mutating func note(_ sample: Sample, canFlash: Bool) {
        guard let settings else { return }
        let keepsSharpest = settings.qualityPrioritization > .speed
        let wantsFlash = settings.flashMode != .off && canFlash
        func isLow(_ limits: (begin: Double, end: Double), _ isOn: Bool) -> Bool {
            isOn ? sample.luma < limits.end : sample.luma < limits.begin && sample.isAtLimit ?? true
        }
        sharpest.note(keepsSharpest && isLow(Self.dim, sharpest.isOn), at: sample.time)
        flash.note(
            wantsFlash && isLow(keepsSharpest ? Self.darkest : Self.dark, flash.isOn), at: sample.time)
    }
}
