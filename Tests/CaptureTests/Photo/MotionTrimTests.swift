import Decoders
import Foundation
import MediaFiles
import MetadataOutput
import Testing

@testable import Capture

/// Pictures of a landscape, of which a part is seen: 64 by 48 of 512 by 384 pixels.
@Suite struct MotionTrimTests {
    private static let (width, height) = (64, 48)

    /// Something without a pattern, as coarse as one sees in an icon.
    private static func landscape(_ x: Int, _ y: Int, scene: Int) -> UInt8 {
        func level(_ column: Int, _ row: Int) -> Int {
            var hash = UInt32(
                truncatingIfNeeded: column &* 73_856_093 ^ row &* 19_349_663 ^ scene &* 83_492_791)
            hash = (hash ^ hash >> 13) &* 0x5bd1_e995
            return Int((hash ^ hash >> 15) % 200)
        }
        let (column, row, right, below) = (x / 12, y / 12, x % 12, y % 12)
        let above = level(column, row) * (12 - right) + level(column + 1, row) * right
        let under = level(column, row + 1) * (12 - right) + level(column + 1, row + 1) * right
        return UInt8(20 + (above * (12 - below) + under * below) / 144)
    }

    /// A frame every thirtieth of a second.
    private func frame(
        _ number: Int, x: Int, y: Int = 100, scene: Int = 1, subject: Int? = nil, light: Int = 1
    ) throws
        -> ClipFrame
    {
        var samples = [UInt8](repeating: 0, count: Self.width * Self.height)
        for row in 0..<Self.height {
            for column in 0..<Self.width {
                samples[row * Self.width + column] =
                    Self.landscape(x + column, y + row, scene: scene) * UInt8(light)
                if let subject, (subject..<subject + 16).contains(column), row > 12 {
                    samples[row * Self.width + column] = 250
                }
            }
        }
        let still = StillSamples(
            layout: .grey, width: Self.width, height: Self.height, bytesPerRow: Self.width, bytes: samples)
        let made = try StandardStillMaker().stills(StillRequest(.samples(still), views: [StillView()]))
        let file = try #require(JPEGFile(made.stills[0].bytes))
        return ClipFrame(
            MovieFrame(bytes: file.frame, width: file.width, height: file.height, time: Self.time(number)))
    }

    private static func time(_ number: Int) -> Duration { .seconds(100) + .milliseconds(Int64(number) * 33) }

    /// The numbers of the frames that are left of 0…90, around the photo of 45; nil for the first or last.
    private func trimmed(_ frame: (Int) throws -> ClipFrame) throws -> (first: Int?, end: Int?) {
        var trim = MotionTrim(StandardStillMaker(), around: Self.time(45))
        let frames = try (0...90).map(frame)
        let start = trim.start(of: Array(frames[...45]))
        let first = start.flatMap { start in frames.firstIndex { $0.time == start } }
        let end = try (46...90).first { trim.endsBefore(try frame($0)) }
        return (first, end)
    }

    @Test func aCameraThatIsHeldCutsNothing() throws {
        // A hand that shakes by two pixels of 64.
        #expect(try trimmed { try frame($0, x: 100 + $0 % 3, y: 100 + $0 % 2) } == (nil, nil))
        // Somebody goes through the picture.
        #expect(try trimmed { try frame($0, x: 100, subject: $0 * 2 - 60) } == (nil, nil))
        // A slow pan: the width in four seconds.
        #expect(try trimmed { try frame($0, x: 100 + $0 / 2) } == (nil, nil))
    }

    @Test func itIsCutWhereTheCameraIsRaisedAndLowered() throws {
        // Up to frame 15, and from 70 on, by 4 pixels a frame: the height in 0.4 s.
        let (first, end) = try trimmed { number in
            try frame(number, x: 100, y: 100 + 4 * max(0, 15 - number) + 4 * max(0, number - 70))
        }
        #expect((13...18).contains(first ?? 0), "\(String(describing: first))")
        #expect((71...76).contains(end ?? 0), "\(String(describing: end))")
    }

    @Test func anotherSceneIsCutOff() throws {
        let (first, end) = try trimmed { try frame($0, x: 100, scene: $0 < 20 ? 2 : $0 < 60 ? 1 : 3) }
        #expect((20...23).contains(first ?? 0), "\(String(describing: first))")
        #expect((60...63).contains(end ?? 0), "\(String(describing: end))")
    }

    @Test func whatShowsNothingCutsNothing() throws {
        // A lens that is covered, also in between, and damage.
        #expect(try trimmed { try frame($0, x: 100, light: $0 < 20 || $0 > 60 ? 0 : 1) } == (nil, nil))
        var trim = MotionTrim(StandardStillMaker(), around: Self.time(0))
        let damaged = ClipFrame(
            MovieFrame(bytes: [0xff, 0xd8, 1, 2], width: 64, height: 48, time: Self.time(3)))
        #expect(trim.start(of: [damaged]) == nil && !trim.endsBefore(damaged))
    }
}
