import Foundation
import Testing

@testable import MetadataOutput

/// Frames that show the same and have another size, or another part of what the camera sees.
@Suite struct FrameChangeTests {
    /// One of 1000 × 1000 pixels before the zoom, which cuts out its middle.
    private func frame(
        _ number: Int, zoom: Double = 1, size: Int? = nil, _ readings: [Reading]? = nil
    ) -> SearchedFrame {
        let side = size ?? Int(1000 / zoom)
        var frame = SearchedFrame(
            time: .milliseconds(40 * number), request: DetectionRequest(types: [.qr, .face]),
            shares: readings == nil ? [:] : [.qr: 1, .face: 1], width: side, height: side,
            detections: (readings ?? []).map { Detection(reading: $0, confidence: 1) },
            motionPlane: Plane(width: 2, height: 2, samples: [0, 0, 0, 0]))
        frame.crop = CGRect(
            x: (1 - 1 / zoom) / 2, y: (1 - 1 / zoom) / 2, width: 1 / zoom, height: 1 / zoom)
        return frame
    }

    private func isNear(_ box: CGRect?, _ other: CGRect) -> Bool {
        guard let box else { return false }
        return zip(box.corners, other.corners).allSatisfy { hypot($0.x - $1.x, $0.y - $1.y) < 1e-9 }
    }

    @Test func inAFrameOfAnotherSizeThatRestsAllIsWhereItWas() {
        let sequence = MetadataSequence(motion: nil, ids: ObjectIDSource())
        let box = square(300, 500)
        _ = sequence.update(for: frame(0, [.qr("a", box)]))
        var resting = frame(1, size: 2000)
        (resting.parts, resting.isSearched) = ([], false)
        let place = CGRect(x: 0.25, y: 0.45, width: 0.1, height: 0.1)
        #expect(isNear(sequence.update(for: resting).objects.first?.bounds, place))
        let update = sequence.update(for: frame(2, [.qr("a", box)]))
        #expect(update.ids == [1] && isNear(update.objects.first?.bounds, place))
    }

    @Test func aFaceKeepsItsIDWhenAZoomCutsOutTheMiddle() {
        let sequence = MetadataSequence(motion: nil, ids: ObjectIDSource())
        _ = sequence.update(for: frame(0, [.face(square(600, 500))]))
        // Before anybody has looked for it…
        let unsearched = sequence.update(for: frame(1, zoom: 2))
        let place = CGRect(x: 0.6, y: 0.4, width: 0.2, height: 0.2)
        #expect(isNear(unsearched.objects.first?.bounds, place))
        // …and when it is found there.
        let found = sequence.update(for: frame(2, zoom: 2, [.face(square(350, 250))]))
        #expect(found.ids == [1] && found.appeared.isEmpty && isNear(found.objects.first?.bounds, place))
        #expect(sequence.update(for: frame(3, [.face(square(600, 500))])).ids == [1])
    }

    /// What is seen to move while the zoom changes includes what the zoom moves.
    @Test func motionAndASmallStepOfAZoomAreNotCountedTwice() {
        /// Of something that rests before a camera that zooms.
        struct Zooming: MotionEstimator {
            let factor: Double

            func plane(of luma: Plane) -> Plane { luma }

            func motions(of places: [CGRect], from earlier: Plane, to later: Plane) -> [Motion?] {
                places.map {
                    Motion(
                        center: CGPoint(x: $0.midX, y: $0.midY),
                        movedCenter: CGPoint(
                            x: 1 + factor * ($0.midX - 1), y: 1 + factor * ($0.midY - 1)),
                        scale: factor)
                }
            }
        }
        let (sequence, ids) = (MetadataSequence(motion: Zooming(factor: 1.25), ids: ObjectIDSource()), [1])
        _ = sequence.update(for: frame(0, [.face(square(600, 500))]))
        let update = sequence.update(for: frame(1, zoom: 1.25))
        #expect(update.ids == ids)
        #expect(
            isNear(update.objects.first?.bounds, CGRect(x: 0.5625, y: 0.4375, width: 0.125, height: 0.125)))
    }
}
