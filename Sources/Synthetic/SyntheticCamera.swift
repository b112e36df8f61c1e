public import Capture
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
    private let content: @Sendable (Int) throws(CaptureError) -> Content
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
        content = { Content(payload: .frame(Frame(luma: planes[$0 % planes.count]))) }
    }

    /// Makes every frame of a scene and encodes it, which takes time and a JPEG's memory for each.
    ///
    /// - Parameters:
    ///   - scene: What is shown, at least one frame, of even sides.
    ///   - maker: Encodes.
    ///   - frameCount: How many frames come until the camera ends; default nil for no end.
    ///   - sourceName: Its name in records.
    /// - Throws: `CaptureError` with the code `decodeFailed` if the maker makes none.
    public init(
        encoding scene: SyntheticScene, by maker: any StillMaker, frameCount: Int? = nil, sourceName: String
    ) throws(CaptureError) {
        precondition(scene.frameCount > 0, "a camera shows something")
        self.sourceName = sourceName
        self.frameCount = frameCount
        framesPerSecond = scene.framesPerSecond
        size = (scene.background.width, scene.background.height)
        format = .motionJPEG(maker)
        var contents: [Content] = []
        for number in 0..<scene.frameCount {
            contents.append(try Shot(of: scene, number, hasColors: true).content(as: format))
        }
        content = { [contents] in contents[$0 % contents.count] }
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
        content = { [hasColors] (number) throws(CaptureError) in
            var scene = scene
            scene.seed &+= UInt64(number / scene.frameCount) &* 0x2545_F491_4F6C_DD1D
            return try Shot(of: scene, number % scene.frameCount, hasColors: hasColors).content(as: format)
        }
    }

    /// Begins with the first frame, now. Presets do not matter: a scene has one size.
    public func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
        let rate =
            framesPerSecond == framesPerSecond.rounded() ? "\(Int(framesPerSecond))" : "\(framesPerSecond)"
        return SyntheticCameraStream(
            content: content,
            formatDescription: "\(format.name) \(size.width)x\(size.height) at \(rate)",
            pictureSize: CGSize(width: size.width, height: size.height), framesPerSecond: framesPerSecond,
            frameCount: frameCount)
    }
}

/// What is handed on of a frame.
private struct Content: Sendable {
    var payload: Payload
    /// The colours, for whoever wants them.
    var picture: (@Sendable () -> SourcePicture?)?
}

/// One frame of a scene.
private struct Shot: Sendable {
    let luma: Plane
    /// As `NV12` has it behind the luma; empty if the format has no colours.
    let chroma: [UInt8]

    init(of scene: SyntheticScene, _ index: Int, hasColors: Bool) {
        luma = scene.frame(index).luma
        chroma = hasColors ? scene.chroma(index) : []
    }

    func content(as format: SyntheticCamera.Format) throws(CaptureError) -> Content {
        switch format {
        case .grey: Content(payload: .frame(Frame(luma: luma)))
        case .nv12: Content(payload: .frame(Frame(luma: luma))) { picture }
        case .motionJPEG(let maker): Content(payload: .encoded(try jpeg(by: maker), limits: .standard))
        }
    }

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

    /// - Throws: `CaptureError` with the code `decodeFailed` if the maker makes none.
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
    private let content: @Sendable (Int) throws(CaptureError) -> Content
    let formatDescription: String
    let pictureSize: CGSize?
    private let framesPerSecond: Double
    private let frameCount: Int?
    private let start = MonotonicClock.now
    private var next = 0
    var carriesPictures = false
    /// The frame that is due next, as soon as it is made.
    private var ready: Ready?

    private struct Ready {
        let number: Int
        var frame: CaptureFrame
        /// Its colours, for whoever wants them.
        let picture: (@Sendable () -> SourcePicture?)?
    }

    init(
        content: @escaping @Sendable (Int) throws(CaptureError) -> Content, formatDescription: String,
        pictureSize: CGSize, framesPerSecond: Double, frameCount: Int?
    ) {
        self.content = content
        self.formatDescription = formatDescription
        self.pictureSize = pictureSize
        self.framesPerSecond = framesPerSecond
        self.frameCount = frameCount
    }

    var frameInterval: Duration? { .seconds(1 / framesPerSecond) }

    func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
        let newest = Int((MonotonicClock.now - start) / .seconds(1) * framesPerSecond)
        let number = max(next, newest)
        if let frameCount, number >= frameCount {
            throw CaptureError(.inputEnded, "the camera has shown all")
        }
        var made = if let ready, ready.number == number { ready } else { try make(number) }
        // Also of one that was made when nobody wanted them yet.
        if carriesPictures, made.frame.picture == nil { made.frame.picture = made.picture?() }
        ready = made
        var frame = made.frame
        let wait = frame.time - MonotonicClock.now
        Thread.sleep(forTimeInterval: max(0, min(wait, timeout) / .seconds(1)))
        guard wait <= timeout else { return nil }
        if number > next { frame.drops = [.late: number - next] }
        next = number + 1
        return frame
    }

    private func make(_ number: Int) throws(CaptureError) -> Ready {
        let content = try content(number)
        let frame = CaptureFrame(
            payload: content.payload, time: start + .seconds(Double(number) / framesPerSecond),
            sequenceNumber: number)
        return Ready(number: number, frame: frame, picture: content.picture)
    }

    func close() {}
}
