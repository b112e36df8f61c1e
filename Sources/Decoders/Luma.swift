/// Grey of coloured samples, the same for every format: BT.601's weights (.299 red, .587 green, .114 blue) on the
/// samples as they are stored, as libjpeg and JPEG's own Y have it; transparency is seen on a ground.
enum Luma {
    /// What each of red, green and blue adds, in 65,536ths; 65,536 altogether.
    struct Weights {
        let red, green, blue: UInt32

        /// Those of luma.
        static let luma = Weights(red: 19595, green: 38470, blue: 7471)
    }

    /// Luma of one colour, or another sum.
    @inline(__always)
    static func of(red: UInt8, green: UInt8, blue: UInt8, by weights: Weights = .luma) -> UInt8 {
        let sum = weights.red &* UInt32(red) &+ weights.green &* UInt32(green) &+ weights.blue &* UInt32(blue)
        return UInt8(truncatingIfNeeded: (sum &+ 32768) >> 16)
    }

    /// A luma on a ground; alpha 0 is transparent.
    @inline(__always)
    static func laid(_ luma: UInt8, alpha: UInt8, on ground: Ground) -> UInt8 {
        // Alpha scales the distance to the ground, which is the luma or, as 255 has all bits, its complement.
        ground.luma ^ scaled(ground.luma ^ luma, by: alpha)
    }

    /// A luma that was multiplied by its alpha already, on a ground.
    @inline(__always)
    static func laid(premultiplied luma: UInt8, alpha: UInt8, on ground: Ground) -> UInt8 {
        UInt8(min(255, Int(luma) + Int(~alpha & ground.luma)))
    }

    /// How the samples of a row of pixels make luma.
    enum Samples {
        case greyAlpha, rgb, rgba
        /// Red, green, blue already multiplied by alpha.
        case rgbaPremultiplied
        /// Cyan, magenta, yellow, black, 255 no ink.
        case cmykInverted
        /// Cyan, magenta, yellow, black, 0 no ink.
        case cmyk

        /// Samples a pixel.
        var count: Int {
            switch self {
            case .greyAlpha: 2
            case .rgb: 3
            case .rgba, .rgbaPremultiplied, .cmyk, .cmykInverted: 4
            }
        }
    }

    /// Luma of `count` pixels, or another channel; source and target may begin at the same place.
    static func convert(
        _ samples: Samples, from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>,
        count: Int, on ground: Ground, of channel: PictureChannel = .luma
    ) {
        let weights = channel.weights
        switch samples {
        case .greyAlpha:
            for x in 0..<count { target[x] = laid(source[2 * x], alpha: source[2 * x + 1], on: ground) }
        case .rgb:
            for x in 0..<count {
                target[x] = of(
                    red: source[3 * x], green: source[3 * x + 1], blue: source[3 * x + 2], by: weights)
            }
        case .rgba:
            for x in 0..<count {
                let luma = of(
                    red: source[4 * x], green: source[4 * x + 1], blue: source[4 * x + 2], by: weights)
                target[x] = laid(luma, alpha: source[4 * x + 3], on: ground)
            }
        case .rgbaPremultiplied:
            for x in 0..<count {
                let luma = of(
                    red: source[4 * x], green: source[4 * x + 1], blue: source[4 * x + 2], by: weights)
                target[x] = laid(premultiplied: luma, alpha: source[4 * x + 3], on: ground)
            }
        case .cmykInverted:
            for x in 0..<count {
                let luma = of(
                    red: source[4 * x], green: source[4 * x + 1], blue: source[4 * x + 2], by: weights)
                target[x] = scaled(luma, by: source[4 * x + 3])
            }
        case .cmyk:
            for x in 0..<count {
                let luma = of(
                    red: 255 - source[4 * x], green: 255 - source[4 * x + 1], blue: 255 - source[4 * x + 2],
                    by: weights)
                target[x] = scaled(luma, by: 255 - source[4 * x + 3])
            }
        }
    }

    /// Luma of `count` palette indices; source and target may begin at the same place.
    static func convert(
        indices source: UnsafePointer<UInt8>, table: [UInt8], to target: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        precondition(table.count == 256, "an entry for every index")
        table.withUnsafeBufferPointer { table in
            for x in 0..<count { target[x] = table[Int(source[x])] }
        }
    }

    /// Luma of 256 palette entries of red, green, blue, alpha, or another channel.
    static func table(
        rgba palette: [UInt8], on ground: Ground, of channel: PictureChannel = .luma
    ) -> [UInt8] {
        precondition(palette.count == 1024, "256 entries")
        return (0..<256).map { index in
            let luma = of(
                red: palette[4 * index], green: palette[4 * index + 1], blue: palette[4 * index + 2],
                by: channel.weights)
            return laid(luma, alpha: palette[4 * index + 3], on: ground)
        }
    }

    /// From video's range of luma, 16 … 235, to 0 … 255.
    static let fullRange: [UInt8] = (0..<256).map { (luma: Int) in
        let full = (255 * (luma - 16) + 109) / 219
        return UInt8(max(0, min(255, full)))
    }

    /// What is left of a luma where so much of the light is; 255 leaves all of it.
    @inline(__always)
    static func scaled(_ luma: UInt8, by factor: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: (UInt32(luma) * UInt32(factor) + 127) / 255)
    }
}
