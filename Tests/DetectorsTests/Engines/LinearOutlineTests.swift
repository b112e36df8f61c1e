import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Four corners of a linear symbol from each engine: first bar to last within two modules, the bars' height, and the
/// symbol's own top left first.
@Suite struct LinearOutlineTests {
    private static let module = 3.0
    private static let height = 90.0
    private static let width = Double(95) * module

    /// The symbol about the middle of a 500×500 plane, turned clockwise.
    private static func plane(turnedBy degrees: Double) -> Plane {
        plane(Homography.translation(x: -250, y: -250).then(.rotation(degrees: -degrees)))
    }

    /// - Parameter back: From the plane to where the symbol's middle is at zero and it stands upright.
    private static func plane(_ back: Homography) -> Plane {
        let bars = EAN13.bars(of: [4, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1])
        return Plane(width: 500, height: 500) { samples in
            for y in 0..<500 {
                for x in 0..<500 {
                    // Four samples a pixel, so that turned edges are smooth.
                    var sum = 0
                    for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                        let p = back(CGPoint(x: Double(x) + dx, y: Double(y) + dy))
                        let index = Int(((p.x + width / 2) / module).rounded(.down))
                        let isDark = bars.indices.contains(index) && bars[index] && abs(p.y) <= height / 2
                        sum += isDark ? 0 : 255
                    }
                    samples[y * 500 + x] = UInt8(sum / 4)
                }
            }
        }
    }

    /// A few rows of a symbol are no more than the lines it is read along, and still a place.
    @Test(arguments: 1..<6) func aSliverHasFourCorners(rows: Int) throws {
        let sliver = Self.plane(turnedBy: 0).crop(x: 0, y: 248, width: 500, height: rows)
        let found =
            try ZXing.symbols(of: [.ean13], in: sliver, options: .init(minLineCount: 1))
            + ZBar.symbols(of: [.ean13], in: sliver)
        #expect(found.allSatisfy { $0.corners.isOutline(inPictureOf: 500, by: rows) })
        #expect(rows < 3 || !found.isEmpty)
        let line = BarOutline.corners(ofLineFrom: CGPoint(x: 10, y: 5), to: CGPoint(x: 30, y: 5))
        #expect(line == CGRect(x: 10, y: 4.5, width: 20, height: 1).corners)
    }

    private static func corners(turnedBy degrees: Double) -> [CGPoint] {
        let turn = Homography.rotation(degrees: degrees).then(.translation(x: 250, y: 250))
        let box = CGRect(x: -width / 2, y: -height / 2, width: width, height: height)
        return box.corners.map { turn($0) }
    }

    /// Of a label that is tilted away from the camera one end of the bars is narrower, here by 6 to 20 %.
    @Test(arguments: [(0.0007, 0.0, 0.0), (0.0013, 0.0004, 12), (-0.0018, 0.0, -9), (0.0025, -0.0003, 4)])
    func barsThatConvergeAreFollowedToTheirEnds(along: Double, across: Double, degrees: Double) throws {
        let place = Homography([1, 0, 0, 0, 1, 0, across, along, 1]).then(.rotation(degrees: degrees))
            .then(.translation(x: 250, y: 250))
        let plane = Self.plane(try #require(place.inverse))
        let truth = CGRect(
            x: -Self.width / 2, y: -Self.height / 2, width: Self.width, height: Self.height
        ).corners
        for part in [0.15, 0.5, 0.85] {
            let y = (part - 0.5) * Self.height
            let (start, end) = (CGPoint(x: truth[0].x, y: y), CGPoint(x: truth[3].x, y: y))
            let outline = try #require(BarOutline(in: plane, from: place(start), to: place(end)))
            for (corner, expected) in zip(outline.corners, truth.map { place($0) }) {
                #expect(hypot(corner.x - expected.x, corner.y - expected.y) <= Self.module, "from \(part)")
            }
        }
    }

    /// What stands below with other bars is not followed into, however wide the symbol may be there.
    @Test(arguments: [0.0, 0.0013, -0.0013]) func otherBarsBelowAreNotTheSymbols(along: Double) throws {
        let place = Homography([1, 0, 0, 0, 1, 0, 0, along, 1]).then(.translation(x: 250, y: 250))
        let back = try #require(place.inverse)
        let bars = [[4, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1], [9, 7, 8, 0, 2, 0, 1, 3, 7, 9, 6, 2, 4]].map {
            EAN13.bars(of: $0)
        }
        let plane = Plane(width: 500, height: 500) { samples in
            for index in samples.indices {
                let p = back(CGPoint(x: Double(index % 500) + 0.5, y: Double(index / 500) + 0.5))
                let (column, row) = (
                    Int(((p.x + Self.width / 2) / Self.module).rounded(.down)), p.y <= 0 ? 0 : 1
                )
                let isDark =
                    bars[row].indices.contains(column) && bars[row][column] && abs(p.y) <= Self.height / 2
                samples[index] = isDark ? 0 : 255
            }
        }
        let (start, end) = (CGPoint(x: -Self.width / 2, y: -20), CGPoint(x: Self.width / 2, y: -20))
        let outline = try #require(BarOutline(in: plane, from: place(start), to: place(end)))
        #expect(abs(outline.corners[0].y - place(CGPoint(x: 0, y: -Self.height / 2)).y) <= Self.module)
        for corner in outline.corners[1...2] { #expect(abs(corner.y - 250) <= 2 * Self.module) }
    }

    @Test(arguments: [0.0, 10, 90, 165, 180, 270], ["zxing", "zbar"])
    func corners(degrees: Double, engine: String) throws {
        let plane = Self.plane(turnedBy: degrees)
        let symbols =
            engine == "zxing"
            ? try ZXing.symbols(of: [.ean13], in: plane, options: .init())
            : try ZBar.symbols(of: [.ean13], in: plane)
        let symbol = try #require(symbols.first)
        #expect(symbol.content.text == "4012345678901")
        let turnBack = Homography.rotation(degrees: -degrees)
        for (corner, expected) in zip(symbol.corners, Self.corners(turnedBy: degrees)) {
            let error = turnBack(CGPoint(x: corner.x - expected.x, y: corner.y - expected.y))
            #expect(abs(error.x) <= 2 * Self.module, "along, \(error)")
            #expect(abs(error.y) <= 0.15 * Self.height, "across, \(error)")
        }
    }
}
