import CDarkMask
import Testing

@testable import Detectors

/// The loops of masks in C: what they find is what the definition says, by both kinds of code.
@Suite struct DarkMaskRunsTests {
    /// Runs of some length, the same each time.
    private static func row(width: Int, longest: UInt32) -> [UInt8] {
        var (state, value, left): (UInt32, UInt8, Int) = (11, 0, 0)
        return (0..<width).map { _ in
            if left == 0 {
                state = state &* 1_664_525 &+ 1_013_904_223
                left = Int((state >> 16) % longest) + 1
                value ^= 1
            }
            left -= 1
            return value
        }
    }

    private static func starts(of row: [UInt8], isPortable: Int32) -> [Int32] {
        [Int32](unsafeUninitializedCapacity: row.count + 1) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            count = Int(CDarkMaskRunStarts(row, Int32(row.count), start, isPortable))
        }
    }

    @Test(arguments: [1, 2, 31, 32, 33, 34, 65, 500, 1601], [0, 1] as [Int32])
    func runsBeginWhereThePixelChanges(width: Int, isPortable: Int32) {
        for longest: UInt32 in [1, 3, 9, 80] {
            let row = Self.row(width: width, longest: longest)
            let changes = row.indices.filter { $0 == 0 || row[$0] != row[$0 - 1] }
            #expect(Self.starts(of: row, isPortable: isPortable) == (changes + [width]).map(Int32.init))
        }
    }

    @Test(arguments: [0, 1] as [Int32]) func runsOfAFinderPatternAreThoseOfItsRatios(isPortable: Int32) {
        let starts = Self.starts(of: Self.row(width: 60_000, longest: 7), isPortable: isPortable)
        let flags = [UInt8](unsafeUninitializedCapacity: starts.count) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            CDarkMaskFinderRuns(starts, Int32(starts.count), start, isPortable)
            count = starts.count - 5
        }
        let wanted = (0..<starts.count - 5).map { run in
            func length(_ index: Int) -> Int { Int(starts[run + index + 1] - starts[run + index]) }
            return FinderRuns.isPattern(length(0), length(1), length(2), length(3), length(4))
        }
        #expect(wanted.contains(true) && wanted.contains(false))
        #expect(flags.map { $0 == 1 } == wanted)
    }

    @Test(arguments: [1, 15, 64, 301], [0, 1] as [Int32])
    func darkIsWhatIsBelowItsLimit(width: Int, isPortable: Int32) {
        let row = (0..<width).map { UInt8(truncatingIfNeeded: $0 * 37) }
        let limits = (0..<width).map { UInt8(truncatingIfNeeded: $0 * 91 + 5) }
        let dark = [UInt8](unsafeUninitializedCapacity: width) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            CDarkMaskCompare(row, limits, Int32(width), start, isPortable)
            count = width
        }
        #expect(dark == zip(row, limits).map { $0 < $1 ? 1 : 0 })
    }

    /// As many means as pixels, blocks of 8 and of more than what is written at once, a last one that is narrower.
    @Test(arguments: [(31, 31), (203, 26), (100, 2), (5, 3)], [0, 1] as [Int32])
    func limitsAreThoseOfTheMeanOfTheirPlace(size: (width: Int, means: Int), isPortable: Int32) {
        let means = (0..<size.means).map { UInt8(truncatingIfNeeded: $0 * 53) }
        let starts = (0...size.means).map { Int32(($0 * size.width + size.means - 1) / size.means) }
        let limits = [UInt8](unsafeUninitializedCapacity: size.width + CDarkMaskSlack) {
            buffer, count in
            guard let start = buffer.baseAddress else { return }
            CDarkMaskLimits(means, starts, Int32(size.means), 3, start, isPortable)
            count = size.width
        }
        #expect(
            limits == (0..<size.width).map { UInt8(max(0, Int(means[$0 * size.means / size.width]) - 3)) })
    }
}
