import MetadataOutput

extension CodeDescriptor {
    /// What an engine has told of a symbol's codewords; nil where there is no such symbol, and of other types.
    ///
    /// - Parameters:
    ///   - words: The data codewords after error correction.
    ///   - version: Layers of an Aztec code, rows and columns of a Data Matrix as in `24x24`.
    ///   - isCompact: Of Aztec and PDF417.
    ///   - size: Rows and columns of a PDF417.
    init?(
        _ type: MetadataObjectType, words: [UInt16], version: String, isCompact: Bool,
        size: (rows: Int, columns: Int)
    ) {
        let descriptor: CodeDescriptor? =
            switch type {
            case .aztec: Self.aztec(words, layers: Int(version), isCompact: isCompact)
            case .dataMatrix: Self.dataMatrix(words, size: version)
            case .pdf417:
                PDF417CodeDescriptor(
                    errorCorrectedPayload: words.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] },
                    isCompact: isCompact, rowCount: size.rows, columnCount: size.columns
                ).map(CodeDescriptor.pdf417)
            default: nil
            }
        guard let descriptor else { return nil }
        self = descriptor
    }

    /// A rune has no layers and no codewords.
    private static func aztec(_ words: [UInt16], layers: Int?, isCompact: Bool) -> CodeDescriptor? {
        guard let layers else { return nil }
        let size = AztecCodeDescriptor.codewordSize(layerCount: layers)
        return AztecCodeDescriptor(
            errorCorrectedPayload: packed(words, bits: size), isCompact: isCompact, layerCount: layers,
            dataCodewordCount: words.count
        ).map(CodeDescriptor.aztec)
    }

    /// - Parameter size: Such as `24x24`.
    private static func dataMatrix(_ words: [UInt16], size: String) -> CodeDescriptor? {
        let sides = size.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, words.allSatisfy({ $0 < 256 }) else { return nil }
        return DataMatrixCodeDescriptor(
            errorCorrectedPayload: words.map(UInt8.init), rowCount: sides[0], columnCount: sides[1],
            eccVersion: .v200
        ).map(CodeDescriptor.dataMatrix)
    }

    /// The lower bits of each number one after the other, from the highest; the last byte is filled up with zeros.
    private static func packed(_ words: [UInt16], bits: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (words.count * bits + 7) / 8)
        for (index, word) in words.enumerated() {
            for bit in 0..<bits where word >> (bits - 1 - bit) & 1 == 1 {
                let place = index * bits + bit
                bytes[place / 8] |= 0x80 >> UInt8(place % 8)
            }
        }
        return bytes
    }
}
