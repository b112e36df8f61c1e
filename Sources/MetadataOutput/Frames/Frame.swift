/// One picture as detectors see it: luma, upright, and the time it was taken.
public struct Frame: Sendable {
    /// The picture's luma, row by row from the top left, any orientation of its file already applied.
    public let luma: Plane
    /// When the picture was taken, on the source's clock; zero for a still picture.
    public let time: Duration
    /// How long the picture stands, or nil where there is no next one (stills).
    public let duration: Duration?

    /// Makes a frame.
    public init(luma: Plane, time: Duration = .zero, duration: Duration? = nil) {
        self.luma = luma
        self.time = time
        self.duration = duration
    }
}
