import Foundation
import MetadataOutput
import Testing

@testable import MetadataRecords

/// Top left, bottom left, bottom right, top right of frames around 0,0, 200 wide and high.
@Suite struct FaceFrameTests {
    private func frame(roll: Double = 0, yaw: Double = 0, pitch: Double = 0) -> FaceFrame {
        FaceFrame(
            bounds: CGRect(x: -100, y: -100, width: 200, height: 200), roll: roll, yaw: yaw, pitch: pitch)
    }

    private func isNear(_ point: CGPoint, _ x: Double, _ y: Double) -> Bool {
        abs(point.x - x) < 0.01 && abs(point.y - y) < 0.01
    }

    @Test func aFaceThatIsNotTurnedHasItsBox() {
        let frame = frame()
        for (corner, place) in zip(frame.corners, [(-100.0, -100.0), (-100, 100), (100, 100), (100, -100)]) {
            #expect(isNear(corner, place.0, place.1))
        }
        #expect(isNear(frame.gaze.to, 0, 0))
    }

    @Test func rollIsClockwiseAsSeen() {
        // The top left goes to the top right.
        #expect(isNear(frame(roll: 90).corners[0], 100, -100))
        #expect(isNear(frame(roll: 330).corners[3], 100 * cos(.pi / 6) - 50, -50 - 100 * cos(.pi / 6)))
    }

    @Test(arguments: [90.0, 270])
    func aFaceThatLiesFillsTheBoxAroundIt(_ roll: Double) {
        let bounds = CGRect(x: -120, y: -80, width: 240, height: 160)
        let frame = FaceFrame(bounds: bounds, roll: roll, yaw: 0, pitch: 0)
        #expect(CGRect(around: frame.corners).insetBy(dx: -0.01, dy: -0.01).contains(bounds))
        #expect(bounds.insetBy(dx: -0.01, dy: -0.01).contains(CGRect(around: frame.corners)))
    }

    @Test func aFaceTurnedToTheLeftHasItsRightSideNearer() {
        // By CATransform3D with m34 = −1/1000: x cos / (1 − x sin / 1000), and y by the same.
        let corners = frame(yaw: 30).corners
        let (near, far) = (1 - 100 * 0.5 / 1000, 1 + 100 * 0.5 / 1000)
        #expect(isNear(corners[2], 100 * cos(.pi / 6) / near, 100 / near))
        #expect(isNear(corners[1], -100 * cos(.pi / 6) / far, 100 / far))
        #expect(frame(yaw: 30).gaze.to.x < -10)
    }

    @Test func aFaceThatLooksDownHasItsBrowNearer() {
        let frame = frame(pitch: 20)
        #expect(frame.corners[3].x - frame.corners[0].x > frame.corners[2].x - frame.corners[1].x + 5)
        #expect(frame.gaze.to.y > 10)
    }

    @Test func yawIsAboutTheHeadsOwnAxis() {
        // Lying on its right side (as seen), turned to what is its left edge: it looks up in the picture.
        let gaze = frame(roll: 90, yaw: 30).gaze
        #expect(abs(gaze.to.x) < 0.01 && gaze.to.y < -10)
    }
}
