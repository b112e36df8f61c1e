import MetadataOutput

/// Netpbm's bitmaps, greymaps and pixmaps, plain and raw (P1 … P6); 8 and 16 bits a sample.
enum PNM: ColourFormatDecoder {
    static let format = EncodedPictureFormat.pnm

    static func decode(
        _ bytes: [UInt8], limits: DecodingLimits, on ground: Ground, of channel: PictureChannel
    ) throws(PayloadError) -> StoredPicture {
        let kind = Int(bytes[1] - UInt8(ascii: "0"))
        let (isPlain, isBitmap, channels) = (kind <= 3, kind % 3 == 1, kind % 3 == 0 ? 3 : 1)
        var scanner = Scanner(bytes: bytes, position: 2)
        let width = try scanner.number()
        let height = try scanner.number()
        let maximum = isBitmap ? 1 : try scanner.number()
        guard (1...65535).contains(maximum) else {
            throw undecodable("\(maximum) cannot be the largest sample")
        }
        try PictureCost(width: width, height: height, orientation: .up, workingBytes: 65536 + 8 * width)
            .check(against: limits)
        // A bitmap's 1 is black.
        let scale = (0...maximum).map { value in
            UInt8(((isBitmap ? 1 - value : value) * 255 + maximum / 2) / maximum)
        }
        // One white space character ends the header of raw samples.
        if !isPlain { scanner.position += 1 }
        let samplesPerRow = width * channels
        let luma = try Plane(width: width, height: height) { (target) throws(PayloadError) in
            guard let start = target.baseAddress else { return }
            var row = [UInt8](repeating: 0, count: samplesPerRow)
            for y in 0..<height {
                if isPlain {
                    for x in 0..<samplesPerRow {
                        let value = isBitmap ? try scanner.bit() : try scanner.number()
                        row[x] = scale[min(value, maximum)]
                    }
                } else {
                    try scanner.readRow(to: &row, isBitmap: isBitmap, scale: scale)
                }
                let place = start + y * width
                if channels == 3 {
                    Luma.convert(.rgb, from: row, to: place, count: width, on: ground, of: channel)
                } else {
                    place.update(from: row, count: width)
                }
            }
        }
        return StoredPicture(luma: luma, orientation: .up)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Reads on through the bytes of one file.
    private struct Scanner {
        let bytes: [UInt8]
        var position: Int

        /// A whole number in digits, after white space and comments.
        mutating func number() throws(PayloadError) -> Int {
            try skipSpace()
            var value = 0
            let start = position
            while position < bytes.count, isDigit(bytes[position]) {
                value = min(value * 10 + Int(bytes[position] - UInt8(ascii: "0")), 1 << 40)
                position += 1
            }
            guard position > start else { throw undecodable("a number is missing") }
            return value
        }

        /// A plain bitmap's next digit; they may stand without space between.
        mutating func bit() throws(PayloadError) -> Int {
            try skipSpace()
            guard position < bytes.count, isDigit(bytes[position]) else {
                throw undecodable("a bit is missing")
            }
            position += 1
            return Int(bytes[position - 1] - UInt8(ascii: "0"))
        }

        /// Raw samples of a row, brought to 0 … 255 by `scale`.
        mutating func readRow(to row: inout [UInt8], isBitmap: Bool, scale: [UInt8]) throws(PayloadError) {
            let isWide = scale.count > 256
            let count = isBitmap ? (row.count + 7) / 8 : isWide ? 2 * row.count : row.count
            guard position <= bytes.count - count else { throw undecodable("unexpected end of file") }
            defer { position += count }
            // Samples of 0 … 255 are what they are.
            if scale.count == 256 {
                row.replaceSubrange(0..., with: bytes[position..<position + count])
                return
            }
            for x in 0..<row.count {
                let value: Int
                if isBitmap {
                    value = Int(bytes[position + x / 8] >> UInt8(7 - x % 8) & 1)
                } else if isWide {
                    value = Int(bytes[position + 2 * x]) << 8 | Int(bytes[position + 2 * x + 1])
                } else {
                    value = Int(bytes[position + x])
                }
                row[x] = scale[min(value, scale.count - 1)]
            }
        }

        private mutating func skipSpace() throws(PayloadError) {
            while position < bytes.count {
                if bytes[position] == UInt8(ascii: "#") {
                    while position < bytes.count, bytes[position] != 10, bytes[position] != 13 {
                        position += 1
                    }
                } else if isSpace(bytes[position]) {
                    position += 1
                } else {
                    return
                }
            }
            throw undecodable("unexpected end of file")
        }
    }
}
