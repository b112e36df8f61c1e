import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Two PDF417 symbols side by side, each on a label that was put on its own way; and MicroPDF417 in perspective.
@Suite(.enabled(if: ZXing.isCurrent)) struct NeighbouringPDF417Tests {
    private struct Sample {
        let plane: Plane
        let symbol: Symbol

        init(_ name: String, _ type: MetadataObjectType) throws {
            plane = try FaceSamples.plane(name)
            symbol = try #require(ZXing.symbols(of: [type], in: plane, options: .init()).first)
        }

        /// From its own coordinates to a picture's, its middle at a point.
        func place(at point: CGPoint, _ map: Homography) -> Homography {
            .translation(x: -Double(plane.width) / 2, y: -Double(plane.height) / 2).then(map)
                .then(.translation(x: point.x, y: point.y))
        }

        func draw(at place: Homography, in picture: inout DrawnPicture) throws {
            let (width, height) = (plane.width, plane.height)
            let extent = CGRect(x: 0, y: 0, width: width, height: height)
            try picture.draw(place, within: extent) { point in
                let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
                guard x >= 0, y >= 0, x < width, y < height else { return nil }
                return plane.withBytes { Double($0[y * width + x]) }
            }
        }

        /// How far the corners of what was found lie from where it was drawn.
        func miss(of found: Symbol, at place: Homography) -> Double {
            zip(found.corners, symbol.corners.map { place($0) }).map { hypot($0.x - $1.x, $0.y - $1.y) }.max()
                ?? .infinity
        }
    }

    /// The start pattern of the left one was put together with the stop pattern of the right one, or the lower one was not met at all.
    @Test(arguments: [("plain", 3.0, -6.0), ("plain", -4, 4), ("compact", 3, -6)])
    func eachIsReadWithItsOwnCorners(left: String, turn: Double, otherTurn: Double) throws {
        let samples = [
            try Sample("pdf417/\(left).png", .pdf417), try Sample("pdf417/digits.png", .pdf417),
        ]
        let places = zip(samples, [(190.0, turn), (570.0, otherTurn)]).map { sample, pose in
            sample.place(at: CGPoint(x: pose.0, y: 120), .rotation(degrees: pose.1))
        }
        var picture = DrawnPicture(width: 760, height: 240)
        for (sample, place) in zip(samples, places) { try sample.draw(at: place, in: &picture) }
        picture.addNoise(6, seed: 3)
        let found = try ZXing.symbols(of: [.pdf417], in: picture.plane, options: .init())
        #expect(found.count == 2)
        for (sample, place) in zip(samples, places) {
            let symbol = try #require(found.first { $0.content.text == sample.symbol.content.text })
            #expect(sample.miss(of: symbol, at: place) <= 8)
        }
    }

    /// Where modules become narrower along a row, the next bar was taken for a part of each codeword.
    @Test(arguments: [("columns-1", 0.3), ("columns-2", 0.3), ("columns-4", -0.3)])
    func microSymbolsInPerspectiveHaveTheirOwnCorners(name: String, keystone: Double) throws {
        let sample = try Sample("microPDF417/\(name).png", .microPDF417)
        let place = sample.place(
            at: CGPoint(x: 250, y: 180),
            Homography([1, 0, 0, 0, 1, 0, keystone / Double(sample.plane.width), 0, 1]))
        var picture = DrawnPicture(width: 500, height: 360)
        try sample.draw(at: place, in: &picture)
        picture.addNoise(6, seed: 3)
        let found = try ZXing.symbols(of: [.microPDF417], in: picture.plane, options: .init())
        #expect(found.map(\.content.text) == [sample.symbol.content.text])
        #expect(try sample.miss(of: #require(found.first), at: place) <= 9)
    }
}
