import CWebP
import MetadataOutput

/// WebP by libwebp: lossy and lossless, with alpha; an animation's first frame on its canvas.
enum WebP: ColourFormatDecoder {
    static let format = EncodedPictureFormat.webp

    static func decode(
        _ bytes: [UInt8], limits: DecodingLimits, on ground: Ground, of channel: PictureChannel
    ) throws(PayloadError) -> StoredPicture {
        let canvas = try features(of: bytes[...])
        let (width, height) = (Int(canvas.width), Int(canvas.height))
        let container = WebPContainer(of: bytes, hasAnimation: canvas.has_animation != 0)
        // Limits come first: the frame's header is only looked at on a canvas that is allowed.
        var cost = PictureCost(width: width, height: height, orientation: container.orientation)
        try cost.check(against: limits)
        let frame: Frame
        if canvas.has_animation == 0 {
            frame = Frame(bytes: bytes[...], features: canvas, x: 0, y: 0)
        } else {
            guard let first = container.firstFrame else { throw undecodable("an animation without frames") }
            frame = Frame(bytes: first.bytes, features: try features(of: first.bytes), x: first.x, y: first.y)
        }
        guard frame.x + frame.width <= width, frame.y + frame.height <= height else {
            throw undecodable("a frame reaches outside its canvas")
        }
        // 32 bits inside libwebp and as many here; else chroma, and alpha three times, once as 32 bits.
        let isRGBA = frame.isLossless || channel != .luma
        cost.bytesPerPixel = isRGBA ? 8 : frame.hasAlpha ? 7 : 1
        // Rows of macroblocks and what libwebp remembers of their neighbours.
        cost.workingBytes = 64 * width
        try cost.check(against: limits)
        let luma = try Plane(width: width, height: height) { (samples) throws(PayloadError) in
            guard let start = samples.baseAddress else { return }
            if frame.width < width || frame.height < height { samples.update(repeating: ground.luma) }
            let target = start + frame.y * width + frame.x
            if isRGBA {
                try decodeRGBA(frame, to: target, bytesPerRow: width, on: ground, of: channel)
            } else {
                try decodeLossy(frame, to: target, bytesPerRow: width, on: ground)
            }
        }
        let hasAlpha = frame.hasAlpha || (frame.width, frame.height) != (width, height)
        return StoredPicture(luma: luma, orientation: container.orientation, hasAlpha: hasAlpha)
    }

    /// What is decoded: the file, or one frame's bit stream and its place on the canvas.
    private struct Frame {
        let bytes: ArraySlice<UInt8>
        let features: WebPBitstreamFeatures
        let x: Int
        let y: Int

        var width: Int { Int(features.width) }
        var height: Int { Int(features.height) }
        var hasAlpha: Bool { features.has_alpha != 0 }
        /// 2 is libwebp's number for it.
        var isLossless: Bool { features.format == 2 }
    }

    /// Red, green, blue, alpha, then luma as for every other format.
    private static func decodeRGBA(
        _ frame: Frame, to target: UnsafeMutablePointer<UInt8>, bytesPerRow: Int, on ground: Ground,
        of channel: PictureChannel
    ) throws(PayloadError) {
        let rowBytes = 4 * frame.width
        var samples = [UInt8](repeating: 0, count: rowBytes * frame.height)
        try samples.withUnsafeMutableBufferPointer { (buffer) throws(PayloadError) in
            try decode(frame) { output in
                output.colorspace = MODE_RGBA
                output.u.RGBA.rgba = buffer.baseAddress
                output.u.RGBA.stride = Int32(rowBytes)
                output.u.RGBA.size = buffer.count
            }
        }
        samples.withUnsafeBufferPointer { buffer in
            guard let source = buffer.baseAddress else { return }
            for y in 0..<frame.height {
                Luma.convert(
                    .rgba, from: source + y * rowBytes, to: target + y * bytesPerRow, count: frame.width,
                    on: ground, of: channel)
            }
        }
    }

    /// libwebp's own Y straight to the plane; it is BT.601 of 16 … 235, which is stretched to 0 … 255.
    private static func decodeLossy(
        _ frame: Frame, to target: UnsafeMutablePointer<UInt8>, bytesPerRow: Int, on ground: Ground
    ) throws(PayloadError) {
        let (chromaWidth, chromaHeight) = ((frame.width + 1) / 2, (frame.height + 1) / 2)
        var chroma = [UInt8](repeating: 0, count: chromaWidth * chromaHeight)
        var alpha = [UInt8](repeating: 0, count: frame.hasAlpha ? frame.width * frame.height : 0)
        try chroma.withUnsafeMutableBufferPointer { (chroma) throws(PayloadError) in
            try alpha.withUnsafeMutableBufferPointer { (alpha) throws(PayloadError) in
                try decode(frame) { output in
                    output.colorspace = frame.hasAlpha ? MODE_YUVA : MODE_YUV
                    output.u.YUVA.y = target
                    output.u.YUVA.y_stride = Int32(bytesPerRow)
                    output.u.YUVA.y_size = (frame.height - 1) * bytesPerRow + frame.width
                    // Nobody reads the chroma: both planes of it may lie in one place.
                    output.u.YUVA.u = chroma.baseAddress
                    output.u.YUVA.v = chroma.baseAddress
                    output.u.YUVA.u_stride = Int32(chromaWidth)
                    output.u.YUVA.v_stride = Int32(chromaWidth)
                    output.u.YUVA.u_size = chroma.count
                    output.u.YUVA.v_size = chroma.count
                    guard frame.hasAlpha else { return }
                    output.u.YUVA.a = alpha.baseAddress
                    output.u.YUVA.a_stride = Int32(frame.width)
                    output.u.YUVA.a_size = alpha.count
                }
            }
        }
        for y in 0..<frame.height {
            let row = target + y * bytesPerRow
            Luma.convert(indices: row, table: Luma.fullRange, to: row, count: frame.width)
            guard frame.hasAlpha else { continue }
            alpha.withUnsafeBufferPointer { alpha in
                for x in 0..<frame.width {
                    row[x] = Luma.laid(row[x], alpha: alpha[y * frame.width + x], on: ground)
                }
            }
        }
    }

    private static func features(of bytes: ArraySlice<UInt8>) throws(PayloadError) -> WebPBitstreamFeatures {
        var features = WebPBitstreamFeatures()
        try check(bytes.withUnsafeBufferPointer { WebPGetFeatures($0.baseAddress, $0.count, &features) })
        return features
    }

    /// Decodes to the caller's memory, described by `describe`.
    private static func decode(
        _ frame: Frame, describe: (inout WebPDecBuffer) -> Void
    ) throws(PayloadError) {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else { throw undecodable("another version of libwebp") }
        config.output.is_external_memory = 1
        describe(&config.output)
        try check(frame.bytes.withUnsafeBufferPointer { WebPDecode($0.baseAddress, $0.count, &config) })
    }

    /// libwebp has no words of its own, only these codes.
    private static func check(_ status: VP8StatusCode) throws(PayloadError) {
        switch status {
        case VP8_STATUS_OK: return
        case VP8_STATUS_OUT_OF_MEMORY: throw undecodable("out of memory")
        case VP8_STATUS_BITSTREAM_ERROR: throw undecodable("bitstream error")
        case VP8_STATUS_UNSUPPORTED_FEATURE: throw undecodable("unsupported feature")
        case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA: throw undecodable("not enough data")
        default: throw undecodable("libwebp's status \(status.rawValue)")
        }
    }
}
