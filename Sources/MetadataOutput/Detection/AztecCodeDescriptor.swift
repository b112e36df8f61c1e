/// The codewords of an Aztec code, and what is needed to draw the same symbol again (`CIAztecCodeDescriptor`).
public struct AztecCodeDescriptor: Sendable, Hashable {
    /// The data codewords after error correction, with the bits that were stuffed into them (ISO/IEC 24778 §7.3.1.2): as many
    /// bits of each as the number of layers says, one after the other from the highest; the last byte is filled up with zeros.
    public let errorCorrectedPayload: [UInt8]
    /// Whether it has the small bull's-eye.
    public let isCompact: Bool
    /// 1…32, of a compact one 1…4.
    public let layerCount: Int
    /// Codewords of data, 1…2048, of a compact symbol 1…64.
    public let dataCodewordCount: Int

    /// Nil for a symbol that there is not, as on Apple's systems.
    public init?(errorCorrectedPayload: [UInt8], isCompact: Bool, layerCount: Int, dataCodewordCount: Int) {
        guard (1...(isCompact ? 4 : 32)).contains(layerCount),
            (1...(isCompact ? 64 : 2048)).contains(dataCodewordCount)
        else { return nil }
        self.errorCorrectedPayload = errorCorrectedPayload
        self.isCompact = isCompact
        self.layerCount = layerCount
        self.dataCodewordCount = dataCodewordCount
    }

    /// Bits of a codeword in symbols of so many layers (ISO/IEC 24778 §7.2.1).
    public static func codewordSize(layerCount: Int) -> Int {
        switch layerCount {
        case ...2: 6
        case ...8: 8
        case ...22: 10
        default: 12
        }
    }
}
