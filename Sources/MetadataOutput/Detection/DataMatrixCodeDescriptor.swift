/// The codewords of a Data Matrix, and what is needed to draw the same symbol again (`CIDataMatrixCodeDescriptor`).
public struct DataMatrixCodeDescriptor: Sendable, Hashable {
    /// How errors are corrected; the raw values are Apple's. Nothing here reads any but ``v200``.
    public enum ECCVersion: Int, Sendable, Hashable, CaseIterable {
        /// ECC 000: not at all.
        case v000 = 0
        /// ECC 050.
        case v050 = 50
        /// ECC 080.
        case v080 = 80
        /// ECC 100.
        case v100 = 100
        /// ECC 140.
        case v140 = 140
        /// ECC 200: Reed-Solomon.
        case v200 = 200
    }

    /// The data codewords after error correction, those of all blocks in order (ISO/IEC 16022, step 1 of encoding), padding
    /// included.
    public let errorCorrectedPayload: [UInt8]
    /// Modules down, with finder and clock patterns: 8…144.
    public let rowCount: Int
    /// Modules across: 8…144.
    public let columnCount: Int
    /// How errors are corrected.
    public let eccVersion: ECCVersion

    /// Nil for a symbol that there is not, as on Apple's systems.
    public init?(errorCorrectedPayload: [UInt8], rowCount: Int, columnCount: Int, eccVersion: ECCVersion) {
        let sides = 8...144
        guard sides.contains(rowCount), sides.contains(columnCount) else { return nil }
        self.errorCorrectedPayload = errorCorrectedPayload
        self.rowCount = rowCount
        self.columnCount = columnCount
        self.eccVersion = eccVersion
    }
}
