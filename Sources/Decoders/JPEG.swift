import CJPEG
import MetadataOutput

/// JPEG by libjpeg-turbo: baseline, extended and progressive, Huffman or arithmetic, 8 bits a sample.
enum JPEG: PictureFormatDecoder {
    static let format = EncodedPictureFormat.jpeg

    static func decode(
        _ bytes: [UInt8], limits: DecodingLimits, on ground: Ground
    ) throws(PayloadError) -> StoredPicture {
        let orientation = orientation(in: bytes)
        let luma = try bytes.withUnsafeBufferPointer { (buffer) throws(PayloadError) in
            let decoder = try Decoder(buffer)
            let header = try decoder.readHeader()
            let (width, height) = (Int(header.width), Int(header.height))
            // Rows of blocks in all components while one scan is read; CMYK's rows besides.
            let rows = width * 4 * 48
            try PictureCost(
                width: width, height: height, orientation: orientation,
                workingBytes: Int(header.coefficient_bytes) + rows
            ).check(against: limits)
            try decoder.start(scanLimit: scanLimit(pixels: width * height, limits: limits))
            return try Plane(width: width, height: height, isCleared: false) {
                (samples) throws(PayloadError) in
                guard let start = samples.baseAddress else { return }
                guard header.is_cmyk else {
                    return try decoder.readRows(height, to: start, bytesPerRow: width)
                }
                var row = [UInt8](repeating: 0, count: 4 * width)
                for y in 0..<height {
                    try decoder.readRows(1, to: &row, bytesPerRow: row.count)
                    Luma.convert(
                        header.is_inverted ? .cmykInverted : .cmyk, from: row, to: start + y * width,
                        count: width, on: ground)
                }
            }
        }
        return StoredPicture(luma: luma, orientation: orientation)
    }

    /// How many scans a picture may have. Each costs a pass over all pixels, and a small one some microseconds:
    /// together they may cost what 20 scans of the largest picture allowed do.
    private static func scanLimit(pixels: Int, limits: DecodingLimits) -> Int32 {
        let (budget, isVast) = limits.pixels.multipliedReportingOverflow(by: 20)
        return Int32(clamping: max(20, (isVast ? Int.max : budget) / max(pixels, 100_000)))
    }

    /// The orientation of the first EXIF block before the first scan.
    static func orientation(in bytes: [UInt8]) -> PictureOrientation {
        let block = JPEGSegments(of: bytes).first {
            $0.marker == 0xE1 && $0.content.starts(with: Array("Exif".utf8))
        }
        return block.map { Exif.orientation(in: $0.content) } ?? .up
    }

    /// Luma as a grey baseline JPEG.
    ///
    /// - Parameters:
    ///   - plane: At most ``longestSide`` wide and high.
    ///   - quality: As libjpeg counts it, 1…100.
    /// - Returns: nil without memory.
    static func encoded(_ plane: Plane, quality: Int32) -> [UInt8]? {
        var result = CJPEGBytes()
        let isDone = plane.withUnsafeSamples { samples in
            CJPEGEncode(
                samples, plane.bytesPerRow, Int32(plane.width), Int32(plane.height), quality, &result)
        }
        guard isDone, let start = result.start else { return nil }
        defer { CJPEGFree(start) }
        return Array(UnsafeBufferPointer(start: start, count: result.count))
    }

    /// The picture without what is hidden of it: blocks of those cells are emptied, all others are what they were, to the
    /// bit. Nothing else that its file holds is kept.
    ///
    /// - Returns: nil if the file is damaged, has another count of components than grey and colour pictures have, or would
    ///   take more memory than it may.
    static func masked(_ bytes: [UInt8], cells: MaskedCells, limits: DecodingLimits) -> [UInt8]? {
        var result = CJPEGBytes()
        let isDone = bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return false }
            return cells.isHidden.withUnsafeBufferPointer { hidden in
                guard let first = hidden.baseAddress else { return false }
                let mask = CJPEGMask(
                    is_hidden: first, columns: Int32(cells.columns), rows: Int32(cells.rows),
                    cell: Int32(PictureMask.cell))
                return CJPEGEmptyBlocks(start, bytes.count, mask, Int64(limits.memoryBytes), &result)
            }
        }
        guard isDone, let start = result.start else { return nil }
        defer { CJPEGFree(start) }
        return Array(UnsafeBufferPointer(start: start, count: result.count))
    }

    /// Luma and chroma of a JPEG that stores them, as it stores it, not upright; of others its grey.
    ///
    /// - Parameter eighths: How small, 8 for as large as it is; 1, 2 and 4 cost less.
    static func colours(
        of bytes: [UInt8], limits: DecodingLimits, eighths: Int32
    ) throws(PayloadError) -> ColourPicture {
        let colours = try bytes.withUnsafeBufferPointer { (buffer) throws(PayloadError) -> ColourPicture? in
            let decoder = try Decoder(buffer)
            let header = try decoder.readHeader()
            guard header.has_chroma else { return nil }
            let (width, height) = (Int(header.width), Int(header.height))
            try PictureCost(
                width: width, height: height, orientation: .up,
                workingBytes: Int(header.coefficient_bytes) + width * 4 * 48 + width * height * 2
            ).check(against: limits)
            let size = try decoder.startColour(
                scanLimit: scanLimit(pixels: width * height, limits: limits), eighths: eighths)
            var row = [UInt8](repeating: 0, count: 3 * size.width)
            return try ColourPicture(width: size.width, height: size.height) {
                (y, cb, cr) throws(PayloadError) in
                for start in stride(from: 0, to: size.width * size.height, by: size.width) {
                    try decoder.readRows(1, to: &row, bytesPerRow: row.count)
                    for x in 0..<size.width {
                        (y[start + x], cb[start + x], cr[start + x]) = (
                            row[3 * x], row[3 * x + 1], row[3 * x + 2]
                        )
                    }
                }
            }
        }
        if let colours { return colours }
        return ColourPicture(grey: try decode(bytes, limits: limits).luma)
    }

    /// A picture as a baseline JPEG, in grey if it has no colours.
    ///
    /// - Parameter quality: As libjpeg counts it, 1…100.
    /// - Returns: nil without memory.
    static func encoded(_ picture: ColourPicture, quality: Int32) -> [UInt8]? {
        guard let chroma = picture.chroma else { return encoded(picture.y, quality: quality) }
        var result = CJPEGBytes()
        let isDone = picture.y.withUnsafeSamples { y in
            chroma.blue.withUnsafeSamples { cb in
                chroma.red.withUnsafeSamples { cr in
                    var planes = CJPEGPlanes(
                        y: y, cb: cb, cr: cr, bytes_per_row: picture.y.bytesPerRow,
                        width: Int32(picture.width), height: Int32(picture.height),
                        has_tall_chroma: picture.hasTallChroma)
                    return CJPEGEncodeColour(&planes, quality, &result)
                }
            }
        }
        guard isDone, let start = result.start else { return nil }
        defer { CJPEGFree(start) }
        return Array(UnsafeBufferPointer(start: start, count: result.count))
    }

    /// The most pixels that libjpeg writes in a row or column.
    static let longestSide = 65_500

    /// Owner of the library's decoder.
    private struct Decoder: ~Copyable {
        private let handle: OpaquePointer

        init(_ bytes: UnsafeBufferPointer<UInt8>) throws(PayloadError) {
            guard let start = bytes.baseAddress, let handle = CJPEGCreate(start, bytes.count) else {
                throw undecodable("no memory")
            }
            self.handle = handle
        }

        deinit { CJPEGDestroy(handle) }

        func readHeader() throws(PayloadError) -> CJPEGHeader {
            var header = CJPEGHeader()
            try check(CJPEGReadHeader(handle, &header))
            return header
        }

        func start(scanLimit: Int32) throws(PayloadError) {
            try check(CJPEGStart(handle, scanLimit))
        }

        /// - Returns: The size of the picture as it comes.
        func startColour(scanLimit: Int32, eighths: Int32) throws(PayloadError) -> (width: Int, height: Int) {
            var (width, height): (Int64, Int64) = (0, 0)
            try check(CJPEGStartColour(handle, scanLimit, eighths, &width, &height))
            return (Int(width), Int(height))
        }

        func readRows(
            _ rows: Int, to samples: UnsafeMutablePointer<UInt8>, bytesPerRow: Int
        ) throws(PayloadError) {
            try check(CJPEGReadRows(handle, samples, bytesPerRow, rows))
        }

        private func check(_ status: CJPEGStatus) throws(PayloadError) {
            guard status != CJPEG_OK else { return }
            let message = String(cString: CJPEGMessage(handle))
            guard status == CJPEG_TOO_MANY_SCANS else { throw undecodable(message) }
            throw PayloadError(.overLimit, "JPEG: \(message) for its size")
        }
    }
}
