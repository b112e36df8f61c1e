import Foundation
import Testing

@testable import MetadataOutput

/// What was seen in a picture beside a source's frames.
@Suite struct JoinedReadingsTests {
    private func frame(_ request: DetectionRequest, _ readings: [Reading]) -> SearchedFrame {
        SearchedFrame(
            time: .zero, request: request, shares: [:], width: 1000, height: 1000,
            detections: readings.map { Detection(reading: $0, confidence: 1) })
    }

    /// A series takes its time, and somebody may have set the types or the region meanwhile.
    @Test func whatIsNotWantedAnyMoreIsNotJoined() {
        let readings: [Reading] = [
            .qr("left", square(200, 500)), .qr("right", square(800, 500)), .face(square(200, 200)),
        ]
        let joined = JoinedReadings()
        joined.put(frame(DetectionRequest(types: [.qr, .face]), readings), of: "a", until: .seconds(1))
        let left = CGRect(x: 0, y: 0, width: 0.5, height: 1)
        let wanted = DetectionRequest(types: [.qr], rectOfInterest: left)
        let taken = joined.take(of: "a", into: frame(wanted, []))
        #expect(taken.detections.map(\.reading.corners) == [readings[0].corners])
    }
}
