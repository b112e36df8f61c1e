import MetadataOutput
import Synchronization

/// Makes what an output wants of the frames of one source, and hands them out.
final class FrameHandOut: FrameWork {
    private let output: CaptureVideoFrameOutput
    private let connection: CaptureConnection
    private let source: String
    private let pixels: PixelProducer?
    private let attachments: AttachmentReader
    private let input: any CaptureInput

    init(
        output: CaptureVideoFrameOutput, converter: (any PixelConverter)?, connection: CaptureConnection,
        input: any CaptureInput
    ) {
        self.output = output
        self.connection = connection
        source = input.sourceName
        pixels = converter.map(PixelProducer.init)
        attachments = AttachmentReader(input: input)
        self.input = input
    }

    var wantsPictures: Bool { output.videoPixelFormat != nil }

    func take(_ frame: CaptureFrame) -> [CaptureDropReason: Int] {
        let made: (luma: Plane, pixels: PixelBuffer?)?
        do throws(PayloadError) {
            made = try contents(of: frame)
        } catch {
            return hand(nil, after: frame, dropping: .corrupted)
        }
        guard let made else { return hand(nil, after: frame, dropping: .outOfBuffers) }
        // A frame of samples was measured when it came.
        if !frame.payload.isSamples {
            input.camera?.meter(
                made.luma, takenAt: frame.time, sequenceNumber: frame.sequenceNumber,
                turnedBy: connection.currentTransform)
        }
        if let pixels = made.pixels {
            input.camera?.noteColours(of: pixels, at: frame.time)
        }
        let handed = CaptureVideoFrameOutput.VideoFrame(
            // An encoded picture does not know when it was taken.
            frame: Frame(luma: made.luma, time: frame.time), pixelBuffer: made.pixels,
            picture: frame.picture.flatMap { $0.mask == nil ? $0 : nil }, connection: connection,
            source: source,
            sequenceNumber: frame.sequenceNumber, drops: frame.drops,
            attachments: output.includesAttachments ? attachments.attachments(at: frame.time) : nil)
        return hand(handed, after: frame, dropping: nil)
    }

    func endScene() {}

    func finish() {
        output.end(of: source, from: connection)
        output.synchronizer?.end(source: source)
    }

    /// Hands a frame on, or none, after telling what was dropped before it.
    ///
    /// - Returns: What is dropped by it.
    private func hand(
        _ handed: CaptureVideoFrameOutput.VideoFrame?, after frame: CaptureFrame,
        dropping reason: CaptureDropReason?
    ) -> [CaptureDropReason: Int] {
        let drops = CaptureDropReason.allCases.compactMap { reason in
            frame.drops[reason].map {
                CaptureVideoFrameOutput.VideoFrameDrop(
                    reason: reason, count: $0, connection: connection, source: source,
                    sequenceNumber: frame.sequenceNumber, time: frame.time)
            }
        }
        if let synchronizer = output.synchronizer {
            let data = handed.map(CaptureSynchronizedData.videoFrame) ?? .dropped(reason ?? .corrupted)
            synchronizer.put(data, source: source, time: frame.time)
        }
        let late = output.hand(handed, drops: drops)
        var dropped: [CaptureDropReason: Int] = late > 0 ? [.late: late] : [:]
        if let reason { dropped[reason, default: 0] += 1 }
        return dropped
    }

    /// Luma, and pixels if they are wanted, turned; nil if all buffers are held.
    private func contents(
        of frame: CaptureFrame
    ) throws(PayloadError) -> (luma: Plane, pixels: PixelBuffer?)? {
        // A frame that was on its way when somebody asked for colours has none.
        guard let format = output.videoPixelFormat, let pixels, frame.missingPicture != .notAsked else {
            return (try turned(frame), nil)
        }
        let buffer = try pixels.buffer(of: frame, as: format, within: output.maxVideoDimensions) {
            width, height in
            connection.noteFrame(width: width, height: height)
            return connection.pictureTransform(width: width, height: height)
        }
        guard let buffer else { return nil }
        if let luma = buffer.luma { return (luma, buffer) }
        return (try turned(frame), buffer)
    }

    private func turned(_ frame: CaptureFrame) throws(PayloadError) -> Plane {
        let luma = try output.decoder.frame(from: frame.payload).luma
        connection.noteFrame(width: luma.width, height: luma.height)
        guard let transform = connection.pictureTransform(width: luma.width, height: luma.height) else {
            return luma
        }
        return PictureTurn(transform).turned(luma)
    }
}

extension Payload {
    /// Whether it came as samples, zoomed and masked or not.
    fileprivate var isSamples: Bool {
        switch self {
        case .encoded: false
        case .frame: true
        case .cropped(let payload, _), .masked(let payload, _): payload.isSamples
        }
    }
}
