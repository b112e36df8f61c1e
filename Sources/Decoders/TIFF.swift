import CTIFF
import MetadataOutput

/// TIFF by libtiff: the first page, in strips or tiles, 1 to 16 bits a sample, whatever libtiff can show as RGBA.
enum TIFF: ColourFormatDecoder {
    static let format = EncodedPictureFormat.tiff

    static func decode(
        _ bytes: [UInt8], limits: DecodingLimits, on ground: Ground, of channel: PictureChannel
    ) throws(PayloadError) -> StoredPicture {
        var (orientation, hasAlpha) = (PictureOrientation.up, false)
        let luma = try bytes.withUnsafeBufferPointer { (buffer) throws(PayloadError) in
            let decoder = try Decoder(buffer)
            let header = try decoder.readHeader(limits: limits)
            orientation =
                UInt16(exactly: header.orientation).flatMap(PictureOrientation.init(rawValue:)) ?? .up
            let (width, height) = (Int(header.width), Int(header.height))
            let cost = PictureCost(width: width, height: height, orientation: orientation)
            try cost.check(against: limits)
            let bandRows = min(Int(header.band_rows), height)
            // What is unpacked at once, the band that libtiff makes RGBA of, the lists of places.
            var whole = cost
            let band = 4 * Double(width * bandRows)
            whole.workingBytes = Int(
                min(Double(header.chunk_bytes) + band + Double(header.place_bytes), 1e18))
            try whole.check(against: limits)
            // Tiles far larger than the picture cost time without end: as much as 16 bytes a pixel allowed.
            guard Double(header.total_bytes) <= 16 * Double(limits.pixels) else {
                throw PayloadError(.overLimit, "TIFF: strips or tiles far larger than the picture")
            }
            let alpha = try decoder.start()
            hasAlpha = alpha != CTIFF_OPAQUE
            let conversion: Luma.Samples = alpha == CTIFF_PREMULTIPLIED_ALPHA ? .rgbaPremultiplied : .rgba
            return try Plane(width: width, height: height) { (samples) throws(PayloadError) in
                guard let start = samples.baseAddress else { return }
                var band = [UInt32](repeating: 0, count: width * bandRows)
                for top in stride(from: 0, to: height, by: bandRows) {
                    let rows = min(bandRows, height - top)
                    try decoder.readBand(from: top, rows: rows, to: &band)
                    band.withUnsafeBytes { raw in
                        guard let source = raw.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
                        Luma.convert(
                            conversion, from: source, to: start + top * width, count: width * rows,
                            on: ground,
                            of: channel)
                    }
                }
            }
        }
        return StoredPicture(luma: luma, orientation: orientation, hasAlpha: hasAlpha)
    }

    /// Owner of the library's decoder.
    private struct Decoder: ~Copyable {
        private let handle: OpaquePointer

        init(_ bytes: UnsafeBufferPointer<UInt8>) throws(PayloadError) {
            guard let start = bytes.baseAddress, let handle = CTIFFCreate(start, bytes.count) else {
                throw undecodable("no memory")
            }
            self.handle = handle
        }

        deinit { CTIFFDestroy(handle) }

        func readHeader(limits: DecodingLimits) throws(PayloadError) -> CTIFFHeader {
            var header = CTIFFHeader()
            try check(CTIFFReadHeader(handle, Int64(limits.memoryBytes), &header))
            return header
        }

        func start() throws(PayloadError) -> CTIFFAlpha {
            var alpha = CTIFF_OPAQUE
            try check(CTIFFStart(handle, &alpha))
            return alpha
        }

        func readBand(from top: Int, rows: Int, to rgba: inout [UInt32]) throws(PayloadError) {
            try check(CTIFFReadBand(handle, Int64(top), Int64(rows), &rgba))
        }

        private func check(_ isRight: Bool) throws(PayloadError) {
            guard !isRight else { return }
            throw undecodable(String(cString: CTIFFMessage(handle)))
        }
    }
}
