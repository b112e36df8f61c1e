import AreaShrink
import CDarkMask
import MetadataOutput

/// Which pixels of a plane are darker than their surroundings: 1 where they are, 0 elsewhere, row by row.
struct DarkMask {
    let width: Int
    let height: Int
    let values: [UInt8]

    /// How much darker than the mean of its box a pixel must be at least, so that flat areas are light and stay quiet.
    static let contrast: UInt8 = 3
    /// The most that noise asks for. What differs by less than twice that is flat for ZXing too.
    private static let mostContrast: UInt8 = 12
    /// How many times the noise a pixel must be darker: of noise alone one in forty is.
    private static let contrastOfNoise = 2.0
    /// Side of the blocks of which boxes are made where they are at least ``blocksOfBox`` blocks wide: their means differ by
    /// less than the contrast from one pixel to the next.
    private static let block = 8
    private static let blocksOfBox = 5

    /// - Parameters:
    ///   - window: Side of the box around each pixel whose mean it is compared with; odd.
    ///   - contrast: How much darker than that mean it must be.
    ///   - blocks: The means of the plane's blocks, if they have been made.
    init(of plane: Plane, window: Int, contrast: UInt8 = Self.contrast, blocks: Plane? = nil) {
        let (width, height) = (plane.width, plane.height)
        let mean =
            Self.isMadeOfBlocks(window)
            ? (blocks ?? Self.blocks(of: plane)).boxMean(window: (window / Self.block) | 1)
            : plane.boxMean(window: window)
        self.width = width
        self.height = height
        values = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            Self.compare(plane, with: mean, contrast: contrast, into: target)
            count = width * height
        }
    }

    private static func isMadeOfBlocks(_ window: Int) -> Bool { window >= block * blocksOfBox }

    private static func blocks(of plane: Plane) -> Plane {
        plane.areaShrunk(width: (plane.width + block - 1) / block, height: (plane.height + block - 1) / block)
    }

    /// Masks of several windows, each made when its turn comes, in which noise stays quiet.
    static func masks(of plane: Plane, windows: [Int]) -> some Sequence<DarkMask> {
        let blocks = windows.count(where: isMadeOfBlocks) > 1 ? blocks(of: plane) : nil
        let wanted = (contrastOfNoise * plane.noise).rounded(.up)
        let contrast = UInt8(min(max(wanted, Double(contrast)), Double(mostContrast)))
        return windows.lazy.map { DarkMask(of: plane, window: $0, contrast: contrast, blocks: blocks) }
    }

    /// Compares a plane with means, each of which is for a rectangle of its pixels.
    private static func compare(
        _ plane: Plane, with mean: Plane, contrast: UInt8, into target: UnsafeMutableBufferPointer<UInt8>
    ) {
        let (width, height) = (plane.width, plane.height)
        let start = target.baseAddress.unsafelyUnwrapped
        // Where the pixels of each mean begin, and where those of the last one end.
        let places = (0...mean.width).map { Int32(($0 * width + mean.width - 1) / mean.width) }
        plane.withUnsafeSamples { samples in
            mean.withUnsafeSamples { means in
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width + CDarkMaskSlack) {
                    let limits = $0.baseAddress.unsafelyUnwrapped
                    var known = -1
                    for y in 0..<height {
                        let meanRow = y * mean.height / height
                        if meanRow != known {
                            known = meanRow
                            CDarkMaskLimits(
                                means + meanRow * mean.bytesPerRow, places, Int32(mean.width),
                                Int32(contrast),
                                limits, 0)
                        }
                        CDarkMaskCompare(
                            samples + y * plane.bytesPerRow, limits, Int32(width), start + y * width, 0)
                    }
                }
            }
        }
    }

    /// Windows for a view of this size: `share` of its ``View/wholeSide``, odd, at least `minimum`.
    static func window(for view: View, share: Int, minimum: Int) -> Int {
        max((view.wholeSide / share) | 1, minimum)
    }

    /// Tells for each of some runs whether it is the first of five that are about 1:1:3:1:1, as ``FinderRuns`` has it: 1 where
    /// it is, 0 elsewhere, for all but the last five of `count` starts.
    static func findFinderRuns(
        in starts: UnsafePointer<Int32>, count: Int, into isFinder: UnsafeMutablePointer<UInt8>
    ) {
        CDarkMaskFinderRuns(starts, Int32(count), isFinder, 0)
    }

    /// Calls `body` with the mask in a form that hot loops can afford.
    func withPixels<R>(_ body: (Pixels) -> R) -> R {
        values.withUnsafeBufferPointer { buffer in
            body(Pixels(start: buffer.baseAddress.unsafelyUnwrapped, width: width, height: height))
        }
    }

    /// A mask's memory, valid within ``DarkMask/withPixels(_:)``.
    struct Pixels {
        let start: UnsafePointer<UInt8>
        let width: Int
        let height: Int

        /// The pixel's value; it must lie inside.
        subscript(x: Int, y: Int) -> UInt8 { start[y * width + x] }

        func contains(x: Int, y: Int) -> Bool {
            x >= 0 && y >= 0 && x < width && y < height
        }

        /// Writes where the row's runs begin (0 first) and where the last one ends; `starts` has room for
        /// `width + 1` numbers. Returns how many were written.
        func runStarts(ofRow y: Int, into starts: UnsafeMutablePointer<Int32>) -> Int {
            Int(CDarkMaskRunStarts(start + y * width, Int32(width), starts, 0))
        }
    }
}
