import PreviewLink

/// A camera as the service knows it.
struct CameraView {
    /// After so long without a frame nobody should believe in the picture, in milliseconds.
    static let patience: Int64 = 2_000

    var camera: LinkCamera
    /// When the newest frame was taken, in milliseconds since 1970.
    var captured: Int64?
    var frames: Int?
    var drops: Int?
    /// Milliseconds of processor time.
    var processor: Int?
    /// For how long its pictures have been the same, in milliseconds.
    var unchanged: Int?
    /// Whether a frame was asked for and has not come yet.
    var isAsked = false
    /// The newest frame that came, and its number, which no other frame had.
    var newest: (number: Int, frame: ShownFrame)?

    init(_ camera: LinkCamera) {
        self.camera = camera
    }

    /// Whether there has been a frame a moment ago. One of the future was taken before the clock was set back.
    func isFresh(at now: Int64) -> Bool {
        captured.map { ((now - Self.patience)...(now + Self.patience)).contains($0) } ?? false
    }
}

/// A frame as it is shown.
struct ShownFrame {
    /// The whole message, for pages.
    let message: LinkMessage
    /// When it was taken, in milliseconds since 1970.
    let captured: Int64?
    /// The picture, for those who want nothing else.
    var picture: [UInt8] { message.body }
}
