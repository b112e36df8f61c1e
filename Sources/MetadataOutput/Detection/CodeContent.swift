/// What a code says, as its engine decoded it.
public struct CodeContent: Sendable, Hashable {
    /// The decoded data bytes, without any character-set conversion; empty for a code that was located only.
    public var bytes: [UInt8]
    /// The text, or nil where the bytes are not text (see ``PayloadText``) or nothing was decoded.
    public var text: String?
    /// The text's character encoding, by IANA's name; nil where it makes no difference (see ``PayloadText``).
    public var encoding: String?
    /// Whether the symbol does not name the encoding, so that it is the likeliest. Default false.
    public var isEncodingGuessed = false
    /// Whether the symbol was decoded; false for one that was only located.
    public var isDecoded: Bool
    /// AIM symbology identifier such as `]Q1` (ISO/IEC 15424), or nil if the engine tells none.
    public var symbologyIdentifier: String?
    /// Error-correction level as the symbology names it (`L`, `M`, `Q`, `H`, a share of codewords as `35%`), or nil.
    public var errorCorrectionLevel: String?
    /// Symbol version as the symbology counts it (QR 1…40, Micro QR 1…4, layers of Aztec 1…32), or nil if the engine tells none.
    public var version: Int?
    /// Data mask of a QR code, 0…7, of a Micro QR code, 0…3, or nil if the engine tells none.
    public var mask: Int?
    /// The symbol's codewords and how they are laid out, or nil if the engine does not tell.
    public var descriptor: CodeDescriptor?
    /// The 2 or 5 digits of the add-on beside an EAN or UPC symbol, or nil if none was read.
    public var addOn: String?
    /// The 13 digits of a book's number, of the objects of EAN-13 symbols that are one's, else nil.
    public var isbn: String?
    /// Place in a structured-append sequence, or nil.
    public var structuredAppend: StructuredAppend?
    /// Whether the symbol is mirrored in the picture.
    public var isMirrored: Bool
    /// Whether the symbol is light on dark where its kind is dark on light; nil if the engine does not tell.
    public var isInverted: Bool?
    /// Extended Channel Interpretations in the symbol, in order, such as 26 for UTF-8 (AIM ECI); empty if none.
    public var eci: [Int]

    /// Makes a decoded code's content; everything not given is absent.
    public init(
        bytes: [UInt8], text: String?, isDecoded: Bool = true, symbologyIdentifier: String? = nil,
        errorCorrectionLevel: String? = nil, version: Int? = nil, mask: Int? = nil, addOn: String? = nil,
        structuredAppend: StructuredAppend? = nil, isMirrored: Bool = false, isInverted: Bool? = nil,
        eci: [Int] = []
    ) {
        self.bytes = bytes
        self.text = text
        self.isDecoded = isDecoded
        self.symbologyIdentifier = symbologyIdentifier
        self.errorCorrectionLevel = errorCorrectionLevel
        self.version = version
        self.mask = mask
        self.addOn = addOn
        self.structuredAppend = structuredAppend
        self.isMirrored = isMirrored
        self.isInverted = isInverted
        self.eci = eci
    }

    /// Takes text, encoding and ECIs of the payload's segments.
    ///
    /// - Parameters:
    ///   - segments: In the symbol's order.
    ///   - type: The code's; it may have one encoding for what names none.
    public mutating func setText(of segments: [PayloadText.Segment], in type: MetadataObjectType) {
        let read = PayloadText(segments, in: type)
        text = read?.text
        encoding = read?.encoding
        isEncodingGuessed = read?.isEncodingGuessed ?? false
        eci = segments.compactMap(\.eci)
    }
}

/// A symbol's place in a structured-append sequence.
public struct StructuredAppend: Sendable, Hashable {
    /// Place in the sequence, from 0.
    public var index: Int
    /// Symbols in the sequence; 0 where the symbology does not say.
    public var count: Int
    /// What the symbols of one sequence share: QR's parity, PDF417's and Data Matrix' file id; may be empty.
    public var id: String
    /// The whole message, once all its symbols were seen in the picture, or in frames that follow one another. Nil until then.
    public var message: Message?

    /// What the symbols of a sequence say together.
    public struct Message: Sendable, Hashable {
        /// The bytes of all symbols in their order.
        public var bytes: [UInt8]
        /// The text, or nil where the bytes are not text.
        public var text: String?

        /// Makes a message.
        public init(bytes: [UInt8], text: String?) {
            self.bytes = bytes
            self.text = text
        }
    }

    /// Makes a place in a sequence.
    public init(index: Int, count: Int, id: String) {
        self.index = index
        self.count = count
        self.id = id
    }
}
