public import Capture
import Dispatch
import Foundation
public import MetadataOutput

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
    private let picture: @Sendable (Int) -> Shot
    private let size: (width: Int, height: Int)
    private let format: Format

    /// What its pictures come as.
    public enum Format: Sendable {
        /// Luma alone (`GREY`).
        case grey
        /// Luma, and colours for whoever wants them (`NV12`, BT.601, full range).
        case nv12
        /// JPEGs in colour (`MJPG`), which the maker encodes.
        case motionJPEG(any StillMaker)

        /// The kernel's name.
        fileprivate var name: String {
            switch self {
            case .grey: "GREY"
            case .nv12: "NV12"
            case .motionJPEG: "MJPG"
            }
        }
    }

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
        format = .grey
        let planes = (0..<scene.frameCount).map { scene.frame($0).luma }
        picture = { Shot(luma: planes[$0 % planes.count], chroma: []) }
    }

    /// Makes each frame when it is due: no two have the same noise.
    ///
    /// - Parameters:
    ///   - scene: What is shown, at least one frame; with colours its sides are even.
    ///   - format: What pictures come as, default luma alone.
    ///   - sourceName: Its name in records.
    public init(live scene: SyntheticScene, format: Format = .grey, sourceName: String) {
        precondition(scene.frameCount > 0, "a camera shows something")
        self.sourceName = sourceName
        self.format = format
        frameCount = nil
        framesPerSecond = scene.framesPerSecond
        size = (scene.background.width, scene.background.height)
        var hasColors = true
        if case .grey = format { hasColors = false }
        precondition(
            !hasColors || (size.width.isMultiple(of: 2) && size.height.isMultiple(of: 2)),
            "colours are of two by two pixels")
        picture = { [hasColors] number in
            var scene = scene
            scene.seed &+= UInt64(number / scene.frameCount) &* 0x2545_F491_4F6C_DD1D
            let index = number % scene.frameCount
            return Shot(luma: scene.frame(index).luma, chroma: hasColors ? scene.chroma(index) : [])
        }
    }

    /// Begins with the first frame, now. Presets do not matter: a scene has one size.
    public func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
        let rate =
            framesPerSecond == framesPerSecond.rounded() ? "\(Int(framesPerSecond))" : "\(framesPerSecond)"
        return SyntheticCameraStream(
            picture: picture, format: format,
            formatDescription: "\(format.name) \(size.width)x\(size.height) at \(rate)",
            framesPerSecond: framesPerSecond, frameCount: frameCount)
    }
}

/// One frame of a scene.
private struct Shot: Sendable {
    let luma: Plane
    /// As `NV12` has it behind the luma; empty if the format has no colours.
    let chroma: [UInt8]

    /// Luma and colours in one piece of memory.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(luma.width * luma.height + chroma.count)
        luma.withBytes { samples in
            for row in 0..<luma.height {
                for column in 0..<luma.width { bytes.append(samples[row * luma.bytesPerRow + column]) }
            }
        }
        return bytes + chroma
    }

    /// - Throws: ``CaptureError/Code/decodeFailed`` if the maker makes none.
    func jpeg(by maker: any StillMaker) throws(CaptureError) -> [UInt8] {
        var samples = StillSamples(
            layout: .nv12, width: luma.width, height: luma.height, bytesPerRow: luma.width, bytes: bytes)
        samples.isFullRange = true
        do throws(PayloadError) {
            guard
                let still = try maker.stills(StillRequest(.samples(samples), views: [StillView()])).stills
                    .first
            else { throw PayloadError(.engineFailure, "the maker has made nothing") }
            return still.bytes
        } catch {
            throw CaptureError(.decodeFailed, error.message)
        }
    }

    /// The colours, for whoever wants them.
    var picture: SourcePicture? {
        PixelFormat(name: "NV12").map {
            SourcePicture(
                $0, width: luma.width, height: luma.height, bytesPerRow: luma.width, encoding: .jpeg,
                bytes: bytes)
        }
    }
}

private final class SyntheticCameraStream: CaptureStream {
    private let picture: @Sendable (Int) -> Shot
    private let format: SyntheticCamera.Format
    let formatDescription: String
    private let framesPerSecond: Double
    private let frameCount: Int?
    private let start = SyntheticCameraStream.now
    private var next = 0
    var carriesPictures = false
    /// The frame that is due next, as soon as it is made.
    private var ready: (number: Int, frame: CaptureFrame)?

    init(
        picture: @escaping @Sendable (Int) -> Shot, format: SyntheticCamera.Format, formatDescription: String,
        framesPerSecond: Double, frameCount: Int?
    ) {
        self.picture = picture
        self.format = format
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
        var frame = if let ready, ready.number == number { ready.frame } else { try made(number) }
        ready = (number, frame)
        let wait = frame.time - Self.now
        Thread.sleep(forTimeInterval: max(0, min(wait, timeout) / .seconds(1)))
        guard wait <= timeout else { return nil }
        if number > next { frame.drops = [.late: number - next] }
        next = number + 1
        return frame
    }

    private func made(_ number: Int) throws(CaptureError) -> CaptureFrame {
        let shot = picture(number)
        let due = start + .seconds(Double(number) / framesPerSecond)
        if case .motionJPEG(let maker) = format {
            return CaptureFrame(
                payload: .encoded(try shot.jpeg(by: maker), limits: .standard), time: due,
                sequenceNumber: number)
        }
        var frame = CaptureFrame(
            payload: .frame(Frame(luma: shot.luma, time: due)), time: due, sequenceNumber: number)
        if case .nv12 = format, carriesPictures { frame.picture = shot.picture }
        return frame
    }

    func close() {}

    /// The monotonic clock, which frames' times are on.
    private static var now: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) }
}
