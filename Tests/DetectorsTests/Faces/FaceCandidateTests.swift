import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct FaceCandidateTests {
    private func candidate(x: Double, score: Double, step: String = "hog1280") -> FaceCandidate {
        let centre = CGPoint(x: x, y: 100)
        return FaceCandidate(
            centre: centre, side: 100, startRoll: 0, box: FaceBox.box(centre: centre, side: 100, roll: 0),
            score: score, engine: .dlib, step: step, isTurned: false, points: [])
    }

    /// Squares of side 100 shifted by d share (100 − d) / (100 + d).
    @Test func theBetterOfTwoAtOnePlaceStays() {
        let kept = [candidate(x: 0, score: 0.3), candidate(x: 20, score: 1.2), candidate(x: 80, score: 0.1)]
            .suppressed()
        #expect(kept.map(\.score) == [1.2, 0.1])
    }

    @Test func neighboursStay() {
        // 48 apart: 52 / 148 = 0.351 is one face; 49 apart: 0.342 are two.
        #expect([candidate(x: 0, score: 1), candidate(x: 48, score: 1)].suppressed().count == 1)
        #expect([candidate(x: 0, score: 1), candidate(x: 49, score: 1)].suppressed().count == 2)
    }

    @Test func ofEqualScoresTheEarlierStepStays() {
        let kept = [candidate(x: 5, score: 1, step: "first"), candidate(x: 0, score: 1, step: "second")]
            .suppressed()
        #expect(kept.map(\.step) == ["first"])
    }

    /// dlib's square (x, y, w) becomes (x + .04 w, y − .17 w, .91 w, 1.18 w), as measured.
    @Test func boxOfAnUprightFace() {
        let box = FaceBox.box(centre: CGPoint(x: 150, y: 250), side: 100, roll: 0)
        #expect(box == CGRect(x: 104, y: 183, width: 91, height: 118))
    }

    @Test(arguments: [0.0, 50, -80, 180])
    func squareAndBoxAreInverse(_ roll: Double) {
        let centre = CGPoint(x: 150, y: 250)
        let (back, side) = FaceBox.square(box: FaceBox.box(centre: centre, side: 80, roll: roll), roll: roll)
        #expect(abs(side - 80) < 1e-9)
        #expect(hypot(back.x - centre.x, back.y - centre.y) < 1e-9)
    }

    /// Where it was found at another angle, others look at it there; what they see themselves is left to them.
    @Test func isTurnedToWhereItWasFound() {
        var face = candidate(x: 100, score: 1)
        let (box, centre) = (face.box, face.centre)
        face.turn(to: 25, beyond: HOGOpinion.reach)
        #expect(face.startRoll == 0)
        face.turn(to: -20, beyond: HOGOpinion.reach)
        #expect(face.startRoll == 0)
        face.turn(to: -170, beyond: HOGOpinion.reach)
        #expect(face.startRoll == 190)
        #expect(face.box == box)
        // The square around eyes and mouth lies below a face's middle, so above it upside down.
        #expect(face.centre.y < box.midY && centre.y > box.midY)
    }

    /// It is the box around the face as it lies, taken for an ellipse.
    @Test func boxOfATiltedFaceIsAroundIt() {
        let lying = FaceBox.box(centre: .zero, side: 100, roll: -90)
        #expect(abs(lying.width - 118) < 1e-9 && abs(lying.height - 91) < 1e-9)
        let between = FaceBox.box(centre: .zero, side: 100, roll: 45)
        #expect(abs(between.width - hypot(91, 118) / 2.squareRoot()) < 1e-9)
        #expect(abs(between.width - between.height) < 1e-9)
    }

    /// Turned clockwise by 90°, the brow is on the right.
    @Test func boxOfATurnedFaceIsShiftedTowardsTheBrow() {
        let box = FaceBox.box(centre: CGPoint(x: 150, y: 250), side: 100, roll: 90)
        #expect(abs(box.midX - 158) < 1e-9)
        #expect(abs(box.midY - 249.5) < 1e-9)
    }
}
