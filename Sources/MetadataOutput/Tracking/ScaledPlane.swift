import Foundation

/// A frame's plane for motion, looked at in pixels of the picture.
struct ScaledPlane: Sendable {
    private let plane: Plane
    /// Pixels of the plane in a pixel of the picture.
    private let scale: Double

    /// nil where the frame has none.
    init?(of frame: SearchedFrame) {
        guard let plane = frame.motionPlane else { return nil }
        self.plane = plane
        scale = Double(plane.width) / Double(frame.width)
    }

    func pattern(of box: CGRect, turnedBy turn: Double = 0) -> FacePattern? {
        FacePattern(of: box.scaled(by: scale), turnedBy: turn, in: plane)
    }
}
