public import Foundation
public import MetadataOutput

/// The codewords of an Aztec code.
public final class CIAztecCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    private let descriptor: AztecCodeDescriptor

    init(_ descriptor: AztecCodeDescriptor) {
        self.descriptor = descriptor
        super.init(core: .aztec(descriptor))
    }

    /// Nil for a symbol that there is not.
    ///
    /// - Parameters:
    ///   - errorCorrectedPayload: The data codewords, packed.
    ///   - isCompact: Whether it has the small bull's-eye.
    ///   - layerCount: 1…32, of a compact one 1…4.
    ///   - dataCodewordCount: 1…2048, of a compact symbol 1…64.
    public convenience init?(
        payload errorCorrectedPayload: Data, isCompact: Bool, layerCount: Int, dataCodewordCount: Int
    ) {
        let descriptor = AztecCodeDescriptor(
            errorCorrectedPayload: [UInt8](errorCorrectedPayload), isCompact: isCompact,
            layerCount: layerCount,
            dataCodewordCount: dataCodewordCount)
        guard let descriptor else { return nil }
        self.init(descriptor)
    }

    /// The data codewords after error correction with their stuffed bits, packed from the highest bit.
    public var errorCorrectedPayload: Data { Data(descriptor.errorCorrectedPayload) }
    /// Whether it has the small bull's-eye.
    public var isCompact: Bool { descriptor.isCompact }
    /// 1…32.
    public var layerCount: Int { descriptor.layerCount }
    /// 1…2048.
    public var dataCodewordCount: Int { descriptor.dataCodewordCount }
}

/// The codewords of a Data Matrix.
public final class CIDataMatrixCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    /// How errors are corrected.
    public typealias ECCVersion = DataMatrixCodeDescriptor.ECCVersion

    private let descriptor: DataMatrixCodeDescriptor

    init(_ descriptor: DataMatrixCodeDescriptor) {
        self.descriptor = descriptor
        super.init(core: .dataMatrix(descriptor))
    }

    /// Nil for a symbol that there is not.
    ///
    /// - Parameters:
    ///   - errorCorrectedPayload: The data codewords.
    ///   - rowCount: Modules down, 8…144.
    ///   - columnCount: Modules across, 8…144.
    ///   - eccVersion: How errors are corrected.
    public convenience init?(
        payload errorCorrectedPayload: Data, rowCount: Int, columnCount: Int, eccVersion: ECCVersion
    ) {
        let descriptor = DataMatrixCodeDescriptor(
            errorCorrectedPayload: [UInt8](errorCorrectedPayload), rowCount: rowCount,
            columnCount: columnCount,
            eccVersion: eccVersion)
        guard let descriptor else { return nil }
        self.init(descriptor)
    }

    /// The data codewords after error correction, those of all blocks in order.
    public var errorCorrectedPayload: Data { Data(descriptor.errorCorrectedPayload) }
    /// Modules down.
    public var rowCount: Int { descriptor.rowCount }
    /// Modules across.
    public var columnCount: Int { descriptor.columnCount }
    /// How errors are corrected.
    public var eccVersion: ECCVersion { descriptor.eccVersion }
}

/// The codewords of a PDF417.
public final class CIPDF417CodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    private let descriptor: PDF417CodeDescriptor

    init(_ descriptor: PDF417CodeDescriptor) {
        self.descriptor = descriptor
        super.init(core: .pdf417(descriptor))
    }

    /// Nil for a symbol that there is not.
    ///
    /// - Parameters:
    ///   - errorCorrectedPayload: The data codewords, two bytes each.
    ///   - isCompact: Whether it has no end on the right.
    ///   - rowCount: 3…90.
    ///   - columnCount: 1…30.
    public convenience init?(
        payload errorCorrectedPayload: Data, isCompact: Bool, rowCount: Int, columnCount: Int
    ) {
        let descriptor = PDF417CodeDescriptor(
            errorCorrectedPayload: [UInt8](errorCorrectedPayload), isCompact: isCompact, rowCount: rowCount,
            columnCount: columnCount)
        guard let descriptor else { return nil }
        self.init(descriptor)
    }

    /// The data codewords after error correction, two bytes each; the first is their count.
    public var errorCorrectedPayload: Data { Data(descriptor.errorCorrectedPayload) }
    /// Whether it has no end on the right.
    public var isCompact: Bool { descriptor.isCompact }
    /// 3…90.
    public var rowCount: Int { descriptor.rowCount }
    /// Columns of data, 1…30.
    public var columnCount: Int { descriptor.columnCount }
}
