import Foundation

/// The two boxes of a face: the square that dlib draws, eyes to mouth with margins, and the box from brow to chin
/// that is reported; YuNet draws the latter.
enum FaceBox {
    /// Brow-to-chin box by side of dlib's square.
    private static let width = 0.91
    private static let height = 1.18
    /// From the square's centre to the box's, by the square's side, in the face's own directions.
    private static let offset = CGPoint(x: -0.005, y: -0.08)

    /// The box for dlib's square around a face that is tilted by `roll` degrees.
    static func box(centre: CGPoint, side: Double, roll: Double) -> CGRect {
        let shift = Homography.rotation(degrees: roll)(offset)
        let size = size(roll: roll)
        let (width, height) = (side * size.width, side * size.height)
        return CGRect(
            x: centre.x + shift.x * side - width / 2, y: centre.y + shift.y * side - height / 2,
            width: width, height: height)
    }

    /// The square dlib would draw for a box around a face that is tilted by `roll` degrees.
    static func square(box: CGRect, roll: Double) -> (centre: CGPoint, side: Double) {
        let size = size(roll: roll)
        let side = (box.width / size.width + box.height / size.height) / 2
        let shift = Homography.rotation(degrees: roll)(offset)
        return (CGPoint(x: box.midX - shift.x * side, y: box.midY - shift.y * side), side)
    }

    /// Of the upright box around a tilted face, which is taken for an ellipse, by the square's side.
    private static func size(roll: Double) -> CGSize {
        let turn = Homography.rotation(degrees: roll)
        let (across, down) = (turn(CGPoint(x: width, y: 0)), turn(CGPoint(x: 0, y: height)))
        return CGSize(width: hypot(across.x, down.x), height: hypot(across.y, down.y))
    }
}
