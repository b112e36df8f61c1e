public import Foundation
public import MetadataOutput

/// How a symbol says what it says, for who wants to draw the same symbol again; Core Image's class of this name.
public class CIBarcodeDescriptor: Hashable, @unchecked Sendable {
    /// The library's own description.
    public let core: CodeDescriptor

    init(core: CodeDescriptor) { self.core = core }

    /// The object of a description; nil of none.
    static func wrapping(_ core: CodeDescriptor?) -> CIBarcodeDescriptor? {
        switch core {
        case .qr(let descriptor): CIQRCodeDescriptor(descriptor)
        case .aztec(let descriptor): CIAztecCodeDescriptor(descriptor)
        case .dataMatrix(let descriptor): CIDataMatrixCodeDescriptor(descriptor)
        case .pdf417(let descriptor): CIPDF417CodeDescriptor(descriptor)
        case nil: nil
        }
    }

    /// Whether both describe the same symbol.
    public static func == (one: CIBarcodeDescriptor, other: CIBarcodeDescriptor) -> Bool {
        one.core == other.core
    }

    /// Hashes the description.
    public func hash(into hasher: inout Hasher) { hasher.combine(core) }
}

/// The codewords of a QR code.
public final class CIQRCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    /// How much damage a symbol bears.
    public typealias ErrorCorrectionLevel = QRCodeDescriptor.ErrorCorrectionLevel

    private let descriptor: QRCodeDescriptor

    init(_ descriptor: QRCodeDescriptor) {
        self.descriptor = descriptor
        super.init(core: .qr(descriptor))
    }

    /// Nil for a version or a mask that there is not.
    ///
    /// - Parameters:
    ///   - errorCorrectedPayload: The data codewords, those of all blocks in order.
    ///   - symbolVersion: 1…40.
    ///   - maskPattern: 0…7.
    ///   - errorCorrectionLevel: How much damage it bears.
    public convenience init?(
        payload errorCorrectedPayload: Data, symbolVersion: Int, maskPattern: UInt8,
        errorCorrectionLevel: ErrorCorrectionLevel
    ) {
        let descriptor = QRCodeDescriptor(
            errorCorrectedPayload: [UInt8](errorCorrectedPayload), symbolVersion: symbolVersion,
            maskPattern: Int(maskPattern), errorCorrectionLevel: errorCorrectionLevel)
        guard let descriptor else { return nil }
        self.init(descriptor)
    }

    /// The data codewords after error correction, those of all blocks in order: mode indicators, counts, terminator and
    /// padding are among them.
    public var errorCorrectedPayload: Data { Data(descriptor.errorCorrectedPayload) }
    /// 1…40.
    public var symbolVersion: Int { descriptor.symbolVersion }
    /// The data mask, 0…7.
    public var maskPattern: UInt8 { UInt8(descriptor.maskPattern) }
    /// How much damage it bears.
    public var errorCorrectionLevel: ErrorCorrectionLevel { descriptor.errorCorrectionLevel }
}
