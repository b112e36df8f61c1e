import MetadataOutput

/// The bars and spaces of a linear symbol, part by part, as a text is encoded in its symbology.
///
/// Stacked GS1 DataBar and DX film edge have no shapes here.
struct SymbolShape: Sendable {
    /// A character or a guard.
    struct Part: Sendable {
        /// Widths of its elements in modules, dark and light in turn.
        let widths: [Float]
        let beginsDark: Bool
        /// Widths of all else that may stand in its place, as wide as it is.
        var rivals: [[Float]] = []

        var width: Float { widths.reduce(0, +) }
        var isGuard: Bool { rivals.isEmpty }
        /// How many of its modules are dark.
        var dark: Float {
            zip(widths.indices, widths).reduce(0) { $1.0.isMultiple(of: 2) == beginsDark ? $0 + $1.1 : $0 }
        }
    }

    let parts: [Part]
    /// Whether a piece of it can be read as a symbol.
    let readsPiecesOfItself: Bool
    /// Whether how much of its characters is dark tells those apart whose bars are as far apart.
    let hasInk: Bool
    /// Whether paper goes on beyond what is light before its first and behind its last bar: of five parts two are guards, and a third of
    /// each would be left unexplained if dark did. With many parts that matters little, and the rules' limits were measured with it.
    let isOnPaper: Bool

    /// Width of light that is a part of the symbol before its first and behind its last bar, in modules.
    var quiet: Float { readsPiecesOfItself ? Self.longQuiet : Self.quiet }

    /// Modules from the first bar to the last.
    var modules: Float { parts.reduce(-2 * quiet) { $0 + $1.width } }

    /// Widths of the elements of each part, without those of the quiet zones.
    var inner: [[Float]] {
        parts.enumerated().map { index, part in
            Array(part.widths.dropFirst(index == 0 ? 1 : 0).dropLast(index == parts.count - 1 ? 1 : 0))
        }
    }

    /// Of most types; and where a piece of a symbol could be taken for one, since guards look like characters.
    static let quiet: Float = 2
    static let longQuiet: Float = 5

    /// Whether a piece of a symbol of the type can be read as a symbol.
    static func readsPiecesOfItself(_ type: MetadataObjectType) -> Bool {
        type == .interleaved2of5 || type == .itf14
    }

    /// Longest text that has shapes, in characters.
    private static let longest = 64

    /// Whether a text may have shapes that are not here: those of stacked symbols, and of unusual ways to encode it.
    ///
    /// - Parameter row: ``Symbol/row``.
    static func hasOtherShapes(_ type: MetadataObjectType, text: [UInt8], row: [Int]?) -> Bool {
        switch type {
        case .code128: Code128Shape.hasOtherWays(text)
        case .gs1DataBar: row == nil
        case .telepen: TelepenShape.hasOtherWays(text)
        default: false
        }
    }

    /// The shapes that a text may have: several where the width of wide elements is for the printer to choose. None where the
    /// symbology has no shape here, or the text cannot be encoded in it.
    ///
    /// - Parameter row: ``Symbol/row``.
    static func shapes(of type: MetadataObjectType, text: [UInt8], row: [Int]? = nil) -> [SymbolShape] {
        guard text.count <= longest else { return [] }
        let ratios: [Float] = [2, 2.35, 2.7, 3]
        let shapes: [[Part]?] =
            switch type {
            case .ean13: [EANShape.ean13(text)]
            case .ean8: [EANShape.ean8(text)]
            case .upce: [EANShape.upce(text)]
            case .interleaved2of5, .itf14: ratios.map { TwoWidthShape(wide: $0).interleaved2of5(text) }
            case .code39: ratios.map { TwoWidthShape(wide: $0).code39(text) }
            case .codabar: ratios.map { TwoWidthShape(wide: $0).codabar(text) }
            case .code128: Code128Shape.code128(text)
            case .code93: [Code93Shape.code93(text)]
            case .gs1DataBar: [false, true].map { DataBarShape.dataBar(text, isLinked: $0) }
            case .gs1DataBarExpanded: [row.flatMap(DataBarExpandedShape.dataBarExpanded)]
            case .gs1DataBarLimited:
                [false, true].map { DataBarLimitedShape.dataBarLimited(text, isLinked: $0) }
            case .telepen: TelepenShape.telepen(text)
            default: []
            }
        return shapes.compactMap { $0.map { SymbolShape($0, of: type) } }
    }

    /// The shape that a text has along the lines of a symbol, either way round; nil where it is not seen so simply.
    static func shape(of type: MetadataObjectType, text: [UInt8], seenAlong lines: BarLines) -> SymbolShape? {
        guard type == .code128 else { return nil }
        let parts =
            Code128Shape.code128(text, seenAlong: lines)
            ?? Code128Shape.code128(text, seenAlong: lines.turned)
        return parts.map { SymbolShape($0, of: type) }
    }

    private init(_ parts: [Part], of type: MetadataObjectType) {
        self.parts = parts
        readsPiecesOfItself = Self.readsPiecesOfItself(type)
        hasInk = [.ean13, .ean8, .upce].contains(type)
        isOnPaper = type == .gs1DataBarLimited
    }
}
