import MetadataOutput

/// Windows and OS/2 bitmaps: 1, 2, 4, 8, 16, 24 and 32 bits a pixel, run lengths, channel masks, either way up.
enum BMP: ColourFormatDecoder {
    static let format = EncodedPictureFormat.bmp

    static func decode(
        _ bytes: [UInt8], limits: DecodingLimits, on ground: Ground, of channel: PictureChannel
    ) throws(PayloadError) -> StoredPicture {
        let header = try BMPHeader(of: bytes)
        let (width, height) = (header.width, header.height)
        try PictureCost(width: width, height: height, orientation: .up).check(against: limits)
        var hasAlpha = false
        let luma = try Plane(width: width, height: height) { (samples) throws(PayloadError) in
            switch header.coding {
            case .runLengths(let isHalf):
                try BMPRunLengths(bytes: bytes, isHalf: isHalf).decode(from: header, to: samples)
            case .indices:
                try eachRow(of: header, in: bytes, to: samples) { source, target in
                    unpack(source, bits: header.bitsPerPixel, to: target, count: width)
                }
            case .masks(let masks):
                let bytesPerPixel = header.bitsPerPixel / 8
                let weights = channel.weights
                let channels = masks.map(Channel.init(mask:))
                hasAlpha = try Self.hasAlpha(under: masks[3], of: header, in: bytes, to: samples)
                try eachRow(of: header, in: bytes, to: samples) { source, target in
                    for x in 0..<width {
                        let pixel = value(source + x * bytesPerPixel, bytes: bytesPerPixel)
                        let luma = Luma.of(
                            red: channels[0][pixel], green: channels[1][pixel], blue: channels[2][pixel],
                            by: weights)
                        target[x] =
                            hasAlpha ? Luma.laid(luma, alpha: channels[3][pixel], on: ground) : luma
                    }
                }
                return
            }
            guard let start = samples.baseAddress else { return }
            Luma.convert(
                indices: start, table: header.palette(in: bytes, of: channel), to: start, count: samples.count
            )
        }
        return StoredPicture(luma: luma, orientation: .up, hasAlpha: hasAlpha)
    }

    /// Calls `body` with each row's first byte and its place in the plane, from the row stored first.
    private static func eachRow(
        of header: BMPHeader, in bytes: [UInt8], to samples: UnsafeMutableBufferPointer<UInt8>,
        _ body: (_ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>) -> Void
    ) throws(PayloadError) {
        // The padding of the last row may be missing.
        let needed = (header.height - 1) * header.bytesPerRow + (header.width * header.bitsPerPixel + 7) / 8
        guard header.dataOffset <= bytes.count - needed else { throw undecodable("unexpected end of file") }
        bytes.withUnsafeBufferPointer { source in
            guard let source = source.baseAddress, let target = samples.baseAddress else { return }
            for row in 0..<header.height {
                body(
                    source + header.dataOffset + row * header.bytesPerRow,
                    target + header.seenRow(row) * header.width)
            }
        }
    }

    /// Whether any pixel is not wholly transparent: alpha that is 0 in all of them was never filled in, as browsers
    /// take it.
    private static func hasAlpha(
        under mask: UInt32, of header: BMPHeader, in bytes: [UInt8],
        to samples: UnsafeMutableBufferPointer<UInt8>
    ) throws(PayloadError) -> Bool {
        let bytesPerPixel = header.bitsPerPixel / 8
        var isFilled = false
        guard mask != 0 else { return false }
        try eachRow(of: header, in: bytes, to: samples) { source, _ in
            isFilled =
                isFilled
                || (0..<header.width).contains {
                    value(source + $0 * bytesPerPixel, bytes: bytesPerPixel) & mask != 0
                }
        }
        return isFilled
    }

    /// One index a byte from several, first pixel in the highest bits.
    private static func unpack(
        _ source: UnsafePointer<UInt8>, bits: Int, to target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        let perByte = 8 / bits
        let mask = UInt8(truncatingIfNeeded: 1 << bits - 1)
        for x in 0..<count {
            target[x] = source[x / perByte] >> UInt8(8 - bits - x % perByte * bits) & mask
        }
    }

    private static func value(_ source: UnsafePointer<UInt8>, bytes: Int) -> UInt32 {
        var value: UInt32 = 0
        for index in 0..<bytes { value |= UInt32(source[index]) << UInt32(8 * index) }
        return value
    }

    /// Brings the bits under a mask to 0 … 255.
    private struct Channel {
        private let shift: UInt32
        private let mask: UInt32
        private let table: [UInt8]

        init(mask: UInt32) {
            let bits = mask == 0 ? 0 : 32 - mask.leadingZeroBitCount - mask.trailingZeroBitCount
            // Of a wide channel the highest eight bits.
            shift = UInt32(mask == 0 ? 0 : mask.trailingZeroBitCount + max(0, bits - 8))
            self.mask = mask
            let largest = 1 << min(bits, 8) - 1
            table = (0..<256).map { UInt8(largest == 0 ? 0 : min(255, ($0 * 255 + largest / 2) / largest)) }
        }

        subscript(_ pixel: UInt32) -> UInt8 { table[Int((pixel & mask) >> shift & 0xFF)] }
    }
}
