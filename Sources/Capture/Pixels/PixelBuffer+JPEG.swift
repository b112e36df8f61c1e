package import MetadataOutput

extension PixelBuffer {
    /// Makes a buffer of a JPEG, in memory of its own.
    ///
    /// - Throws: `PayloadError` if it is none, or damaged.
    package convenience init?(
        jpeg bytes: [UInt8], as format: VideoPixelFormat, by converter: some PixelConverter
    ) throws(PayloadError) {
        let limits = DecodingLimits.standard
        let (width, height) = try converter.size(ofJPEG: bytes)
        guard width * height <= limits.pixels else {
            throw PayloadError(.overLimit, "a picture of \(width)x\(height) pixels")
        }
        self.init(
            format, width: width, height: height,
            encoding: YUVEncoding(.bt601, isFullRange: format == .yuv420FullRange),
            from: MemoryPool(limit: 1))
        try converter.convert(.jpeg(bytes, limits: limits), to: PixelTarget(self))
    }
}
