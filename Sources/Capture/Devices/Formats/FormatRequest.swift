/// What is wanted of a camera's formats; what is not said is chosen.
public struct FormatRequest: Sendable, Hashable {
    /// Width and height in pixels, or nil for any.
    public var size: Size?
    /// Frames a second, or nil for any.
    public var frameRate: Double?
    /// The pixel format, or nil for the one that is cheapest to read.
    public var pixelFormat: PixelFormat?
    /// Whether it may be H.264, which can be recorded as it is but not searched; default false. It is chosen only if
    /// ``pixelFormat`` says so.
    public var allowsVideoCodecs = false

    /// Width and height in pixels.
    public struct Size: Sendable, Hashable {
        /// Pixels in a row.
        public var width: Int
        /// Rows.
        public var height: Int

        /// Makes a size.
        public init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
        }
    }

    /// Makes a request; what is nil is chosen.
    public init(size: Size? = nil, frameRate: Double? = nil, pixelFormat: PixelFormat? = nil) {
        self.size = size
        self.frameRate = frameRate
        self.pixelFormat = pixelFormat
    }
}

extension FormatRequest {
    /// The best of `formats` that fits the request.
    ///
    /// Without a size the one that `preset` asks for. Of equal sizes those that reach the rate wanted (30 if none is
    /// said), then the pixel format that is cheapest to read.
    ///
    /// - Parameter device: The camera's name in messages.
    /// - Throws: ``CaptureError/Code/unsupported`` if none fits; the message lists what there is.
    func best(
        of formats: [CaptureDevice.Format], preset: CaptureSessionPreset, device: String
    ) throws(CaptureError) -> CaptureDevice.Format {
        var fitting = formats.filter { format in
            switch LumaLayout(format.pixelFormat) {
            case .unreadable: false
            case .video: allowsVideoCodecs && pixelFormat == format.pixelFormat
            default: true
            }
        }
        if let pixelFormat {
            if !allowsVideoCodecs, LumaLayout(pixelFormat) == .video {
                throw CaptureError(
                    .unsupported, "\(device): \(pixelFormat) can be recorded as it is, but not searched")
            }
            try narrow(
                &fitting, device: device, wanted: "pixel format \(pixelFormat)", offered: \.pixelFormat.name
            ) {
                $0.pixelFormat == pixelFormat
            }
        }
        if let size {
            let wanted = "size \(size.width)x\(size.height)"
            try narrow(&fitting, device: device, wanted: wanted, offered: { "\($0.width)x\($0.height)" }) {
                $0.width == size.width && $0.height == size.height
            }
        }
        if let frameRate {
            try narrow(&fitting, device: device, wanted: "rate of \(text(frameRate)) fps", offered: rates) {
                $0.interval(rate: frameRate) != nil
            }
        }
        let rate = frameRate ?? 30
        let size = preset.bestSize(of: fitting, rate: rate)
        let candidates = fitting.filter { $0.width == size?.width && $0.height == size?.height }
        let best = candidates.min { first, second in
            let (reachesFirst, reachesSecond) = (first.reaches(rate), second.reaches(rate))
            return reachesFirst == reachesSecond ? first.cost < second.cost : reachesFirst
        }
        guard let best else { throw CaptureError(.unsupported, "\(device) offers no format") }
        return best
    }

    private func narrow(
        _ formats: inout [CaptureDevice.Format], device: String, wanted: String,
        offered: (CaptureDevice.Format) -> String, keep: (CaptureDevice.Format) -> Bool
    ) throws(CaptureError) {
        let kept = formats.filter(keep)
        guard kept.isEmpty else {
            formats = kept
            return
        }
        var names: [String] = []
        for name in formats.map(offered) where !names.contains(name) { names.append(name) }
        throw CaptureError(
            .unsupported, "\(device) has no \(wanted); it has: \(names.joined(separator: ", "))")
    }

    private func rates(_ format: CaptureDevice.Format) -> String {
        let rates = format.videoSupportedFrameRateRanges.map { range in
            range.minFrameRate == range.maxFrameRate
                ? text(range.maxFrameRate) : "\(text(range.minFrameRate))-\(text(range.maxFrameRate))"
        }
        return rates.isEmpty ? "unknown rates" : rates.joined(separator: ", ")
    }

    private func text(_ rate: Double) -> String {
        rate == rate.rounded() ? String(Int(rate)) : String((rate * 100).rounded() / 100)
    }
}

extension CaptureDevice.Format {
    /// Whether it reaches a rate, within what cameras call the same; true where the driver does not say.
    func reaches(_ rate: Double) -> Bool {
        videoSupportedFrameRateRanges.isEmpty || maxFrameRate >= rate * 0.99
    }
}

extension CaptureSessionPreset {
    /// The size of pictures that this preset chooses from `formats`.
    fileprivate func bestSize(of formats: [CaptureDevice.Format], rate: Double) -> FormatRequest.Size? {
        func area(_ format: CaptureDevice.Format) -> Int { format.width * format.height }
        func nearest(_ width: Int, _ height: Int) -> CaptureDevice.Format? {
            formats.min {
                abs($0.width - width) + abs($0.height - height) < abs($1.width - width)
                    + abs($1.height - height)
            }
        }
        let format: CaptureDevice.Format? =
            switch self {
            case .photo: formats.max { area($0) < area($1) }
            case .medium: nearest(640, 480)
            case .low:
                formats.filter { $0.width >= 320 && $0.height >= 240 }.min { area($0) < area($1) }
                    ?? formats.max { area($0) < area($1) }
            case .high, .inputPriority:
                formats.filter { $0.reaches(rate) }.max { area($0) < area($1) }
                    ?? formats.max { $0.maxFrameRate < $1.maxFrameRate }
            case .cif352x288, .vga640x480, .hd1280x720, .hd1920x1080, .hd4K3840x2160, .iFrame960x540,
                .iFrame1280x720:
                size.flatMap { nearest($0.width, $0.height) }
            }
        return format.map { FormatRequest.Size(width: $0.width, height: $0.height) }
    }
}
