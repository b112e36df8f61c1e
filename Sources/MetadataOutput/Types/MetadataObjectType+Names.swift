extension MetadataObjectType {
    /// Every type and its short name, in the order tables print them.
    static let named: [(type: MetadataObjectType, name: String)] = [
        (.qr, "qr"), (.microQR, "microQR"), (.rMQR, "rMQR"), (.aztec, "aztec"), (.dataMatrix, "dataMatrix"),
        (.pdf417, "pdf417"), (.microPDF417, "microPDF417"), (.maxiCode, "maxiCode"),
        (.ean13, "ean13"), (.upca, "upca"), (.ean8, "ean8"), (.upce, "upce"),
        (.code39, "code39"), (.code39Mod43, "code39Mod43"), (.code32, "code32"), (.pzn, "pzn"),
        (.code93, "code93"), (.code128, "code128"),
        (.interleaved2of5, "interleaved2of5"), (.itf14, "itf14"), (.codabar, "codabar"),
        (.gs1DataBar, "gs1DataBar"), (.gs1DataBarExpanded, "gs1DataBarExpanded"),
        (.gs1DataBarLimited, "gs1DataBarLimited"), (.telepen, "telepen"), (.dxFilmEdge, "dxFilmEdge"),
        (.face, "face"), (.humanBody, "humanBody"), (.humanFullBody, "humanFullBody"),
        (.catBody, "catBody"), (.catHead, "catHead"), (.dogBody, "dogBody"), (.dogHead, "dogHead"),
        (.salientObject, "salientObject"),
    ]

    private static let nameByType = Dictionary(uniqueKeysWithValues: named.map { ($0.type, $0.name) })
    private static let typeByName = Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.type) })

    /// Every type, in the order tables and lists print them.
    public static let all: [MetadataObjectType] = named.map(\.type)

    /// The short name used on the command line and in records, such as `qr`; the raw value if it has none.
    public var name: String { Self.nameByType[self] ?? rawValue }

    /// The type with a short name such as `qr`, or nil if there is none.
    public init?(name: String) {
        guard let type = Self.typeByName[name] else { return nil }
        self = type
    }

    /// Whether the symbology is a row of bars, read along one line.
    public var isLinearCode: Bool { Self.linearCodes.contains(self) }

    /// Whether the symbology is error-corrected and two-dimensional (stacked ones included).
    public var isMatrixCode: Bool { Self.matrixCodes.contains(self) }

    /// Symbologies read along a line.
    public static let linearCodes: Set<MetadataObjectType> = [
        .ean13, .upca, .ean8, .upce, .code39, .code39Mod43, .code32, .pzn, .code93, .code128,
        .interleaved2of5, .itf14, .codabar,
        .gs1DataBar, .gs1DataBarExpanded, .gs1DataBarLimited, .telepen, .dxFilmEdge,
    ]

    /// Two-dimensional symbologies with error correction.
    public static let matrixCodes: Set<MetadataObjectType> = [
        .qr, .microQR, .rMQR, .aztec, .dataMatrix, .pdf417, .microPDF417, .maxiCode,
    ]
}
