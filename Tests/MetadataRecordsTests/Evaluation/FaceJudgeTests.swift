import Foundation
import Testing

@testable import MetadataRecords

@Suite struct FaceJudgeTests {
    private let box = CGRect(x: 10, y: 10, width: 40, height: 60)

    private func judged(
        _ faces: [TruePicture.Face], _ reports: [ReportedPicture.Face], ignored: [CGRect] = []
    ) -> FaceJudge.Verdict {
        let picture = TruePicture(
            path: "a.png", size: CGSize(width: 200, height: 200), faces: faces, ignoredBoxes: ignored)
        return FaceJudge().verdict(on: reports, of: picture)
    }

    private func report(_ box: CGRect, roll: Double? = nil, yaw: Double? = nil) -> ReportedPicture.Face {
        ReportedPicture.Face(box: box, rollAngle: roll, yawAngle: yaw, engine: "e")
    }

    @Test func overlapIsIntersectionOverUnion() {
        let square = CGRect(x: 0, y: 0, width: 2, height: 2)
        let judge = FaceJudge()
        #expect(judge.overlap(square, square) == 1)
        #expect(judge.overlap(square, square.offsetBy(dx: 2, dy: 0)) == 0)
        #expect(abs(judge.overlap(square, square.offsetBy(dx: 1, dy: 0)) - 1 / 3) < 1e-12)
    }

    @Test func halfOverlapIsFoundAndLessIsFalse() {
        #expect(
            judged([.init(box: box)], [report(CGRect(x: 10, y: 10, width: 40, height: 30))]).found == [0])
        let verdict = judged([.init(box: box)], [report(CGRect(x: 10, y: 10, width: 40, height: 29))])
        #expect(verdict.found.isEmpty && verdict.wrong == [0])
    }

    @Test func aFaceHasOneBoxTheBest() {
        let verdict = judged([.init(box: box)], [report(box.offsetBy(dx: 5, dy: 0)), report(box)])
        #expect(verdict.found == [1] && verdict.wrong == [0])
    }

    @Test func ignoredBoxesCountNeitherWay() {
        let verdict = judged(
            [], [report(box), report(CGRect(x: 100, y: 100, width: 20, height: 30))], ignored: [box])
        #expect(verdict.found.isEmpty && verdict.wrong == [1])
    }

    @Test func anglesAreComparedAroundTheCircle() {
        let verdict = judged(
            [.init(box: box, rollAngle: -7.5), .init(box: box.offsetBy(dx: 100, dy: 0), rollAngle: 2)],
            [report(box, roll: 350, yaw: 20), report(box.offsetBy(dx: 100, dy: 0), roll: 359)])
        #expect(verdict.rollErrors.sorted() == [2.5, 3])
        #expect(verdict.yawErrors.isEmpty)
    }

    @Test func anglesThatNoDifferenceHoldsAreLeftOut() {
        let verdict = judged(
            [.init(box: box, rollAngle: -1e308, yawAngle: 1)], [report(box, roll: 1e308, yaw: 1e308)])
        #expect(verdict.rollErrors.isEmpty)
        #expect(verdict.yawErrors.count == 1 && (0...180).contains(verdict.yawErrors[0]))
    }
}
