import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Which of the faces seen in turned pictures are believed.
@Suite struct FaceTurnsTests {
    private func face(_ box: CGRect, score: Double, roll: Double? = nil) -> Reading {
        Reading(
            type: .face, corners: box.corners, content: .face(FaceContent(rollAngle: roll)),
            engine: .yunetMesh, step: "test",
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

    private func candidate(_ box: CGRect, score: Double) -> FaceCandidate {
        let (centre, side) = FaceBox.square(box: box, roll: 0)
        return FaceCandidate(
            centre: centre, side: side, startRoll: 0, box: box, score: score, engine: .yunetMesh,
            step: "test", isTurned: false, points: [])
    }

    @Test func aTurnedLookNeedsASureFace() {
        let large = CGRect(x: 100, y: 100, width: 80, height: 100)
        let small = CGRect(x: 400, y: 100, width: 20, height: 25)
        func isWayUp(_ faces: FaceCandidate...) -> Bool { FaceTurns.isWayUp(of: faces, longerSide: 1000) }
        #expect(!isWayUp())
        #expect(!isWayUp(candidate(large, score: 0.9)))
        #expect(!isWayUp(candidate(small, score: 0.999)))
        #expect(isWayUp(candidate(small, score: 0.5), candidate(large, score: 0.99)))
    }

    private let box = CGRect(x: 100, y: 100, width: 80, height: 100)
    private let other = CGRect(x: 500, y: 100, width: 80, height: 100)
    private let part = CGRect(x: 130, y: 150, width: 30, height: 30)

    /// Of two looks at one face that is right which is surer of all it sees; a mouth upside down in it is none. What is not right
    /// is not forgotten.
    @Test func theSurestLookIsRight() {
        let shifted = box.offsetBy(dx: 10, dy: 0)
        var turns = FaceTurns(upright: [face(shifted, score: 0.985), face(part, score: 0.9)])
        turns.add([face(box, score: 0.982), face(other, score: 0.99)])
        let (standing, displaced) = turns.faces
        #expect(standing.map(\.boundingBox) == [other, box])
        #expect(displaced.map(\.boundingBox) == [shifted, part])
    }

    /// A look is its way up because of one face: others that it sees are no surer for that.
    @Test func whatIsUnsureDisplacesNothingSurer() {
        var turns = FaceTurns(upright: [face(part, score: 0.9), face(other, score: 0.4)])
        turns.add([face(CGRect(x: 300, y: 400, width: 90, height: 90), score: 0.99), face(box, score: 0.6)])
        let (standing, displaced) = turns.faces
        #expect(standing.map(\.evidence.score) == [0.99, 0.9, 0.4])
        #expect(displaced.map(\.boundingBox) == [box])
    }

    /// A small face that is sure is none of another's parts, whichever way up that one lies.
    @Test func aSureFaceWithinAnotherStays() {
        var turns = FaceTurns(upright: [face(part, score: 0.985)])
        turns.add([face(box, score: 0.99)])
        let (standing, displaced) = turns.faces
        #expect(standing.map(\.boundingBox) == [box, part])
        #expect(displaced.isEmpty)
    }

    /// What one look sees it may see in one place: the search that found it has judged that.
    @Test func facesOfOneLookStandBesideEachOther() {
        let turns = FaceTurns(upright: [face(box, score: 0.99), face(part, score: 0.5)])
        #expect(turns.faces.standing.count == 2)
    }

    /// A wheel is as good a face any way up; a face is not, whichever look tells how it stands.
    @Test func whatIsSureAtTwoRollsIsNoFace() {
        func faces(_ rolls: Double..., scores: Double...) -> [CGRect] {
            var turns = FaceTurns(upright: [face(box, score: scores[0], roll: rolls[0])])
            turns.add([
                face(box.offsetBy(dx: 4, dy: 2), score: scores[1], roll: rolls[1]), face(other, score: 0.99),
            ])
            let (standing, displaced) = turns.faces
            #expect(standing.count + displaced.count == 3)
            return standing.map(\.boundingBox)
        }
        #expect(faces(0, 91, scores: 0.995, 0.99) == [other])
        #expect(faces(350, 232, scores: 0.99, 0.99) == [other])
        // Halfway between two ways up, both see it, and as it stands.
        #expect(faces(350, 20, scores: 0.985, 0.99).count == 2)
        // Nor does a third look find one there.
        var turns = FaceTurns(upright: [face(box, score: 0.99, roll: 0)])
        turns.add([face(box, score: 0.99, roll: 90)])
        turns.add([face(box, score: 0.7, roll: 180)])
        #expect(turns.faces.standing.isEmpty)
        // One look that is less sure may be wrong.
        #expect(faces(0, 91, scores: 0.995, 0.9).count == 2)
    }
}
