import Foundation
import MetadataOutput

/// Looks for the finder patterns of QR codes, dark on light and light on dark.
///
/// Rows are scanned for runs 1:1:3:1:1; a hit is confirmed along its column, along the row at the corrected
/// height and along a diagonal. Two thresholds are used, since a wide window loses patterns in shadow and a
/// narrow one those with large modules; more where patterns are blurred.
enum FinderPatternSearch {
    /// How many patterns are kept, those seen in most rows first.
    static let limit = 400
    /// Rows that a pattern of a crowd must have been seen in to be kept beyond the limit; noise seldom makes three.
    static let fewestRows = 3

    /// Windows of three modules that have 3 to 14 pixels, to a factor of 1.3: the light ring of a blurred pattern is not much lighter than
    /// a wider one's mean, nor the dark one darker.
    private static let ringWindows = [9, 15, 25, 43]
    /// By what windows differ that show the same.
    private static let sameWindow = 1.3

    /// - Parameters:
    ///   - view: The picture, usually shrunk to 1600 pixels; the patterns are in the picture's pixels.
    ///   - areBlurred: Whether patterns are looked for of which blur has left little of the rings.
    ///   - crowd: Most patterns of a crowd.
    static func patterns(in view: View, areBlurred: Bool = false, crowd: Int = .max) -> [FinderPattern] {
        let plane = view.plane
        guard min(plane.width, plane.height) >= 7 else { return [] }
        var pool = PatternPool(width: plane.width, height: plane.height)
        var windows = [(10, 15), (30, 11)].map { DarkMask.window(for: view, share: $0, minimum: $1) }
        if areBlurred {
            windows += ringWindows.filter { ring in
                !windows.contains { Double(max(ring, $0)) <= sameWindow * Double(min(ring, $0)) }
            }
        }
        for mask in DarkMask.masks(of: plane, windows: windows) {
            mask.withPixels { scan($0, wholeSide: view.wholeSide, into: &pool) }
        }
        return pool.mostSeen(limit, orInRows: fewestRows).prefix(crowd).map { $0.placed(in: view) }
    }

    /// How many patterns, dark on light, an engine would see in a plane that it compares with the mean of about 40
    /// pixels around.
    static func count(in plane: Plane) -> Int {
        guard min(plane.width, plane.height) >= 7 else { return 0 }
        var pool = PatternPool(width: plane.width, height: plane.height)
        DarkMask(of: plane, window: 41).withPixels { scan($0, darkAlone: true, into: &pool) }
        return pool.count
    }

    /// The same in what ``MetadataOutput/Plane/locallyThresholded(isPortable:)`` gives.
    static func count(inThresholded plane: Plane) -> Int {
        var pool = PatternPool(width: plane.width, height: plane.height)
        plane.withUnsafeSamples {
            scan(
                .init(start: $0, width: plane.width, height: plane.height), dark: 0, darkAlone: true,
                into: &pool)
        }
        return pool.count
    }

    /// - Parameters:
    ///   - dark: What dark pixels are.
    ///   - darkAlone: Whether patterns light on dark are left out.
    ///   - wholeSide: See ``View/wholeSide``; default the pixels' own longer side.
    private static func scan(
        _ pixels: DarkMask.Pixels, dark: UInt8 = 1, darkAlone: Bool = false, wholeSide: Int? = nil,
        into pool: inout PatternPool
    ) {
        let step = wholeSide ?? max(pixels.width, pixels.height) <= 700 ? 1 : 2
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: pixels.width + 1) { numbers in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: pixels.width + 1) { flags in
                let (starts, isFinder) = (
                    numbers.baseAddress.unsafelyUnwrapped, flags.baseAddress.unsafelyUnwrapped
                )
                for y in stride(from: 0, to: pixels.height, by: step) {
                    let count = pixels.runStarts(ofRow: y, into: starts)
                    guard count > 5 else { continue }
                    DarkMask.findFinderRuns(in: starts, count: count, into: isFinder)
                    // Runs are dark and light in turn, and the middle one is as the first.
                    let first = darkAlone && pixels[0, y] != dark ? 1 : 0
                    for k in stride(from: first, to: count - 5, by: darkAlone ? 2 : 1) where isFinder[k] != 0
                    {
                        let hit = confirmed(
                            pixels, x: Int(starts[k + 2] + starts[k + 3]) / 2, y: y,
                            module: Double(starts[k + 5] - starts[k]) / 7)
                        if let hit { pool.add(hit) }
                    }
                }
            }
        }
    }

    /// The pattern around a pixel in its middle, or nil if column, row and diagonals do not agree.
    private static func confirmed(
        _ pixels: DarkMask.Pixels, x: Int, y: Int, module: Double
    ) -> FinderPattern? {
        let color = pixels[x, y]
        let longest = Int(module * 8) + 4
        guard
            let column = FinderRuns(
                in: pixels, x: x, y: y, dx: 0, dy: 1, color: color, longest: longest),
            column.isUpright, column.module < module * 2.2, module < column.module * 2.2
        else { return nil }
        let middle = Double(y) + 0.5 + column.shift
        guard
            let row = FinderRuns(
                in: pixels, x: x, y: Int(middle), dx: 1, dy: 0, color: color, longest: longest),
            row.isUpright
        else { return nil }
        let across = Double(x) + 0.5 + row.shift
        guard
            hasDiagonal(pixels, x: Int(across), y: Int(middle), slope: 1, color: color, longest: longest)
                || hasDiagonal(
                    pixels, x: Int(across), y: Int(middle), slope: -1, color: color, longest: longest)
        else { return nil }
        return FinderPattern(
            center: CGPoint(x: across, y: middle), moduleSize: (row.module + column.module) / 2,
            isInverted: color == 0, rows: 1)
    }

    private static func hasDiagonal(
        _ pixels: DarkMask.Pixels, x: Int, y: Int, slope: Int, color: UInt8, longest: Int
    ) -> Bool {
        FinderRuns(in: pixels, x: x, y: y, dx: 1, dy: slope, color: color, longest: longest)?.isDiagonal
            ?? false
    }
}

extension FinderRuns {
    fileprivate var isUpright: Bool {
        Self.isPattern(lengths.0, lengths.1, lengths.2, lengths.3, lengths.4)
    }

    /// Diagonal steps are coarse and cut a turned pattern's corners, so more is allowed.
    fileprivate var isDiagonal: Bool {
        Self.isPattern(lengths.0, lengths.1, lengths.2, lengths.3, lengths.4, tolerance: 0.75, slack: 1.5)
    }
}
