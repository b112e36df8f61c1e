import CPNG
import MetadataOutput

/// PNG by libpng: every depth and colour type, interlaced or not; an animation's default picture.
enum PNG: ColourFormatDecoder {
    static let format = EncodedPictureFormat.png

    static func decode(
        _ bytes: [UInt8], limits: DecodingLimits, on ground: Ground, of channel: PictureChannel
    ) throws(PayloadError) -> StoredPicture {
        let orientation = orientation(in: bytes)
        var hasAlpha = false
        let luma = try bytes.withUnsafeBufferPointer { (buffer) throws(PayloadError) in
            let decoder = try Decoder(buffer)
            let header = try decoder.readHeader()
            let (width, height) = (Int(header.width), Int(header.height))
            let channels = Int(header.channels)
            // Two rows inside libpng and one here; the whole picture's samples if it is interlaced.
            try PictureCost(
                width: width, height: height, orientation: orientation,
                bytesPerPixel: header.is_interlaced && channels > 1 ? channels : 0,
                workingBytes: 3 * Int(header.row_bytes)
            ).check(against: limits)
            let palette = header.is_palette ? decoder.palette() : nil
            let table = palette.map { Luma.table(rgba: $0, on: ground, of: channel) }
            try decoder.start()
            let conversion: Luma.Samples? = [2: .greyAlpha, 3: .rgb, 4: .rgba][channels]
            hasAlpha = conversion == .greyAlpha || conversion == .rgba
            if let palette {
                hasAlpha = stride(from: 3, to: palette.count, by: 4).contains { palette[$0] < 255 }
            }
            let plane = try Plane(width: width, height: height) { (target) throws(PayloadError) in
                guard let start = target.baseAddress else { return }
                if let conversion {
                    try decoder.read(
                        conversion, isInterlaced: header.is_interlaced, to: start, width: width,
                        height: height, on: ground, of: channel)
                } else {
                    try decoder.readImage(to: start, bytesPerRow: width)
                    guard let table else { return }
                    Luma.convert(indices: start, table: table, to: start, count: width * height)
                }
            }
            var imageDataEnd = 0
            for chunk in PNGChunks(of: bytes) where chunk.type == "IDAT" {
                imageDataEnd = chunk.range.upperBound
            }
            try decoder.finish(imageDataEnd: imageDataEnd)
            return plane
        }
        return StoredPicture(luma: luma, orientation: orientation, hasAlpha: hasAlpha)
    }

    /// From `eXIf`, wherever it stands.
    static func orientation(in bytes: [UInt8]) -> PictureOrientation {
        let block = PNGChunks(of: bytes).first { $0.type == "eXIf" }
        return block.map { Exif.orientation(in: $0.content) } ?? .up
    }

    /// Owner of the library's decoder.
    private struct Decoder: ~Copyable {
        private let handle: OpaquePointer

        init(_ bytes: UnsafeBufferPointer<UInt8>) throws(PayloadError) {
            guard let start = bytes.baseAddress, let handle = CPNGCreate(start, bytes.count) else {
                throw undecodable("no memory")
            }
            self.handle = handle
        }

        deinit { CPNGDestroy(handle) }

        func readHeader() throws(PayloadError) -> CPNGHeader {
            var header = CPNGHeader()
            try check(CPNGReadHeader(handle, &header))
            return header
        }

        /// 256 entries of red, green, blue, alpha.
        func palette() -> [UInt8] {
            var palette = [UInt8](repeating: 0, count: 1024)
            CPNGReadPalette(handle, &palette)
            return palette
        }

        func start() throws(PayloadError) {
            try check(CPNGStart(handle))
        }

        func readImage(
            to samples: UnsafeMutablePointer<UInt8>, bytesPerRow: Int
        ) throws(PayloadError) {
            try check(CPNGReadImage(handle, samples, bytesPerRow))
        }

        /// Reads samples that are more than luma: row by row, or as a whole where rows come in seven passes.
        func read(
            _ samples: Luma.Samples, isInterlaced: Bool, to target: UnsafeMutablePointer<UInt8>, width: Int,
            height: Int, on ground: Ground, of channel: PictureChannel
        ) throws(PayloadError) {
            let rowBytes = width * samples.count
            var rows = [UInt8](repeating: 0, count: isInterlaced ? rowBytes * height : rowBytes)
            if isInterlaced {
                try readImage(to: &rows, bytesPerRow: rowBytes)
                Luma.convert(samples, from: rows, to: target, count: width * height, on: ground, of: channel)
                return
            }
            for y in 0..<height {
                try check(CPNGReadRow(handle, &rows))
                Luma.convert(
                    samples, from: rows, to: target + y * width, count: width, on: ground, of: channel)
            }
        }

        func finish(imageDataEnd: Int) throws(PayloadError) {
            try check(CPNGFinish(handle, imageDataEnd))
        }

        private func check(_ isRight: Bool) throws(PayloadError) {
            guard !isRight else { return }
            throw undecodable(String(cString: CPNGMessage(handle)))
        }
    }
}
