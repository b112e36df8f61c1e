/// Decides whether a code's bytes are text, and which.
///
/// An Extended Channel Interpretation (ECI) in the symbol decides where there is one. Otherwise bytes that are valid
/// UTF-8 are UTF-8, and other bytes are Shift-JIS or Latin-1 by ``UndeclaredEncoding``. Bytes with control
/// characters that no text has are no text.
public enum PayloadText {
    /// A run of bytes under one interpretation.
    public struct Segment: Sendable, Hashable {
        /// The ECI number (AIM ECI), or nil where the symbol names none.
        public var eci: Int?
        /// The bytes as they stand in the symbol.
        public var bytes: [UInt8]

        /// Makes a segment.
        public init(eci: Int? = nil, bytes: [UInt8]) {
            self.eci = eci
            self.bytes = bytes
        }
    }

    /// The text of a payload's segments in order, or nil if one of them is no text.
    public static func text(of segments: [Segment]) -> String? {
        var whole = ""
        for segment in segments {
            guard let part = text(of: segment) else { return nil }
            whole += part
        }
        return whole
    }

    /// The text of bytes without an ECI, or nil if they are no text.
    public static func text(of bytes: [UInt8]) -> String? {
        text(of: [Segment(bytes: bytes)])
    }

    private static func text(of segment: Segment) -> String? {
        let text: String? =
            if let eci = segment.eci {
                ECIEncoding(eci: eci)?.text(of: segment.bytes)
            } else {
                String(validating: segment.bytes, as: UTF8.self) ?? UndeclaredEncoding.text(of: segment.bytes)
            }
        guard let text, text.unicodeScalars.allSatisfy(isPartOfText) else { return nil }
        return text
    }

    /// Controls that structure texts: tab and line ends, and the separators of GS1 and ISO/IEC 15434 messages
    /// (EOT, FS, GS, RS, US).
    private static let textControls: Set<UInt32> = [
        0x04, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1C, 0x1D, 0x1E, 0x1F,
    ]

    private static func isPartOfText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20: textControls.contains(scalar.value)
        case 0x7F..<0xA0, 0xFFFD: false
        default: true
        }
    }
}
