import MetadataOutput

/// Makes payloads of a driver's buffers.
struct PictureReader: ~Copyable {
    private let format: V4L2Format
    private let layout: LumaLayout
    private let converter: PictureConverter?

    /// - Throws: ``CaptureError/Code/unsupported`` if the format needs a library that is not there, or cannot be read.
    init(format: V4L2Format, node: VideoNode, device: String) throws(CaptureError) {
        self.format = format
        layout = LumaLayout(format.pixelFormat)
        switch layout {
        case .converted:
            converter = try node.withFile { file throws(CaptureError) in
                try PictureConverter(format: format, file: file, device: device)
            }
        case .unreadable:
            throw CaptureError(
                .unsupported, "\(device) delivers \(format.pixelFormat), which is not supported")
        case .plane, .interleaved, .wide, .jpeg: converter = nil
        }
    }

    /// The picture in a buffer's bytes, copied; nil if it is cut short.
    func payload(of bytes: UnsafeRawBufferPointer, time: Duration, zoom: SoftwareZoom) -> Payload? {
        if layout == .jpeg {
            guard let picture = MotionJPEG.picture(in: bytes) else { return nil }
            return zoom.apply(to: .encoded(Array(picture), limits: .standard))
        }
        let luma = layout == .converted ? converter?.luma(of: bytes) : layout.luma(of: bytes, format: format)
        return luma.map { zoom.apply(to: .frame(Frame(luma: $0, time: time))) }
    }
}
