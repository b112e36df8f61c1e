/// How a symbol says what it says: AVFoundation's `descriptor`, of the symbologies whose codewords are known.
public enum CodeDescriptor: Sendable, Hashable {
    /// A QR code of model 2.
    case qr(QRCodeDescriptor)
    /// An Aztec code.
    case aztec(AztecCodeDescriptor)
    /// A Data Matrix.
    case dataMatrix(DataMatrixCodeDescriptor)
    /// A PDF417.
    case pdf417(PDF417CodeDescriptor)
}

/// The codewords of a QR code, and what is needed to draw the same symbol again (`CIQRCodeDescriptor`).
public struct QRCodeDescriptor: Sendable, Hashable {
    /// How much damage a symbol bears; the raw values are Apple's.
    public enum ErrorCorrectionLevel: Int, Sendable, Hashable, CaseIterable {
        /// About 7 % of the codewords.
        case levelL = 76
        /// About 15 %.
        case levelM = 77
        /// About 25 %.
        case levelQ = 81
        /// About 30 %.
        case levelH = 72
    }

    /// The data codewords after error correction, those of all blocks in order (ISO/IEC 18004 §7.4): mode indicators,
    /// counts, terminator and padding are among them.
    public let errorCorrectedPayload: [UInt8]
    /// 1…40.
    public let symbolVersion: Int
    /// The data mask, 0…7.
    public let maskPattern: Int
    /// How much damage it bears.
    public let errorCorrectionLevel: ErrorCorrectionLevel

    /// Nil for a version or a mask that there is not, as on Apple's systems.
    public init?(
        errorCorrectedPayload: [UInt8], symbolVersion: Int, maskPattern: Int,
        errorCorrectionLevel: ErrorCorrectionLevel
    ) {
        guard (1...40).contains(symbolVersion), (0...7).contains(maskPattern) else { return nil }
        self.errorCorrectedPayload = errorCorrectedPayload
        self.symbolVersion = symbolVersion
        self.maskPattern = maskPattern
        self.errorCorrectionLevel = errorCorrectionLevel
    }
}
