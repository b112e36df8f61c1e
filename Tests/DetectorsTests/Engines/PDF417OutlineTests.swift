import Decoders
import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Corners of PDF417 symbols of which one side has no pattern: 2 pixels a module, their truth from `truth.jsonl`.
@Suite struct PDF417OutlineTests {
    private static let compact = (name: "compact", box: CGRect(x: 30, y: 30, width: 206, height: 60))
    private static let plain = (name: "plain", box: CGRect(x: 30, y: 30, width: 274, height: 60))

    private static func sample(_ name: String) throws -> Plane {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../SampleImages/pdf417/\(name).png")
        return try StandardPictureDecoder().frame(from: [UInt8](Data(contentsOf: url)), limits: .standard)
            .luma
    }

    /// A compact symbol has no stop pattern, for which ZXing tells zeros.
    @Test(arguments: 0..<4) func aCompactSymbolHasFourCorners(turns: Int) throws {
        var plane = try Self.sample(Self.compact.name)
        var corners = Self.compact.box.corners
        for _ in 0..<turns {
            corners = corners.map { CGPoint(x: Double(plane.height) - $0.y, y: $0.x) }
            plane = plane.turnedRight()
        }
        let symbol = try #require(ZXing.symbols(of: [.pdf417], in: plane, options: .init()).first)
        for (corner, truth) in zip(symbol.corners, corners) {
            #expect(hypot(corner.x - truth.x, corner.y - truth.y) <= 2.5, "\(symbol.corners), not \(corners)")
        }
    }

    /// Seen from behind, in all ways it may be turned; a compact one too. ZXing reads one by its row numbers and does not tell.
    @Test(arguments: ["plain", "compact", "columns-01", "columns-12"], 0..<4)
    func aMirroredSymbolSaysSo(name: String, turns: Int) throws {
        var plane = try Self.sample(name)
        var corners = try #require(ZXing.symbols(of: [.pdf417], in: plane, options: .init()).first).corners
        corners = corners.map { CGPoint(x: Double(plane.width) - $0.x, y: $0.y) }
        plane = plane.mirrored()
        for _ in 0..<turns {
            corners = corners.map { CGPoint(x: Double(plane.height) - $0.y, y: $0.x) }
            plane = plane.turnedRight()
        }
        let symbol = try #require(ZXing.symbols(of: [.pdf417], in: plane, options: .init()).first)
        #expect(symbol.content.isMirrored == true)
        for (corner, truth) in zip(symbol.corners, corners) {
            #expect(hypot(corner.x - truth.x, corner.y - truth.y) <= 2.5, "\(symbol.corners), not \(corners)")
        }
    }

    /// In perspective rows do not run at right angles to the edge that they begin at.
    @Test(arguments: [false, true]) func whichWayRowsFollowEachOtherIsSeenInPerspective(isMirrored: Bool)
        throws
    {
        let (plane, rows) = (try Self.sample(Self.plain.name), 10)
        let size = (width: Double(plane.width), height: Double(plane.height))
        for (shear, across, along, degrees) in [
            (0.0, 0.0, 0.0025, -12.0), (0.15, 0.0004, 0.0025, 0), (-0.3, 0.0004, 0.001, 8),
            (0.25, 0.0004, -0.0025, 186),
        ] {
            let place = Homography.affine(
                xx: 1.4, xy: shear, x0: -0.7 * size.width - shear * size.height / 2, yx: 0, yy: 1.4,
                y0: -0.7 * size.height
            ).then(Homography([1, 0, 0, 0, 1, 0, across, along, 1])).then(.rotation(degrees: degrees))
            let box = CGRect(
                around: CGRect(x: 0, y: 0, width: size.width, height: size.height).corners.map { place($0) })
            let moved = place.then(.translation(x: 10 - box.minX, y: 10 - box.minY))
            var picture = DrawnPicture(width: Int(box.width) + 20, height: Int(box.height) + 20)
            try picture.draw(moved) { point in
                let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
                guard x >= 0, y >= 0, x < plane.width, y < plane.height else { return nil }
                // Seen from behind and turned: its start pattern is at the left.
                let row = isMirrored ? plane.height - 1 - y : y
                return plane.withBytes { Double($0[row * plane.width + x]) }
            }
            let corners = Self.plain.box.corners.map { corner in
                moved(CGPoint(x: corner.x, y: isMirrored ? size.height - corner.y : corner.y))
            }
            let order = isMirrored ? [1, 2, 3, 0] : [0, 3, 2, 1]
            for known in [rows, nil] {
                let areReversed = PDF417Rows.areReversed(
                    in: picture.plane, corners: order.map { corners[$0] }, rows: known)
                #expect(areReversed == isMirrored, "\(shear), \(across), \(along), \(degrees)°")
            }
        }
    }

    /// A blurred one, with noise.
    @Test func aCompactSymbolIsFollowedThroughNoise() throws {
        let plane = try Self.sample(Self.compact.name)
        var noise = Noise(seed: 3)
        let noisy = Plane(width: plane.width, height: plane.height) { samples in
            let soft = plane.boxMean(window: 3).withBytes { span in span.indices.map { Double(span[$0]) } }
            for index in samples.indices {
                samples[index] = UInt8(max(0, min(255, soft[index] + 30 * (noise.next() - 0.5))))
            }
        }
        let box = Self.compact.box.corners
        let outline = try #require(
            PDF417Outline(in: noisy, from: .left, top: box[0], bottom: box[1], isMirrored: false))
        #expect(abs(outline.top.x - box[3].x) <= 2 && abs(outline.bottom.x - box[2].x) <= 2)
    }

    @Test func theStartPatternIsFoundFromTheStopPattern() throws {
        let plane = try Self.sample(Self.plain.name)
        let box = Self.plain.box.corners
        for isMirrored in [false, true] {
            let side = isMirrored ? box.map { CGPoint(x: Double(plane.width) - $0.x, y: $0.y) } : box
            let outline = try #require(
                PDF417Outline(
                    in: isMirrored ? plane.mirrored() : plane, from: .right, top: side[3], bottom: side[2],
                    isMirrored: isMirrored))
            #expect(hypot(outline.top.x - side[0].x, outline.top.y - side[0].y) <= 1.5)
            #expect(hypot(outline.bottom.x - side[1].x, outline.bottom.y - side[1].y) <= 1.5)
        }
    }

    @Test func whereThereIsNoSymbolThereIsNoSide() {
        var noise = Noise(seed: 1)
        let plane = Plane(width: 300, height: 100) { samples in
            for index in samples.indices { samples[index] = UInt8(noise.next() * 256) }
        }
        let (top, bottom) = (CGPoint(x: 20, y: 20), CGPoint(x: 20, y: 80))
        #expect(PDF417Outline(in: plane, from: .left, top: top, bottom: bottom, isMirrored: false) == nil)
        #expect(PDF417Outline(in: plane, from: .left, top: top, bottom: top, isMirrored: false) == nil)
    }

    /// ZXing by itself looks for a stop pattern only beneath the first line of the start pattern.
    @Test(.enabled(if: ZXing.isCurrent, "a patch of ZXing-C++ 3"))
    func aTurnedSymbolHasTwoSidesOfOneLength() throws {
        let symbols = try ZXing.symbols(of: [.pdf417], in: Self.sample("turned-004"), options: .init())
        let corners = try #require(symbols.first).corners
        func length(_ a: CGPoint, _ b: CGPoint) -> Double { hypot(a.x - b.x, a.y - b.y) }
        let (left, right) = (length(corners[0], corners[1]), length(corners[2], corners[3]))
        #expect(abs(left - right) <= 6 && min(left, right) >= 54, "\(corners)")
    }

    /// By itself ZXing has a symbol end where its start or stop pattern does. Its rows say how far it goes.
    @Test(.enabled(if: ZXing.isCurrent, "a patch of ZXing-C++ 3"), arguments: 0..<4, 0..<4)
    func aCoveredCornerIsWhereRowsSay(corner: Int, turns: Int) throws {
        var plane = try Self.sample(Self.plain.name)
        var corners = Self.plain.box.corners
        let (middle, radius) = (corners[corner], 20.0)
        let bare = plane
        plane = Plane(width: bare.width, height: bare.height) { samples in
            for index in samples.indices {
                let (x, y) = (index % bare.width, index / bare.width)
                let isCovered = hypot(Double(x) - middle.x, Double(y) - middle.y) < radius
                samples[index] = isCovered ? 150 : bare.withBytes { $0[index] }
            }
        }
        for _ in 0..<turns {
            corners = corners.map { CGPoint(x: Double(plane.height) - $0.y, y: $0.x) }
            plane = plane.turnedRight()
        }
        let symbol = try #require(ZXing.symbols(of: [.pdf417], in: plane, options: .init()).first)
        for (corner, truth) in zip(symbol.corners, corners) {
            #expect(hypot(corner.x - truth.x, corner.y - truth.y) <= 4, "\(symbol.corners), not \(corners)")
        }
    }

    /// ZXing by itself takes symbols that are less than 25 lines apart for one.
    @Test(.enabled(if: ZXing.isCurrent, "a patch of ZXing-C++ 3"))
    func symbolsAboveEachOtherAreRead() throws {
        let symbols = try ZXing.symbols(
            of: [.pdf417], in: Self.sample("../mixed/pdf417-column"), options: .init()
        ).sorted { $0.corners[0].y < $1.corners[0].y }
        #expect(symbols.map(\.content.text) == (1...3).map { "PDF417 NUMBER \($0) OF A COLUMN" })
        for (symbol, next) in zip(symbols, symbols.dropFirst()) {
            #expect(symbol.corners[1].y < next.corners[0].y)
        }
    }
}
