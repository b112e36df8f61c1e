import MetadataOutput

/// What decoding one picture will take, known from its header.
struct PictureCost {
    /// Pixels in a stored row and rows.
    let width: Int
    let height: Int
    /// Whether the rows must be turned, which takes a second plane.
    let orientation: PictureOrientation
    /// Bytes a pixel beside the plane: samples in colour, a library's own copy.
    var bytesPerPixel = 0
    /// Further bytes: coefficients, rows, tiles.
    var workingBytes = 0

    /// Refuses what goes over a limit or is empty; the bytes of the file itself do not count here.
    func check(against limits: DecodingLimits) throws(PayloadError) {
        guard width > 0, height > 0 else {
            throw PayloadError(.undecodable, "the size is \(width) × \(height) pixels")
        }
        guard max(width, height) <= DecodingLimits.longestSide else {
            throw PayloadError(
                .overLimit,
                "\(width) × \(height): a side exceeds the limit of \(DecodingLimits.longestSide) pixels")
        }
        let (pixels, isVast) = width.multipliedReportingOverflow(by: height)
        guard !isVast, pixels <= limits.pixels else {
            throw PayloadError(
                .overLimit, "\(width) × \(height) pixels exceed the limit of \(limits.pixels)")
        }
        let planes = orientation == .up ? 1 : 2
        let bytes = Double(pixels) * Double(planes + bytesPerPixel) + Double(workingBytes)
        guard bytes <= Double(limits.memoryBytes) else {
            let estimate = "\(Int(bytes / 1e6)) MB"
            throw PayloadError(
                .overLimit,
                "decoding \(width) × \(height) pixels takes about \(estimate), more than the limit of \(limits.memoryBytes) bytes"
            )
        }
    }
}
