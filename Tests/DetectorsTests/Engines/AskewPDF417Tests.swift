import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// PDF417 symbols along whose rows no row of pixels runs: turned, in perspective, around bottles.
@Suite(.enabled(if: ZXing.isCurrent)) struct AskewPDF417Tests {
    private static let samples = ["plain", "columns-12", "content-boarding-pass"]

    private struct Sample {
        let plane: Plane
        let symbol: Symbol

        init(_ name: String) throws {
            plane = try FaceSamples.plane("pdf417/\(name).png")
            symbol = try #require(ZXing.symbols(of: [.pdf417], in: plane, options: .init()).first)
        }

        /// What is at a point of it; nil beside it.
        func color(_ place: CGPoint) -> Double? {
            let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
            guard x >= 0, y >= 0, x < plane.width, y < plane.height else { return nil }
            return plane.withBytes { Double($0[y * plane.width + x]) }
        }

        /// From its own coordinates, with the middle at zero, to those of a picture of 1000 × 640.
        func place(_ map: Homography) -> Homography {
            .translation(x: -Double(plane.width) / 2, y: -Double(plane.height) / 2).then(map)
                .then(.translation(x: 500, y: 320))
        }

        /// Reads it in one pass, with corners that lie near where it was drawn.
        func expectRead(_ map: Homography, in picture: Plane, within distance: Double, _ comment: Comment)
            throws
        {
            let found = try ZXing.symbols(of: [.pdf417], in: picture, options: .init())
            #expect(found.map(\.content.text) == [symbol.content.text], comment)
            for (corner, truth) in zip(found.first?.corners ?? [], symbol.corners.map { place(map)($0) }) {
                #expect(hypot(corner.x - truth.x, corner.y - truth.y) <= distance, comment)
            }
        }
    }

    /// Before, turned by 10° and more they were not read, or as something else, with all of the error correction used up.
    @Test(arguments: samples) func aTurnedOneIsRead(name: String) throws {
        let sample = try Sample(name)
        for degrees in [-24.0, -9, 16, 192] {
            let map = Homography.scale(x: 1.5, y: 1.5).then(.rotation(degrees: degrees))
            var picture = DrawnPicture(width: 1000, height: 640)
            try picture.draw(sample.place(map), color: sample.color)
            picture.addNoise(8, seed: 3)
            try sample.expectRead(map, in: picture.plane, within: 8, "\(degrees)°")
        }
    }

    /// Bars that are not parallel, and rows of which each has another slope. Corners that ZXing tells itself are not as near.
    @Test(arguments: ["plain", "content-boarding-pass"]) func oneInPerspectiveIsRead(name: String) throws {
        let sample = try Sample(name)
        for (across, along) in [(0.0004, 0.0), (-0.0002, -0.0006)] {
            let scale = 720 / Double(sample.plane.width)
            let map = Homography.scale(x: scale, y: scale).then(
                Homography([1, 0, 0, 0, 1, 0, across, along, 1]))
            var picture = DrawnPicture(width: 1000, height: 640)
            try picture.draw(sample.place(map), color: sample.color)
            picture.addNoise(8, seed: 4)
            try sample.expectRead(map, in: picture.plane, within: 24, "\(across), \(along)")
        }
    }

    /// Around a bottle, held upright or lying, seen a little from above.
    @Test(arguments: samples, [false, true]) func oneOnABottleIsRead(name: String, isLying: Bool) throws {
        let sample = try Sample(name)
        let size = isLying ? sample.plane.height : sample.plane.width
        let radius = Double(size) / 2 / 0.7
        var picture = DrawnPicture(width: 1000, height: 640)
        try picture.draw(.scale(x: 1.6, y: 1.6).then(.translation(x: 500, y: 320))) { place in
            let (across, along) = isLying ? (place.y, place.x) : (place.x, place.y)
            guard abs(across) < radius else { return nil }
            let turn = asin(across / radius)
            let (x, y) = (turn * radius, along - 0.12 * radius * (1 - cos(turn)))
            let (column, row) = isLying ? (y, x) : (x, y)
            return sample.color(
                CGPoint(x: column + Double(sample.plane.width) / 2, y: row + Double(sample.plane.height) / 2))
        }
        picture.addNoise(8, seed: 5)
        let found = try ZXing.symbols(of: [.pdf417], in: picture.plane, options: .init())
        #expect(found.map(\.content.text) == [sample.symbol.content.text])
    }

    /// A reader of boarding passes asks for nothing else, and holds them as it likes.
    @Test(arguments: [35.0, 220]) func whereNothingElseIsAskedForBarsAreFoundToo(degrees: Double)
        throws
    {
        let sample = try Sample("content-boarding-pass")
        var picture = DrawnPicture(width: 1000, height: 640)
        try picture.draw(
            sample.place(.scale(x: 1.2, y: 1.2).then(.rotation(degrees: degrees))), color: sample.color)
        picture.addNoise(8, seed: 6)
        let request = DetectionRequest(types: [.pdf417], effort: .normal).unhurried
        let found = ReadingArbiter().detections(
            try CodeDetector().detect(request, in: Frame(luma: picture.plane)).readings)
        #expect(found.count == 1)
        guard case .code(let content)? = found.first?.reading.content else { return }
        #expect(content.text == sample.symbol.content.text)
    }
}
