/// The codewords of a PDF417, and what is needed to draw the same symbol again (`CIPDF417CodeDescriptor`).
public struct PDF417CodeDescriptor: Sendable, Hashable {
    /// The data codewords after error correction, 0…928, two bytes each, the high one first. The first is their count: itself
    /// and the padding included, those of error correction not (ISO/IEC 15438 §5.4).
    public let errorCorrectedPayload: [UInt8]
    /// Whether it has no end on the right.
    public let isCompact: Bool
    /// 3…90.
    public let rowCount: Int
    /// Columns of data, 1…30.
    public let columnCount: Int

    /// Nil for a symbol that there is not, as on Apple's systems.
    public init?(errorCorrectedPayload: [UInt8], isCompact: Bool, rowCount: Int, columnCount: Int) {
        guard (3...90).contains(rowCount), (1...30).contains(columnCount) else { return nil }
        self.errorCorrectedPayload = errorCorrectedPayload
        self.isCompact = isCompact
        self.rowCount = rowCount
        self.columnCount = columnCount
    }
}
