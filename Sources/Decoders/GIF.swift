import CGIF
import MetadataOutput

/// GIF by giflib: the first frame on its canvas; what it leaves free or transparent is its ground.
enum GIF: ColourFormatDecoder {
    static let format = EncodedPictureFormat.gif

    static func decode(
        _ bytes: [UInt8], limits: DecodingLimits, on ground: Ground, of channel: PictureChannel
    ) throws(PayloadError) -> StoredPicture {
        var hasAlpha = false
        let luma = try bytes.withUnsafeBufferPointer { (buffer) throws(PayloadError) in
            let decoder = try Decoder(buffer)
            let canvas = decoder.canvas
            if canvas.width > 0, canvas.height > 0 {
                try PictureCost(width: canvas.width, height: canvas.height, orientation: .up).check(
                    against: limits)
            }
            let frame = try decoder.readFrameHeader(on: ground, of: channel)
            try PictureCost(width: frame.width, height: frame.height, orientation: .up).check(against: limits)
            // A canvas without size is as large as its frame.
            let width = canvas.width > 0 ? canvas.width : frame.left + frame.width
            let height = canvas.height > 0 ? canvas.height : frame.top + frame.height
            try PictureCost(width: width, height: height, orientation: .up).check(against: limits)
            hasAlpha = frame.hasTransparency || (frame.width, frame.height) != (width, height)
            return try Plane(width: width, height: height) { (samples) throws(PayloadError) in
                samples.update(repeating: ground.luma)
                try decoder.readRows(of: frame, to: samples, width: width, height: height)
            }
        }
        return StoredPicture(luma: luma, orientation: .up, hasAlpha: hasAlpha)
    }

    /// Where a frame lies on its canvas, in pixels, and what its indices mean.
    private struct Frame {
        let left, top, width, height: Int
        let isInterlaced: Bool
        /// Whether an index is transparent.
        let hasTransparency: Bool
        /// Luma of each of 256 indices; the ground's where transparent.
        let table: [UInt8]

        /// The rows in the order they are stored.
        var rows: [Int] {
            guard isInterlaced else { return Array(0..<height) }
            return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap {
                Array(stride(from: $0.0, to: height, by: $0.1))
            }
        }
    }

    /// The bytes as giflib asks for them.
    private struct Source {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0
    }

    /// Owner of the library's decoder and of the place it reads from.
    private struct Decoder: ~Copyable {
        private let file: UnsafeMutablePointer<GifFileType>
        private let source: UnsafeMutablePointer<Source>

        init(_ bytes: UnsafeBufferPointer<UInt8>) throws(PayloadError) {
            let source = UnsafeMutablePointer<Source>.allocate(capacity: 1)
            source.initialize(to: Source(bytes: bytes))
            var code: Int32 = 0
            let file = DGifOpen(
                source,
                { file, target, count in
                    guard let source = file?.pointee.UserData?.assumingMemoryBound(to: Source.self),
                        let target
                    else { return 0 }
                    let start = source.pointee.position
                    let part = source.pointee.bytes[start...].prefix(Int(count))
                    _ = UnsafeMutableBufferPointer(start: target, count: part.count).update(
                        fromContentsOf: part)
                    source.pointee.position += part.count
                    return Int32(part.count)
                }, &code)
            guard let file else {
                source.deallocate()
                throw error(code)
            }
            self.file = file
            self.source = source
        }

        deinit {
            var code: Int32 = 0
            DGifCloseFile(file, &code)
            source.deallocate()
        }

        /// Pixels; 0 where the file does not say.
        var canvas: (width: Int, height: Int) { (Int(file.pointee.SWidth), Int(file.pointee.SHeight)) }

        /// Goes on to the first frame, over all extensions but the one that names its transparent index.
        func readFrameHeader(on ground: Ground, of channel: PictureChannel) throws(PayloadError) -> Frame {
            var transparent: Int?
            var record = UNDEFINED_RECORD_TYPE
            while record != IMAGE_DESC_RECORD_TYPE {
                try check(DGifGetRecordType(file, &record))
                if record == EXTENSION_RECORD_TYPE {
                    transparent = try readExtension() ?? transparent
                } else if record == TERMINATE_RECORD_TYPE {
                    throw undecodable("no frame")
                }
            }
            try check(DGifGetImageDesc(file))
            let image = file.pointee.Image
            guard let map = image.ColorMap ?? file.pointee.SColorMap else { throw undecodable("no colours") }
            var table = [UInt8](repeating: 0, count: 256)
            for index in 0..<min(256, Int(map.pointee.ColorCount)) {
                let colour = map.pointee.Colors[index]
                table[index] = Luma.of(
                    red: colour.Red, green: colour.Green, blue: colour.Blue, by: channel.weights)
            }
            if let transparent { table[transparent] = ground.luma }
            return Frame(
                left: Int(image.Left), top: Int(image.Top), width: Int(image.Width),
                height: Int(image.Height),
                isInterlaced: image.Interlace, hasTransparency: transparent != nil, table: table)
        }

        /// Reads a frame's rows to their places on the canvas; what reaches outside is left out.
        func readRows(
            of frame: Frame, to canvas: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int
        ) throws(PayloadError) {
            guard let start = canvas.baseAddress else { return }
            var row = [UInt8](repeating: 0, count: frame.width)
            let seen = max(0, min(frame.width, width - frame.left))
            for y in frame.rows {
                try check(DGifGetLine(file, &row, Int32(frame.width)))
                guard frame.top + y < height, seen > 0 else { continue }
                let target = start + (frame.top + y) * width + frame.left
                Luma.convert(indices: row, table: frame.table, to: target, count: seen)
            }
        }

        /// Reads an extension to its end; its transparent index if it is a graphics control that has one.
        private func readExtension() throws(PayloadError) -> Int? {
            var function: Int32 = 0
            var block: UnsafeMutablePointer<UInt8>?
            try check(DGifGetExtension(file, &function, &block))
            var transparent: Int?
            while let content = block {
                var control = GraphicsControlBlock()
                if function == GRAPHICS_EXT_FUNC_CODE,
                    DGifExtensionToGCB(Int(content[0]), content + 1, &control) == GIF_OK,
                    control.TransparentColor != NO_TRANSPARENT_COLOR
                {
                    transparent = Int(control.TransparentColor)
                }
                try check(DGifGetExtensionNext(file, &block))
            }
            return transparent
        }

        private func check(_ status: Int32) throws(PayloadError) {
            guard status != GIF_OK else { return }
            throw error(file.pointee.Error)
        }
    }

    private static func error(_ code: Int32) -> PayloadError {
        undecodable(GifErrorString(code).map { String(cString: $0) } ?? "giflib's error \(code)")
    }
}
