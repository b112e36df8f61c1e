extension CaptureDevice {
    /// One way in which a camera can deliver pictures: pixel format, size, and the frame rates it has at that size.
    public struct Format: Sendable, Hashable, CustomStringConvertible {
        /// How the samples lie.
        public let pixelFormat: PixelFormat
        /// Pixels in a row.
        public let width: Int
        /// Rows.
        public let height: Int
        /// The rates it can have, as the camera lists them; empty where the driver does not say.
        public let videoSupportedFrameRateRanges: [FrameRateRange]

        /// Stands for the format of a camera that cannot be asked.
        package static let unknown = Format(
            pixelFormat: PixelFormat(rawValue: 0), width: 0, height: 0, videoSupportedFrameRateRanges: [])

        /// The highest rate, frames a second; 0 where the driver does not say.
        public var maxFrameRate: Double { videoSupportedFrameRateRanges.map(\.maxFrameRate).max() ?? 0 }

        /// Such as `MJPG 1280x720`.
        public var description: String { "\(pixelFormat) \(width)x\(height)" }

        /// What reading its pictures costs; less is better.
        var cost: Int { LumaLayout(pixelFormat).cost }

        /// The one that is asked for where nobody asks: of 30 frames a second, or the fastest there is below; nil where the driver
        /// does not say which it has.
        var usualInterval: FrameInterval? { interval(rate: min(30, max(1, maxFrameRate))) }

        /// The camera's fraction for a rate, or nil if it does not have the rate at this size.
        func interval(rate: Double) -> FrameInterval? {
            videoSupportedFrameRateRanges.lazy.compactMap { $0.interval(rate: rate) }.first
        }

        /// The same of the nearest rate that it has; nil where the driver does not say which.
        func nearestInterval(to rate: Double) -> FrameInterval? {
            if let own = interval(rate: rate) { return own }
            let limits = videoSupportedFrameRateRanges.flatMap { [$0.minFrameRate, $0.maxFrameRate] }
            return limits.min { abs($0 - rate) < abs($1 - rate) }.flatMap { interval(rate: $0) }
        }
    }
}

extension VideoNode {
    /// Every pixel format at every size. Of sizes in steps the smallest and the largest are listed, and the usual
    /// ones between.
    func deviceFormats() -> [CaptureDevice.Format] {
        pixelFormats().flatMap { pixelFormat in
            frameSizes(pixelFormat).flatMap(Self.sizes).map { width, height in
                CaptureDevice.Format(
                    pixelFormat: pixelFormat, width: width, height: height,
                    videoSupportedFrameRateRanges: frameRates(pixelFormat, width: width, height: height))
            }
        }
    }

    private static let usualSizes = [
        (320, 240), (352, 288), (640, 360), (640, 480), (800, 600), (960, 540), (1024, 768), (1280, 720),
        (1280, 960), (1600, 1200), (1920, 1080), (2560, 1440), (3840, 2160),
    ]

    private static func sizes(_ range: FrameSizes) -> [(Int, Int)] {
        let (smallest, largest) = (
            (range.widths.lowerBound, range.heights.lowerBound),
            (range.widths.upperBound, range.heights.upperBound)
        )
        guard smallest != largest else { return [smallest] }
        let usual = usualSizes.filter {
            range.contains(width: $0.0, height: $0.1) && $0 != smallest && $0 != largest
        }
        return [smallest] + usual + [largest]
    }
}
