import Foundation
import MetadataOutput

/// Makes payloads of a driver's buffers.
struct PictureReader: ~Copyable {
    private let format: V4L2Format
    private let layout: LumaLayout
    private let converter: PictureConverter?
    /// What pictures in colour are kept in: the camera's own, or what libv4lconvert makes of it.
    private let keptFormat: V4L2Format

    /// - Throws: ``CaptureError/Code/unsupported`` if the format needs a library that is not there, or cannot be read.
    init(format: V4L2Format, node: VideoNode, device: String) throws(CaptureError) {
        self.format = format
        layout = LumaLayout(format.pixelFormat)
        switch layout {
        case .converted:
            let converter = try node.withFile { file throws(CaptureError) in
                try PictureConverter(format: format, file: file, device: device)
            }
            keptFormat = converter.target
            self.converter = consume converter
        case .unreadable:
            throw CaptureError(
                .unsupported, "\(device) delivers \(format.pixelFormat), which is not supported")
        case .plane, .interleaved, .wide, .sensor, .jpeg, .video:
            keptFormat = format
            converter = nil
        }
    }

    /// A buffer's bytes, copied, and what they are in colours that cameras usually have.
    func bufferContents(of bytes: UnsafeRawBufferPointer) -> CaptureBuffer.Contents {
        let raw = CaptureBuffer.Picture(bytes: Array(bytes), format: format)
        switch layout {
        case .plane, .interleaved, .jpeg, .video: return CaptureBuffer.Contents(raw: raw, shown: raw)
        case .wide, .sensor, .unreadable:
            let shown = layout.luma(of: bytes, format: format).map(CaptureBuffer.Picture.init(luma:))
            return CaptureBuffer.Contents(raw: raw, shown: shown)
        case .converted:
            var picture = CaptureBuffer.Picture(
                bytes: [UInt8](repeating: 0, count: keptFormat.byteCount), format: keptFormat)
            let isDone = picture.bytes.withUnsafeMutableBytes { converter?.convert(bytes, to: $0) == true }
            return CaptureBuffer.Contents(raw: raw, shown: isDone ? picture : nil)
        }
    }

    /// What a buffer's bytes come to, copied.
    struct Contents {
        let payload: Payload
        /// Of a frame, what the zoom left of the camera's picture, 0…1.
        var part = CGRect(x: 0, y: 0, width: 1, height: 1)
        var picture: SourcePicture?
        var missingPicture: MissingPicture?
    }

    /// The picture in a buffer's bytes, copied; nil if it is cut short.
    ///
    /// - Parameter pool: Memory for the picture in colour; nil if nobody wants it.
    func contents(
        of bytes: UnsafeRawBufferPointer, time: Duration, zoom: SoftwareZoom, pool: MemoryPool?
    ) -> Contents? {
        if layout == .jpeg {
            guard let picture = MotionJPEG.picture(in: bytes) else { return nil }
            return Contents(payload: zoom.apply(to: .encoded(Array(picture), limits: .standard)))
        }
        // Whoever decodes it says what it is.
        if layout == .video { return Contents(payload: .encoded(Array(bytes), limits: .standard)) }
        func payload(_ luma: Plane) -> Payload { zoom.apply(to: .frame(Frame(luma: luma, time: time))) }
        if let pool, let contents = picture(of: bytes, zoom: zoom, pool: pool) {
            guard let luma = contents.luma else { return nil }
            return Contents(payload: payload(luma), part: zoom.part, picture: contents.picture)
        }
        let luma = layout == .converted ? converter?.luma(of: bytes) : layout.luma(of: bytes, format: format)
        return luma.map {
            Contents(
                payload: payload($0), part: zoom.part, missingPicture: pool == nil ? .notAsked : .outOfBuffers
            )
        }
    }

    /// The whole picture in memory of its own, and its luma, which is part of that where it is a plane; no luma if the
    /// picture is cut short. Nil if there is no memory.
    private func picture(
        of bytes: UnsafeRawBufferPointer, zoom: SoftwareZoom, pool: MemoryPool
    ) -> (picture: SourcePicture, luma: Plane?)? {
        let byteCount = layout == .converted ? keptFormat.byteCount : bytes.count
        guard let block = pool.block(byteCount: max(byteCount, keptFormat.byteCount)) else { return nil }
        let picture = SourcePicture(keptFormat, part: zoom.part, block: block, byteCount: byteCount)
        if layout == .converted {
            guard converter?.convert(bytes, to: block.bytes) == true else { return (picture, nil) }
        } else {
            block.bytes.copyMemory(from: bytes)
        }
        let copy = UnsafeRawBufferPointer(rebasing: block.bytes[..<byteCount])
        let layout = LumaLayout(keptFormat.pixelFormat)
        return (picture, layout.view(of: copy, format: keptFormat, owner: block))
    }
}
