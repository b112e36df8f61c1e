public import Capture
import Dispatch
import Foundation
import MetadataOutput

/// A scene as a camera shows it: frames come when they are due, and what nobody takes in time is lost.
///
/// The frames are made beforehand, so that showing them costs nothing, and the last is followed by the first.
public final class SyntheticCamera: CaptureInput {
    /// `synthetic camera`, or what it was called.
    public let sourceName: String
    /// Frames a second.
    public let framesPerSecond: Double
    /// How many frames come; nil for no end.
    public let frameCount: Int?
    private let planes: [Plane]

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
        planes = (0..<scene.frameCount).map { scene.frame($0).luma }
    }

    /// Begins with the first frame, now. Presets do not matter: a scene has one size.
    public func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
        SyntheticCameraStream(planes: planes, framesPerSecond: framesPerSecond, frameCount: frameCount)
    }
}

private final class SyntheticCameraStream: CaptureStream {
    private let planes: [Plane]
    private let framesPerSecond: Double
    private let frameCount: Int?
    private let start = SyntheticCameraStream.now
    private var next = 0

    init(planes: [Plane], framesPerSecond: Double, frameCount: Int?) {
        self.planes = planes
        self.framesPerSecond = framesPerSecond
        self.frameCount = frameCount
    }

    var formatDescription: String { "GREY \(planes[0].width)x\(planes[0].height) at \(framesPerSecond)" }

    func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
        let newest = Int((Self.now - start) / .seconds(1) * framesPerSecond)
        let number = max(next, newest)
        if let frameCount, number >= frameCount {
            throw CaptureError(.inputEnded, "the camera has shown all")
        }
        let due = start + .seconds(Double(number) / framesPerSecond)
        let wait = due - Self.now
        Thread.sleep(forTimeInterval: max(0, min(wait, timeout) / .seconds(1)))
        guard wait <= timeout else { return nil }
        defer { next = number + 1 }
        return CaptureFrame(
            payload: .frame(Frame(luma: planes[number % planes.count], time: due)), time: due,
            sequenceNumber: number, drops: number > next ? [.late: number - next] : [:])
    }

    func close() {}

    /// The monotonic clock, which frames' times are on.
    private static var now: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) }
}
