import Foundation
import MetadataOutput
import Testing

@testable import Decoders

@Suite struct StandardStillMakerTests {
    private let maker = StandardStillMaker()
    /// Red, as BT.601 in full range has it.
    private let red: (y: UInt8, cb: UInt8, cr: UInt8) = (76, 85, 255)

    private func planes(of bytes: [UInt8]) throws -> ColourPicture {
        try JPEG.colours(of: bytes, limits: .standard, eighths: 8)
    }

    private func samples(
        _ layout: StillSamples.Layout, width: Int, height: Int, bytesPerRow: Int, _ bytes: [UInt8]
    ) -> StillSamples {
        var samples = StillSamples(
            layout: layout, width: width, height: height, bytesPerRow: bytesPerRow, bytes: bytes)
        samples.isFullRange = true
        return samples
    }

    /// A red picture of an odd size in a layout, with something else behind each row.
    private func redSamples(_ layout: StillSamples.Layout) -> StillSamples {
        let (width, height, row) = (17, 9, 40)
        let (y, u, v) = (red.y, red.cb, red.cr)
        func rows(_ count: Int, of length: Int, _ pattern: [UInt8]) -> [UInt8] {
            (0..<count).flatMap { _ in (0..<length).map { pattern[$0 % pattern.count] } }
        }
        let half = (height + 1) / 2
        let luma = rows(height, of: row, [y])
        let bytes: [UInt8] =
            switch layout {
            case .grey: luma
            case .yuyv: rows(height, of: row, [y, u, y, v])
            case .yvyu: rows(height, of: row, [y, v, y, u])
            case .uyvy: rows(height, of: row, [u, y, v, y])
            case .vyuy: rows(height, of: row, [v, y, u, y])
            case .nv12: luma + rows(half, of: row, [u, v])
            case .nv21: luma + rows(half, of: row, [v, u])
            case .nv16: luma + rows(height, of: row, [u, v])
            case .nv61: luma + rows(height, of: row, [v, u])
            case .yu12: luma + rows(half, of: row / 2, [u]) + rows(half, of: row / 2, [v])
            case .yv12: luma + rows(half, of: row / 2, [v]) + rows(half, of: row / 2, [u])
            case .yuv422: luma + rows(height, of: row / 2, [u]) + rows(height, of: row / 2, [v])
            }
        return samples(layout, width: width, height: height, bytesPerRow: row, bytes)
    }

    // MARK: - Outlines and samples

    /// Grey of 40 × 20 pixels, as samples of luma and of chroma.
    private func outlined(_ outlines: [StillOutline], grey: UInt8 = 100) throws -> (
        luma: [UInt8], chroma: [UInt8]
    ) {
        var request = StillRequest(
            .samples(
                samples(
                    .grey, width: 40, height: 20, bytesPerRow: 40, [UInt8](repeating: grey, count: 800))),
            views: [StillView(format: .nv12)])
        request.outlines = outlines
        let still = try #require(try maker.stills(request).stills.first)
        #expect((still.width, still.height) == (40, 20))
        try #require(still.bytes.count == 1200)
        return (Array(still.bytes[..<800]), Array(still.bytes[800...]))
    }

    /// ITU-R BT.601: 0…255 is 16…235, and of chroma 16…240.
    @Test(arguments: [(0, 16), (255, 235), (100, 102)] as [(UInt8, UInt8)])
    func samplesAreInVideoRange(full: UInt8, video: UInt8) throws {
        let (luma, chroma) = try outlined([], grey: full)
        #expect(luma.allSatisfy { $0 == video } && chroma.allSatisfy { $0 == 128 })
    }

    @Test func samplesHaveTheirColours() throws {
        let request = StillRequest(.samples(redSamples(.nv12)), views: [StillView(format: .nv12)])
        let still = try #require(try maker.stills(request).stills.first)
        // Odd sides lose what has no chroma of its own.
        #expect((still.width, still.height) == (16, 8))
        #expect(
            still.bytes == [UInt8](repeating: 81, count: 128)
                + (0..<32).flatMap { _ in [90, 240] as [UInt8] })
    }

    @Test func outlinesAreAroundTheirThing() throws {
        let corners = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5).corners
        let (luma, chroma) = try outlined([StillOutline(corners: corners, kind: .code)])
        let row = luma[10 * 40..<11 * 40]
        // Both sides, and nothing within or around.
        #expect(row.indices.filter { row[$0] != 102 }.map { $0 - 400 } == [9, 10, 29, 30])
        #expect(luma[3 * 40 + 20] == 102 && luma[5 * 40 + 20] != 102 && luma[15 * 40 + 20] != 102)
        // The first corner, top left, is a larger square than the others.
        #expect(luma[3 * 40 + 8] != 102 && luma[3 * 40 + 31] == 102 && luma[17 * 40 + 8] == 102)
        // Green: both are less than none.
        #expect(chroma[2 * 40 + 20] < 120 && chroma[2 * 40 + 21] < 80)
        let face = try outlined([StillOutline(corners: corners, kind: .face)])
        #expect(face.luma[3 * 40 + 8] == 102)
        #expect(face.chroma[2 * 40 + 20] > 150)
    }

    @Test func whatIsFarOutsideDoesNoHarm() throws {
        let corners = [CGPoint(x: -1e300, y: 0.5), CGPoint(x: 1e300, y: 0.5), CGPoint(x: CGFloat.nan, y: 0)]
        let plain = try outlined([]).luma
        #expect(try outlined([StillOutline(corners: corners, kind: .code)]).luma == plain)
        #expect(try outlined([StillOutline(corners: [], kind: .face)]).luma == plain)
        let line = Array(corners[..<2])
        let (luma, _) = try outlined([StillOutline(corners: line, kind: .face)])
        #expect(luma[10 * 40..<11 * 40].allSatisfy { $0 != 102 } && luma[5 * 40] == 102)
    }

    // MARK: - Layouts

    @Test(arguments: StillSamples.Layout.allCases)
    func everyLayoutHasItsColours(layout: StillSamples.Layout) throws {
        let result = try maker.stills(StillRequest(.samples(redSamples(layout)), views: [StillView()]))
        let still = try #require(result.stills.first)
        #expect((still.width, still.height) == (17, 9))
        let picture = try planes(of: still.bytes)
        func isNear(_ plane: Plane?, _ value: UInt8) -> Bool {
            plane.map { plane in
                plane.withBytes { bytes in
                    (0..<bytes.count).allSatisfy { abs(Int(bytes[$0]) - Int(value)) < 3 }
                }
            } ?? false
        }
        #expect(isNear(picture.y, red.y))
        if layout == .grey {
            #expect(picture.chroma == nil)
        } else {
            #expect(isNear(picture.chroma?.blue, red.cb) && isNear(picture.chroma?.red, red.cr))
        }
        // Cut in the middle, it is an error.
        var short = redSamples(layout)
        short.bytes = Array(short.bytes.prefix(short.bytes.count / 2))
        #expect(throws: PayloadError.self) {
            try maker.stills(StillRequest(.samples(short), views: [StillView()]))
        }
    }

    @Test func otherMatricesAndRangesComeToTheSameColours() throws {
        // Red by each matrix in video range.
        let reds: [(StillSamples.Matrix, [UInt8])] = [
            (.bt601, [81, 90, 240]), (.bt709, [63, 102, 240]), (.bt2020, [74, 97, 240]),
        ]
        for (matrix, values) in reds {
            var samples = StillSamples(
                layout: .yuyv, width: 16, height: 16, bytesPerRow: 32,
                bytes: (0..<16 * 8).flatMap { _ in [values[0], values[1], values[0], values[2]] })
            samples.matrix = matrix
            let bytes = try maker.stills(StillRequest(.samples(samples), views: [StillView()])).stills[0]
                .bytes
            let picture = try planes(of: bytes)
            let found = [picture.y, picture.chroma?.blue, picture.chroma?.red].map {
                $0?.withBytes { Int($0[0]) } ?? 0
            }
            #expect(
                abs(found[0] - 76) <= 2 && abs(found[1] - 85) <= 2 && found[2] >= 253, "\(matrix) \(found)")
        }
    }

    /// A grey picture whose columns and rows can be told: a ramp to the right and down.
    private var ramp: StillSamples {
        samples(
            .grey, width: 200, height: 100, bytesPerRow: 200,
            (0..<20_000).map { UInt8($0 % 200 / 2 + $0 / 200) })
    }

    @Test func aQuadrilateralIsSeenFromTheFront() throws {
        // The right half, turned by a quarter: its own top left is at the top right.
        let corners = [
            CGPoint(x: 1, y: 0), CGPoint(x: 1, y: 1), CGPoint(x: 0.5, y: 1), CGPoint(x: 0.5, y: 0),
        ]
        let still = try maker.stills(
            StillRequest(.samples(ramp), views: [StillView(corners: corners, quality: 98)])
        ).stills[0]
        #expect((still.width, still.height) == (100, 100))
        let plane = try planes(of: still.bytes).y
        func sample(_ x: Int, _ y: Int) -> Int { plane.withBytes { Int($0[y * plane.bytesPerRow + x]) } }
        // Right in the view is down in the picture, down is left.
        #expect(abs(sample(2, 2) - 101) <= 4 && abs(sample(97, 2) - 196) <= 4)
        #expect(abs(sample(2, 97) - 54) <= 4 && abs(sample(97, 97) - 149) <= 4)
        // What is beyond the picture is black.
        let wide = [CGPoint(x: -1, y: 0), CGPoint(x: 1, y: 0), CGPoint(x: 1, y: 1), CGPoint(x: -1, y: 1)]
        let beyond = try maker.stills(
            StillRequest(.samples(ramp), views: [StillView(corners: wide, longestSide: 40)])
        ).stills[0]
        #expect((beyond.width, beyond.height) == (40, 10))
        let left = try planes(of: beyond.bytes).y
        #expect(left.withBytes { $0[5] } < 30)
        for corners in [
            [CGPoint.zero], [.zero, .zero, .zero, .zero],
            // Crossed.
            [CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 1), CGPoint(x: 1, y: 0), CGPoint(x: 0, y: 1)],
            [CGPoint(x: Double.nan, y: 0), CGPoint(x: 1, y: 0), CGPoint(x: 1, y: 1), CGPoint(x: 0, y: 1)],
        ] {
            #expect(throws: PayloadError.self) {
                try maker.stills(StillRequest(.samples(ramp), views: [StillView(corners: corners)]))
            }
        }
    }

    @Test func whatIsHiddenIsInNoView() throws {
        let noise = (0..<200 * 100).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        let picture = samples(.grey, width: 200, height: 100, bytesPerRow: 200, noise)
        let triangle = [CGPoint(x: 0, y: 0), CGPoint(x: 0.5, y: 0), CGPoint(x: 0, y: 1)]
        for style in HiddenRegion.Style.allCases {
            var request = StillRequest(
                .samples(picture), views: [StillView(quality: 100), StillView(longestSide: 100)])
            request.hidden = [HiddenRegion(corners: triangle, style: style)]
            let plane = try planes(of: try maker.stills(request).stills[0].bytes).y
            func spread(_ x: Int, _ y: Int) -> Int {
                let values = (0..<64).map { place in
                    plane.withBytes { Int($0[(y + place / 8) * plane.bytesPerRow + x + place % 8]) }
                }
                return (values.max() ?? 0) - (values.min() ?? 0)
            }
            // Within a square of the mosaic, which is 17 pixels wide.
            #expect(spread(4, 4) < 12, "\(style)")
            #expect(spread(150, 60) > 150)
            #expect(spread(70, 85) > 150)
        }
        // Wherever the corners are, nothing traps.
        for corners in [
            [CGPoint(x: 1e300, y: -1e300), CGPoint(x: 1, y: 1), CGPoint(x: -1e300, y: 3)],
            [CGPoint(x: Double.infinity, y: 0), .zero, CGPoint(x: 1, y: 1)],
        ] {
            var request = StillRequest(.samples(picture), views: [StillView()])
            request.hidden = HiddenRegion.Style.allCases.map { HiddenRegion(corners: corners, style: $0) }
            #expect(throws: Never.self) { try maker.stills(request) }
        }
    }

    @Test func whatCannotBeHiddenIsShownInNoPart() throws {
        let picture = samples(
            .grey, width: 20, height: 10, bytesPerRow: 20, [UInt8](repeating: 9, count: 200))
        func error(_ corners: [CGPoint]) throws -> PayloadError? {
            var request = StillRequest(.samples(picture), views: [StillView()])
            request.hidden = [HiddenRegion(corners: corners, style: .blanked)]
            do throws(PayloadError) { _ = try maker.stills(request) } catch { return error }
            return nil
        }
        let many = (0...HiddenRegion.mostCorners).map { CGPoint(x: Double($0 % 2), y: Double($0) / 2000) }
        #expect(try error(Array(many.dropLast())) == nil)
        #expect(try error(many) == PayloadError(.overLimit, "a hidden region has 1001 corners, at most 1000"))
        for corners in [[], [.zero, CGPoint(x: 1, y: 1)], [CGPoint(x: Double.nan, y: 0), .zero, .zero]] {
            #expect(try error(corners)?.code == .undecodable)
        }
    }

    @Test func aDamagedJPEGIsAnError() throws {
        let whole = try maker.stills(StillRequest(.samples(redSamples(.yuyv)), views: [StillView()])).stills[
            0
        ].bytes
        for count in stride(from: 0, to: whole.count - 3, by: 7) {
            var request = StillRequest(
                .jpeg(Array(whole.prefix(count))), views: [StillView(), StillView(longestSide: 4)])
            request.includesMeasure = true
            #expect(throws: PayloadError.self) { try maker.stills(request) }
        }
        var request = StillRequest(.jpeg(whole), views: [StillView(longestSide: 4)])
        request.limits.pixels = 100
        #expect(throws: PayloadError.self) { try maker.stills(request) }
        #expect(
            try maker.stills(StillRequest(.jpeg(whole), views: [StillView(longestSide: 4)])).stills[0].width
                == 4)
    }

    @Test func whatIsSharperMeasuresSharper() throws {
        func measure(_ body: (Int) -> UInt8) throws -> StillMeasure {
            var request = StillRequest(
                .samples(samples(.grey, width: 64, height: 64, bytesPerRow: 64, (0..<4096).map(body))),
                views: [])
            request.includesMeasure = true
            return try #require(try maker.stills(request).measure)
        }
        let edges = try measure { ($0 / 4).isMultiple(of: 2) ? 50 : 150 }
        let soft = try measure { UInt8(50 + abs($0 % 16 - 8) * 12) }
        #expect(edges.sharpness > 3 * soft.sharpness && soft.sharpness > 0)
        #expect(abs(edges.meanLuma - 100) < 1)
        #expect(try measure { _ in 9 } == StillMeasure(meanLuma: 9, sharpness: 0))
        // Rows 0 to 15 and 48 to 63.
        let halves = try measure { $0 < 64 * 24 ? 40 : 200 }
        #expect(halves.topLuma == 40 && halves.bottomLuma == 200 && halves.meanLuma == 140)
    }

    /// A zoom's picture, of the whole one's size.
    @Test func aPartCanBeAsLargeAsTheWhole() throws {
        let bytes = (0..<9).flatMap { row in (0..<16).map { UInt8($0 * 10 + row) } }
        var request = StillRequest(
            .samples(samples(.grey, width: 16, height: 9, bytesPerRow: 16, bytes)),
            views: [StillView(quality: 100)])
        request.part = CGRect(x: 0.25, y: 0, width: 0.5, height: 1)
        for isEnlarged in [false, true] {
            request.isEnlarged = isEnlarged
            let still = try #require(try maker.stills(request).stills.first)
            #expect((still.width, still.height) == (isEnlarged ? 16 : 8, 9))
            let luma = try planes(of: still.bytes).y
            let (first, last) = luma.withBytes { ($0[0], $0[8 * luma.bytesPerRow + luma.width - 1]) }
            // The outer pixels are the part's own.
            #expect(abs(Int(first) - 40) <= 2 && abs(Int(last) - 118) <= 2, "\(first) \(last)")
        }
    }
}
