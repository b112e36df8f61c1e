import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Which of the faces seen in turned pictures are believed.
@Suite struct FaceTurnsTests {
    private func face(_ box: CGRect, score: Double) -> Reading {
        Reading(
            type: .face, corners: box.corners, content: .face(FaceContent()), engine: .yunetMesh,
            step: "test",
            evidence: Evidence(source: .plain, score: score))
    }

    @Test(arguments: [1, 2, 3])
    func turnedPlanesHaveTheSamePixels(_ quarters: Int) {
        let plane = Plane(width: 5, height: 3) { samples in
            for index in samples.indices { samples[index] = UInt8(index) }
        }
        let view = View(plane).turned(byQuarters: quarters)
        #expect(view.plane.width == (quarters == 2 ? 5 : 3))
        #expect(view.plane.height == (quarters == 2 ? 3 : 5))
        plane.withUnsafeSamples { samples in
            view.plane.withUnsafeSamples { turned in
                for y in 0..<view.plane.height {
                    for x in 0..<view.plane.width {
                        let place = view.toPicture(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
                        let pixel = samples[Int(place.y) * plane.bytesPerRow + Int(place.x)]
                        #expect(turned[y * view.plane.bytesPerRow + x] == pixel)
                    }
                }
            }
        }
        // Clockwise: what was the top left corner is at the right after one quarter.
        #expect(
            view.toPicture(
                CGPoint(x: quarters == 3 ? 0 : view.plane.width, y: quarters == 1 ? 0 : view.plane.height))
                == .zero)
    }

    @Test func aTurnedLookNeedsASureFace() {
        var turns = FaceTurns(upright: [])
        let large = CGRect(x: 100, y: 100, width: 80, height: 100)
        let small = CGRect(x: 400, y: 100, width: 20, height: 25)
        let unsure = turns.add([face(large, score: 0.9)], longerSide: 1000)
        let tooSmall = turns.add([face(small, score: 0.999)], longerSide: 1000)
        #expect(!unsure)
        #expect(!tooSmall)
        #expect(turns.faces.isEmpty)
        let sure = turns.add([face(large, score: 0.99), face(small, score: 0.5)], longerSide: 1000)
        #expect(sure)
        #expect(turns.faces.count == 2)
    }

    /// Of two looks at one face that is right which is surer of all it sees; a mouth upside down in it is none.
    @Test func theSurestLookIsRight() {
        let box = CGRect(x: 100, y: 100, width: 80, height: 100)
        let shifted = box.offsetBy(dx: 10, dy: 0)
        let part = CGRect(x: 130, y: 150, width: 30, height: 30)
        let other = CGRect(x: 500, y: 100, width: 80, height: 100)
        var turns = FaceTurns(upright: [face(shifted, score: 0.6), face(part, score: 0.9)])
        let isWayUp = turns.add([face(box, score: 0.99), face(other, score: 0.99)], longerSide: 1000)
        #expect(isWayUp)
        #expect(turns.faces.map(\.boundingBox) == [box, other])
    }
}
