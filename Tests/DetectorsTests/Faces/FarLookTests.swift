import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// What YuNet's look from farther away has to say beside the near one.
@Suite struct FarLookTests {
    private let face = CGRect(x: 20, y: 40, width: 440, height: 580)
    private let lowerHalf = CGRect(x: 30, y: 250, width: 430, height: 370)

    private func isPart(_ box: CGRect, pixel: Double = 1) -> Bool {
        FarLook.isPart(box, of: face, pixel: pixel)
    }

    @Test func halvesOfAFaceAreNone() {
        #expect(isPart(lowerHalf))
        #expect(isPart(CGRect(x: 40, y: 10, width: 400, height: 330)))
        // Of a picture of more pixels than the plane too.
        let scaled = { (box: CGRect) in
            CGRect(x: 3 * box.minX, y: 3 * box.minY, width: 3 * box.width, height: 3 * box.height)
        }
        #expect(FarLook.isPart(scaled(lowerHalf), of: scaled(face), pixel: 3))
    }

    /// A photograph held before a face, and a head beside it.
    @Test func otherFacesStay() {
        #expect(!isPart(CGRect(x: 200, y: 300, width: 180, height: 230)))
        #expect(!isPart(CGRect(x: 330, y: 100, width: 300, height: 400)))
        // In a plane where the large one is none that the near look draws badly, and the small one is small.
        #expect(!isPart(lowerHalf, pixel: 2))
    }

    @Test func whatBothSeeStaysTheNearLooks() {
        let box = CGRect(x: 100, y: 100, width: 150, height: 200)
        let near = [box.offsetBy(dx: 20, dy: 10)]
        #expect(!FarLook.isNew(box, beside: near, pixel: 1))
        #expect(FarLook.isNew(box, beside: [], pixel: 1))
        #expect(FarLook.isNew(box, beside: [box.offsetBy(dx: 90, dy: 0)], pixel: 1))
        // Of what is so large the near look's box is not right.
        #expect(FarLook.isNew(face, beside: [face.insetBy(dx: 0, dy: 60)], pixel: 1))
    }

    @Test func smallPicturesNeedNoSecondLook() {
        func isOfUse(_ width: Int, _ height: Int) -> Bool {
            FarLook.isOfUse(beside: View(Plane(width: width, height: height) { $0.update(repeating: 9) }))
        }
        #expect(!isOfUse(320, 336))
        #expect(isOfUse(320, 340))
    }

    private func candidate(_ box: CGRect, score: Double, isBelieved: Bool = true) -> FaceCandidate {
        let (centre, side) = FaceBox.square(box: box, roll: 0)
        var candidate = FaceCandidate(
            centre: centre, side: side, startRoll: 0, box: box, score: score, engine: .yunet,
            step: "test", isTurned: false, points: [])
        candidate.isBelieved = isBelieved
        return candidate
    }

    @Test func ofTwoAtOnePlaceTheBetterStands() {
        let box = CGRect(x: 100, y: 100, width: 150, height: 200)
        let shifted = box.offsetBy(dx: 30, dy: 0)
        func standing(near: Double, far: Double, isBelieved: Bool = true) -> [Double] {
            FarLook.joined(
                [candidate(box, score: near, isBelieved: isBelieved), candidate(lowerHalf, score: 0.8)],
                [candidate(shifted, score: far)]
            ).filter(\.isBelieved).map(\.score)
        }
        #expect(standing(near: 0.9, far: 0.7) == [0.9, 0.8])
        #expect(standing(near: 0.7, far: 0.9) == [0.9, 0.8])
        #expect(standing(near: 0.7, far: 0.7) == [0.8, 0.7])
        let displaced = FarLook.joined([candidate(box, score: 0.9)], [candidate(shifted, score: 0.7)])
            .filter { !$0.isBelieved }
        #expect(displaced.map(\.score) == [0.7] && displaced.map(\.refusal) == [.anotherStands])
        // What is not believed displaces nothing.
        #expect(standing(near: 0.9, far: 0.7, isBelieved: false) == [0.8, 0.7])
    }
}
