public import Capture
import Foundation
import MetadataOutput

/// A scene as an input of a session, in place of a camera. Frames are made when they are asked for, as fast as they
/// are taken; their times are the scene's.
public final class SyntheticInput: CaptureInput {
    /// `synthetic`, or what it was called.
    public let sourceName: String
    /// What is shown.
    public let scene: SyntheticScene

    /// Makes an input.
    public init(scene: SyntheticScene, sourceName: String = "synthetic") {
        self.scene = scene
        self.sourceName = sourceName
    }

    /// No frame is left out, so that the same scene gives the same updates.
    public var dropsLateFrames: Bool { false }

    /// Begins with the first frame. Presets do not matter: a scene has one size.
    public func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
        SyntheticStream(scene: scene)
    }
}

private final class SyntheticStream: CaptureStream {
    private let scene: SyntheticScene
    private var next = 0

    init(scene: SyntheticScene) {
        self.scene = scene
    }

    var formatDescription: String {
        "GREY \(scene.background.width)x\(scene.background.height) at \(scene.framesPerSecond)"
    }

    var pictureSize: CGSize? { CGSize(width: scene.background.width, height: scene.background.height) }

    func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
        guard next < scene.frameCount else { throw CaptureError(.inputEnded, "the scene is over") }
        defer { next += 1 }
        let frame = scene.frame(next)
        return CaptureFrame(payload: .frame(frame), time: frame.time, sequenceNumber: next)
    }

    func close() {}
}
