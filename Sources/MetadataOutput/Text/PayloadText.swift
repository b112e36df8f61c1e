/// Decides whether a code's bytes are text, and which.
///
/// An Extended Channel Interpretation (ECI) in the symbol decides where there is one. Otherwise a Code 128 is in Latin-1, which is
/// all that its characters can say (ISO/IEC 15417), and the Kanji and Hanzi modes of a QR code name theirs. Of others, bytes that
/// are valid UTF-8 are UTF-8, beside Kanji the rest is Shift_JIS if it can be, and others are what is likeliest of some encodings,
/// by `UndeclaredEncoding`. Bytes with control characters that no text has are no text.
public struct PayloadText: Sendable, Hashable {
    /// The text.
    public let text: String
    /// The character encoding, by IANA's name, such as `Shift_JIS`; nil where there are several in the symbol, or where
    /// all characters are ASCII and it makes no difference.
    public let encoding: String?
    /// Whether the symbol does not name the encoding.
    public let isEncodingGuessed: Bool

    /// The text of a payload's segments in order, or nil if one of them is no text.
    ///
    /// - Parameters:
    ///   - segments: In the symbol's order.
    ///   - type: The code's.
    public init?(_ segments: [Segment], in type: MetadataObjectType) {
        let fixed: ECIEncoding? = type == .code128 ? .latin1 : nil
        let likely: ECIEncoding? = segments.contains { $0.mode == .kanji } ? .shiftJIS : nil
        var (text, encodings, isGuessed) = ("", Set<ECIEncoding>(), false)
        for segment in segments {
            guard let part = Self.read(segment, fixed, likely),
                part.text.unicodeScalars.allSatisfy(Self.isPartOfText)
            else { return nil }
            text += part.text
            guard !part.text.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
            encodings.insert(part.encoding)
            isGuessed = isGuessed || (segment.eci == nil && segment.mode == nil && fixed == nil)
        }
        self.text = text
        encoding = encodings.count == 1 ? encodings.first?.name : nil
        isEncodingGuessed = encoding != nil && isGuessed
    }

    /// A run of bytes under one interpretation.
    public struct Segment: Sendable, Hashable {
        /// The ECI number (AIM ECI), or nil where the symbol names none.
        public var eci: Int?
        /// The mode that says what characters these are, or nil where none does.
        public var mode: Mode?
        /// The bytes as they stand in the symbol.
        public var bytes: [UInt8]

        /// Makes a segment.
        public init(eci: Int? = nil, mode: Mode? = nil, bytes: [UInt8]) {
            self.eci = eci
            self.mode = mode
            self.bytes = bytes
        }

        /// A mode of QR codes that is for the characters of one encoding.
        public enum Mode: Sendable, Hashable {
            /// Those of JIS X 0208, in Shift_JIS (ISO/IEC 18004).
            case kanji
            /// Those of GB 2312 (GB/T 18284).
            case hanzi

            fileprivate var encoding: ECIEncoding { self == .kanji ? .shiftJIS : .gb18030 }
        }
    }

    /// - Parameters:
    ///   - fixed: The encoding of what names none, where the kind of code has one.
    ///   - likely: The encoding of what names none and is not UTF-8, if it can be.
    private static func read(
        _ segment: Segment, _ fixed: ECIEncoding?, _ likely: ECIEncoding?
    ) -> (text: String, encoding: ECIEncoding)? {
        let encoding: ECIEncoding? =
            if let eci = segment.eci {
                ECIEncoding(eci: eci)
            } else if let named = segment.mode?.encoding ?? fixed {
                named
            } else if ECIEncoding.utf8.text(of: segment.bytes) != nil {
                .utf8
            } else if let likely, likely.text(of: segment.bytes) != nil {
                likely
            } else {
                UndeclaredEncoding.likeliest(of: segment.bytes)
            }
        guard let encoding, let text = encoding.text(of: segment.bytes) else { return nil }
        return (text, encoding)
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
