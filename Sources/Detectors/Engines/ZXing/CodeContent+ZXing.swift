import CZXing
import MetadataOutput

extension CodeContent {
    init(_ native: CZXingSymbol, _ type: MetadataObjectType, bytes: [UInt8]) {
        let eci = Array(UnsafeBufferPointer(start: native.eci_bytes, count: Int(native.eci_byte_count)))
        self.init(
            bytes: bytes, text: nil,
            symbologyIdentifier: Self.string(native.symbology_identifier),
            errorCorrectionLevel: Self.string(native.error_correction_level),
            version: Self.string(native.version).flatMap { Int($0.drop { $0 == "M" }) },
            mask: native.mask < 0 ? nil : Int(native.mask),
            structuredAppend: Self.structuredAppend(of: native),
            isMirrored: native.is_mirrored, isInverted: native.is_inverted)
        let kanji = UnsafeBufferPointer(start: native.kanji, count: Int(native.kanji_count)).map(Int.init)
        setText(
            of: ECIProtocol.segments(of: eci) ?? QRModes.segments(of: bytes, kanji: kanji), in: type)
        descriptor = Self.descriptor(of: native, type, content: self)
        if case .qr(let symbol)? = descriptor, let segments = QRModes.segments(of: bytes, in: symbol) {
            setText(of: segments, in: type)
        }
    }

    /// Most symbols of one message: a PDF417's index has five digits (ISO/IEC 15438, H.2).
    private static let mostInSequence = 100_000
    /// Most bytes of what its symbols have in common: a PDF417's may be all that there is in it.
    private static let longestSequenceID = 1000

    private static func structuredAppend(of native: CZXingSymbol) -> StructuredAppend? {
        let id = string(native.sequence_id) ?? ""
        guard (0...Int32(mostInSequence)).contains(native.sequence_index), id.utf8.count <= longestSequenceID
        else { return nil }
        // More than there can be says nothing.
        let count = Int(native.sequence_count)
        return StructuredAppend(
            index: Int(native.sequence_index), count: count <= mostInSequence ? max(0, count) : 0, id: id)
    }

    /// The codewords of a symbol, where the library tells them or its modules.
    private static func descriptor(
        of native: CZXingSymbol, _ type: MetadataObjectType, content: CodeContent
    ) -> CodeDescriptor? {
        if let codewords = native.codewords {
            return CodeDescriptor(
                type, words: Array(UnsafeBufferPointer(start: codewords, count: Int(native.codeword_count))),
                version: String(cString: native.version),
                // Where a PDF417's stop pattern was not found both of its ends are said to be at the same place.
                isCompact: type == .pdf417
                    ? native.x.1 == native.x.2 && native.y.1 == native.y.2 : native.is_compact,
                size: (Int(native.rows), Int(native.columns)))
        }
        // Model 1 is laid out in another way.
        guard native.side > 0, content.symbologyIdentifier != "]Q0", let mask = content.mask,
            let level = content.errorCorrectionLevel
        else { return nil }
        let side = Int(native.side)
        return QRCodeDescriptor(
            samples: Array(UnsafeBufferPointer(start: native.modules, count: side * side)), side: side,
            mask: mask, level: level, isMirrored: native.is_mirrored
        ).map(CodeDescriptor.qr)
    }

    /// Nil for an empty string.
    private static func string(_ native: UnsafePointer<CChar>) -> String? {
        let string = String(cString: native)
        return string.isEmpty ? nil : string
    }
}
