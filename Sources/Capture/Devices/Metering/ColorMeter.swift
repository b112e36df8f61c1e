import Foundation

/// Of what colour a picture is on the whole.
enum ColorMeter {
    /// Across and down; some hundred samples are enough, and cost nothing.
    private static let samplesPerSide = 32
    /// Light in each colour below which there is none to be measured, 0…1.
    private static let darkness = 0.001

    /// How much each colour must be raised for the mean to be grey; nil of a picture without colours, or a black one.
    static func grayWorldGains(of picture: PixelBuffer) -> ColorGains? {
        var sums = (red: 0.0, green: 0.0, blue: 0.0)
        var count = 0.0
        func add(_ red: Double, _ green: Double, _ blue: Double) {
            sums.red += linear(red)
            sums.green += linear(green)
            sums.blue += linear(blue)
            count += 1
        }
        switch picture.format {
        case .luma: return nil
        case .bgra:
            let plane = picture.planes[0]
            picture.withBytes(ofPlane: 0) { bytes in
                forEachSample(width: plane.width, height: plane.height) { x, y in
                    let pixel = y * plane.bytesPerRow + x * 4
                    add(Double(bytes[pixel + 2]), Double(bytes[pixel + 1]), Double(bytes[pixel]))
                }
            }
        case .yuv420FullRange, .yuv420VideoRange:
            let (luma, chroma) = (picture.planes[0], picture.planes[1])
            let colours = YUVColours(picture.encoding)
            picture.withBytes(ofPlane: 0) { lumaBytes in
                picture.withBytes(ofPlane: 1) { chromaBytes in
                    forEachSample(width: chroma.width, height: chroma.height) { x, y in
                        let pair = y * chroma.bytesPerRow + x * 2
                        let colour = colours.colour(
                            luma: lumaBytes[y * 2 * luma.bytesPerRow + x * 2], cb: chromaBytes[pair],
                            cr: chromaBytes[pair + 1])
                        add(colour.red, colour.green, colour.blue)
                    }
                }
            }
        }
        let means = [sums.red, sums.green, sums.blue].map { $0 / max(count, 1) }
        guard let most = means.max(), means.allSatisfy({ $0 > darkness }) else { return nil }
        return ColorGains(red: most / means[0], green: most / means[1], blue: most / means[2])
    }

    private static func forEachSample(width: Int, height: Int, _ body: (Int, Int) -> Void) {
        for y in stride(from: 0, to: height, by: max(1, height / samplesPerSide)) {
            for x in stride(from: 0, to: width, by: max(1, width / samplesPerSide)) { body(x, y) }
        }
    }

    /// Light, 0…1, of a sample as it is stored, 0…255 (sRGB's curve).
    private static func linear(_ sample: Double) -> Double {
        let share = min(max(sample / 255, 0), 1)
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
}

/// Colours of luma and chroma.
private struct YUVColours {
    private let black: Double
    private let lumaScale: Double
    private let chromaScale: Double
    /// The shares of red and blue in luma.
    private let red: Double
    private let blue: Double

    init(_ encoding: YUVEncoding) {
        (black, lumaScale, chromaScale) = encoding.isFullRange ? (0, 1, 1) : (16, 255.0 / 219, 255.0 / 224)
        (red, blue) =
            switch encoding.matrix {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
    }

    /// Red, green and blue, 0…255, or a little beyond.
    func colour(luma: UInt8, cb: UInt8, cr: UInt8) -> (red: Double, green: Double, blue: Double) {
        let y = (Double(luma) - black) * lumaScale
        let r = y + 2 * (1 - red) * (Double(cr) - 128) * chromaScale
        let b = y + 2 * (1 - blue) * (Double(cb) - 128) * chromaScale
        return (r, (y - red * r - blue * b) / (1 - red - blue), b)
    }
}
