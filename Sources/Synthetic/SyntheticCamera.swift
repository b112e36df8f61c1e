public import Capture
import Dispatch
import Foundation
import MetadataOutput

/// A scene as a camera shows it: frames come when they are due, and what nobody takes in time is lost.
///
/// The frames are made beforehand, so that showing them costs nothing, or one by one as they are due, each with noise of its
/// own; the last is followed by the first.
public final class SyntheticCamera: CaptureInput {
    /// `synthetic camera`, or what it was called.
    public let sourceName: String
    /// Frames a second.
    public let framesPerSecond: Double
    /// How many frames come; nil for no end.
    public let frameCount: Int?
    private let picture: @Sendable (Int) -> Plane
    private let size: (width: Int, height: Int)

    /// Makes every frame of a scene, which takes time and one byte a pixel of each.
    ///
    /// - Parameters:
    ///   - scene: What is shown, at least one frame.
    ///   - frameCount: How many frames come until the camera ends; default nil for no end.
    ///   - sourceName: Its name in records.
    public init(scene: SyntheticScene, frameCount: Int? = nil, sourceName: String = "synthetic camera") {
        precondition(scene.frameCount > 0, "a camera shows something")
        self.sourceName = sourceName
        self.frameCount = frameCount
        framesPerSecond = scene.framesPerSecond
        size = (scene.background.width, scene.background.height)
        let planes = (0..<scene.frameCount).map { scene.frame($0).luma }
        picture = { planes[$0 % planes.count] }
    }

    /// Makes each frame when it is due: no two have the same noise.
    ///
    /// - Parameters:
    ///   - scene: What is shown, at least one frame.
    ///   - sourceName: Its name in records.
    public init(live scene: SyntheticScene, sourceName: String) {
        precondition(scene.frameCount > 0, "a camera shows something")
        self.sourceName = sourceName
        frameCount = nil
        framesPerSecond = scene.framesPerSecond
        size = (scene.background.width, scene.background.height)
        picture = { number in
            var scene = scene
            scene.seed &+= UInt64(number / scene.frameCount) &* 0x2545_F491_4F6C_DD1D
            return scene.frame(number % scene.frameCount).luma
        }
    }

    /// Begins with the first frame, now. Presets do not matter: a scene has one size.
    public func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
        SyntheticCameraStream(
            picture: picture, formatDescription: "GREY \(size.width)x\(size.height) at \(framesPerSecond)",
            framesPerSecond: framesPerSecond, frameCount: frameCount)
    }
}

private final class SyntheticCameraStream: CaptureStream {
    private let picture: @Sendable (Int) -> Plane
    let formatDescription: String
    private let framesPerSecond: Double
    private let frameCount: Int?
    private let start = SyntheticCameraStream.now
    private var next = 0
    /// The frame that is due next, as soon as it is made.
    private var ready: (number: Int, plane: Plane)?

    init(
        picture: @escaping @Sendable (Int) -> Plane, formatDescription: String, framesPerSecond: Double,
        frameCount: Int?
    ) {
        self.picture = picture
        self.formatDescription = formatDescription
        self.framesPerSecond = framesPerSecond
        self.frameCount = frameCount
    }

    func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
        let newest = Int((Self.now - start) / .seconds(1) * framesPerSecond)
        let number = max(next, newest)
        if let frameCount, number >= frameCount {
            throw CaptureError(.inputEnded, "the camera has shown all")
        }
        let plane = ready?.number == number ? ready?.plane ?? picture(number) : picture(number)
        ready = (number, plane)
        let due = start + .seconds(Double(number) / framesPerSecond)
        let wait = due - Self.now
        Thread.sleep(forTimeInterval: max(0, min(wait, timeout) / .seconds(1)))
        guard wait <= timeout else { return nil }
        defer { next = number + 1 }
        return CaptureFrame(
            payload: .frame(Frame(luma: plane, time: due)), time: due,
            sequenceNumber: number, drops: number > next ? [.late: number - next] : [:])
    }

    func close() {}

    /// The monotonic clock, which frames' times are on.
    private static var now: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) }
}
