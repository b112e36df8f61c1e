import Foundation
import Testing

@testable import MetadataOutput

/// What corners can be those of something in a picture of 200 × 100 pixels, and what comes of others.
@Suite struct OutlineTests {
    private static func points(_ numbers: [Double]) -> [CGPoint] {
        stride(from: 0, to: numbers.count, by: 2).map { CGPoint(x: numbers[$0], y: numbers[$0 + 1]) }
    }

    @Test(arguments: [
        [10, 10, 10, 60, 60, 60, 60, 10],  // counter-clockwise
        [10, 10, 60, 10, 60, 60, 10, 60],  // mirrored
        [-20, 10, -20, 60, 30, 60, 30, 10],  // over the edge
        [20, 40, 20, 41, 180, 41, 180, 40],  // a line, one pixel high
        [0, 0, 0, 100, 200, 100, 200, 0],  // all of it
    ])
    func outlines(_ numbers: [Double]) {
        #expect(Self.points(numbers).isOutline(inPictureOf: 200, by: 100))
    }

    @Test(arguments: [
        [30, 30, 30, 89, 0, 0, 0, 0],  // two corners at zero
        [0, 0, 0, 0, 0, 0, 0, 0], [10, 10, 10, 60, 60, 60],
        [10, 10, 10, 60, 10, 90, 10, 30],  // no area
        [10, 10, 60, 60, 10, 60, 60, 10],  // crosses itself
        [210, 10, 210, 60, 260, 60, 260, 10],  // outside
        [10, 10, 10, 60, 600, 60, 600, 10],  // far out
        [10, 10, 10, .nan, 60, 60, 60, 10], [10, 10, 10, 60, .infinity, 60, 60, 10],
    ])
    func noOutlines(_ numbers: [Double]) throws {
        let corners = Self.points(numbers)
        #expect(!corners.isOutline(inPictureOf: 200, by: 100))

        // Such a reading neither stands, wherever is looked, nor takes the place of one that has a place.
        var reading = Reading.qr("without a place", .zero)
        reading.corners = corners
        let placed = Reading.qr("placed", CGRect(x: 5, y: 5, width: 30, height: 30))
        let output = CaptureMetadataOutput(
            detectors: [ScriptedDetector(readings: [reading, placed])], decoder: TwoByteDecoder())
        try output.setMetadataObjectTypes([.qr])
        for region in [CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 0, y: 0, width: 0.1, height: 0.1)] {
            try output.setRectOfInterest(region)
            let update = try output.update(for: .encoded([200, 100], limits: .standard))
            let texts = update.objects.map { ($0 as? MetadataMachineReadableCodeObject)?.stringValue }
            #expect(texts == ["placed"])
            #expect(update.judgements.map(\.decision) == [.stands(1), .refused(.withoutPlace)])
        }
    }
}
