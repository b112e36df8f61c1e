import MetadataOutput

extension StandardPictureDecoder {
    /// Decodes one picture, upright, to luma and chroma; no chroma where its format is not decoded in colour, or that costs more
    /// than a picture may.
    ///
    /// - Throws: As ``frame(from:limits:)``.
    func picture(
        from bytes: [UInt8], limits: DecodingLimits, includingColors includesColors: Bool
    ) throws(PayloadError) -> (frame: Frame, colors: FrameColors?) {
        let format = try format(of: bytes, limits: limits)
        guard includesColors, let format = format as? any ColourFormatDecoder.Type else {
            return (Frame(luma: try format.decode(bytes, limits: limits).upright), nil)
        }
        let (stored, ground) = try format.decodeOnGround(bytes, limits: limits)
        let luma = stored.upright
        /// - Throws: `.overLimit`, where with what there is already it takes too much.
        func chroma(of channel: PictureChannel, share: Int) throws(PayloadError) -> Plane {
            try PictureCost(
                width: luma.width, height: luma.height, orientation: stored.orientation, bytesPerPixel: 2
            ).check(against: limits)
            let samples = try format.decode(bytes, limits: limits, on: ground, of: channel).upright
            return Plane(differenceOf: samples, to: luma, share: share)
        }
        do throws(PayloadError) {
            let blue = try chroma(of: .blue, share: Self.blueShare)
            let red = try chroma(of: .red, share: Self.redShare)
            return (Frame(luma: luma), FrameColors(blue: blue, red: red, matrix: .bt601))
        } catch {
            return (Frame(luma: luma), nil)
        }
    }

    /// Chroma for each unit by which blue is more than luma, and red, in 65,536ths: of BT.601, half of what neither has of the whole.
    private static let blueShare = Int((65536 * 0.5 / (1 - 0.114)).rounded())
    private static let redShare = Int((65536 * 0.5 / (1 - 0.299)).rounded())
}

extension Plane {
    /// Makes chroma for two by two pixels, the mean of theirs.
    fileprivate convenience init(differenceOf samples: Plane, to luma: Plane, share: Int) {
        let (width, height) = (luma.width, luma.height)
        let size = FrameColors.size(width: width, height: height)
        self.init(width: size.width, height: size.height, isCleared: false) { target in
            samples.withUnsafeSamples { colours in
                luma.withUnsafeSamples { greys in
                    func difference(_ x: Int, _ y: Int) -> Int {
                        Int(colours[y &* samples.bytesPerRow &+ x]) &- Int(greys[y &* luma.bytesPerRow &+ x])
                    }
                    for y in 0..<size.height {
                        let (upper, lower) = (2 * y, min(2 * y + 1, height - 1))
                        for x in 0..<size.width {
                            let (left, right) = (2 * x, min(2 * x + 1, width - 1))
                            let sum =
                                difference(left, upper) &+ difference(right, upper)
                                &+ difference(left, lower) &+ difference(right, lower)
                            // Of four, rounded.
                            target[y &* size.width &+ x] = UInt8(
                                clamping: 128 &+ (sum &* share &+ 1 << 17) >> 18)
                        }
                    }
                }
            }
        }
    }
}
