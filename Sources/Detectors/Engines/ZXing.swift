import CZXing
import Foundation
import MetadataOutput

/// ZXing-C++: the first engine.
enum ZXing {
    /// How hard to look; what is not given is ZXing's default, everything tried.
    struct Options: Sendable, Hashable {
        var tryRotate = true
        /// Whether the plane is searched at a third and a ninth of its size too.
        var tryDownscale = true
        var globalHistogram = false
        /// Nothing but one symbol, perfectly aligned.
        var isPure = false
        /// Matrix symbols that were found but not decoded too.
        var returnsUndecoded = false
        /// Whether any space is enough beside a linear symbol, of the types that ``MetadataObjectType/hasOwnGuards``.
        var hasNarrowQuietZones = false
        /// Lines of a linear symbol that must agree.
        var minLineCount = 2

        /// Whether dark is told from light by the neighbourhood, in a whole plane, and in the same way for each symbol.
        var hasLocalThresholds: Bool { !globalHistogram && !isPure && !returnsUndecoded }
    }

    /// The version compiled against, and whether it is the system's older one.
    static var version: String {
        String(cString: CZXingVersion()) + (isCurrent ? "" : "-system")
    }
    /// Whether it is ZXing-C++ 3.
    static var isCurrent: Bool { CZXingIsCurrent() }

    /// What the library reads in this process: an older one of the system's reads less.
    static let types: Set<MetadataObjectType> = {
        let formats = CZXingFormats()
        return Set(Format.table.filter { formats & $0.format.rawValue != 0 }.map(\.type))
    }()

    /// Reads all symbols of some types.
    ///
    /// - Parameters:
    ///   - layers: What matrix codes are read in, if not in the plane itself.
    ///   - time: When no more symbols are added to what was found: to follow the bars of thousands takes long.
    static func symbols(
        of types: Set<MetadataObjectType>, in plane: Plane, layers: [MatrixLayer]? = nil, options: Options,
        until time: SearchTime? = nil
    ) throws(EngineFailure) -> [Symbol] {
        guard let layers else {
            return try symbols(of: types, ofWhole: plane, options: options, until: time)
        }
        let matrixCodes = types.filter(\.isMatrixCode)
        var symbols = FoundSymbols(in: plane)
        for layer in layers {
            let known = symbols.all.count
            for symbol in try read(matrixCodes, in: plane, layer: layer, options: options, until: time) {
                symbols.append(symbol, unlessAmong: known)
            }
        }
        return try symbols.all
            + self.symbols(
                of: types.subtracting(matrixCodes), ofWhole: plane, options: options, until: time)
    }

    private static func symbols(
        of types: Set<MetadataObjectType>, ofWhole plane: Plane, options: Options, until time: SearchTime?
    ) throws(EngineFailure) -> [Symbol] {
        var symbols: [Symbol] = []
        for symbol in try read(types, in: plane, options: options, until: time) {
            symbols += try symbol.readAgain(in: plane, options: options, until: time)
        }
        return symbols
    }

    static func read(
        _ types: Set<MetadataObjectType>, in plane: Plane, layer: MatrixLayer? = nil, options: Options,
        until time: SearchTime? = nil
    ) throws(EngineFailure) -> [Symbol] {
        let formats = types.reduce(into: UInt32(0)) { $0 |= Format.bits(of: $1) }
        guard formats != 0 else { return [] }
        var native = CZXingOptions(
            formats: formats, try_harder: true, try_rotate: options.tryRotate, try_invert: false,
            try_downscale: options.tryDownscale && layer == nil, global_histogram: options.globalHistogram,
            is_thresholded: layer?.isThresholded ?? false, is_pure: options.isPure,
            return_errors: options.returnsUndecoded,
            has_narrow_quiet_zones: options.hasNarrowQuietZones,
            min_line_count: UInt8(clamping: options.minLineCount), max_symbols: UInt8(mostSymbols))
        let longest = types.contains(where: \.isLinearCode) ? longestLine : longestSide
        let scale = layer?.scale ?? 1
        var symbols = FoundSymbols(in: plane)
        var budget = OutlineBudget(for: plane)
        try read(
            ReadPart(layer?.plane ?? plane), sides: longest, scale, &native, until: time, into: &symbols
        ) { time.isUp ? nil : Symbol($0, of: types, in: plane, scale: scale, within: &budget) }
        return symbols.all
    }

    /// Most symbols of one call, and the longest side of what it takes: ZXing counts the ones in a byte, the other in 16 bits.
    private static let (mostSymbols, longestSide) = (255, 65_535)
    /// The longest side where linear codes are looked for: what some readers do along a line grows with the square of its bars.
    private static let longestLine = 8_192

    /// Adds what is read in a plane, in parts where it has more symbols, or longer sides, than one call takes.
    ///
    /// - Parameters:
    ///   - longest: The longest side of one call.
    ///   - scale: As of ``Symbol``'s.
    ///   - time: When no more parts are read.
    ///   - symbols: Those of other parts, of which none is added again.
    ///   - made: The symbol of what was found, in pixels of all that is read. That takes longer than finding it.
    private static func read(
        _ part: ReadPart, sides longest: Int, _ scale: Int, _ options: inout CZXingOptions,
        until time: SearchTime?, into symbols: inout FoundSymbols, made: (CZXingSymbol) -> Symbol?
    ) throws(EngineFailure) {
        func readHalves() throws(EngineFailure) {
            for half in part.halves where !time.isUp {
                try read(half, sides: longest, scale, &options, until: time, into: &symbols, made: made)
            }
        }
        guard max(part.plane.width, part.plane.height) <= longest else { return try readHalves() }
        let list = try SymbolList(reading: part.plane, &options)
        if list.count >= mostSymbols { try readHalves() }
        let known = symbols.all.count
        for index in 0..<list.count {
            let found = list[index].moved(x: Int32(part.x), y: Int32(part.y))
            let middle = found.middle(scale: scale)
            if symbols.contains(around: middle, among: known, where: { found.isSame(as: $0, at: middle) }) {
                continue
            }
            if let symbol = made(found) { symbols.append(symbol, unlessAmong: known) }
        }
    }
}

/// Owns what one call found.
private struct SymbolList: ~Copyable {
    private let native: OpaquePointer

    init(reading plane: Plane, _ options: inout CZXingOptions) throws(EngineFailure) {
        let found = plane.withUnsafeSamples {
            CZXingRead($0, Int32(plane.width), Int32(plane.height), Int32(plane.bytesPerRow), &options)
        }
        guard let found else { throw EngineFailure(engine: .zxing, reason: "gave up on the picture") }
        native = found
    }

    deinit {
        CZXingSymbolsFree(native)
    }

    var count: Int { Int(CZXingSymbolsCount(native)) }

    /// Its pointers are good as long as the list lives.
    subscript(index: Int) -> CZXingSymbol { CZXingSymbolsGet(native, Int32(index)) }
}

/// Which of ZXing's formats are one of our types.
private enum Format {
    static func bits(of type: MetadataObjectType) -> UInt32 {
        table.reduce(0) { $1.type == type ? $0 | $1.format.rawValue : $0 }
    }

    /// What a format with this content is and says, of the types that are asked for.
    static func content(
        _ format: CZXingFormat, _ bytes: [UInt8], wanted types: Set<MetadataObjectType>
    ) -> (type: MetadataObjectType, bytes: [UInt8])? {
        switch format {
        case CZXING_ITF: (LinearContent.type(ofInterleaved: bytes), bytes)
        case CZXING_CODE39: LinearContent.content(ofCode39: bytes, wanted: types)
        default: table.first { $0.format == format }.map { ($0.type, bytes) }
        }
    }

    static let table: [(type: MetadataObjectType, format: CZXingFormat)] = [
        (.qr, CZXING_QR), (.microQR, CZXING_MICRO_QR), (.rMQR, CZXING_RMQR), (.aztec, CZXING_AZTEC),
        (.dataMatrix, CZXING_DATA_MATRIX), (.pdf417, CZXING_PDF417), (.microPDF417, CZXING_MICRO_PDF417),
        (.maxiCode, CZXING_MAXICODE),
        (.ean13, CZXING_EAN13), (.ean8, CZXING_EAN8), (.upce, CZXING_UPCE),
        (.code39, CZXING_CODE39), (.code39Mod43, CZXING_CODE39), (.code32, CZXING_CODE39),
        (.pzn, CZXING_CODE39),
        (.code93, CZXING_CODE93), (.code128, CZXING_CODE128), (.codabar, CZXING_CODABAR),
        (.interleaved2of5, CZXING_ITF), (.itf14, CZXING_ITF), (.gs1DataBar, CZXING_DATABAR),
        (.gs1DataBarExpanded, CZXING_DATABAR_EXPANDED), (.gs1DataBarLimited, CZXING_DATABAR_LIMITED),
        (.telepen, CZXING_TELEPEN), (.dxFilmEdge, CZXING_DX_FILM_EDGE),
    ]
}

extension CZXingSymbol {
    /// The symbol where the part it was read in lies in the whole.
    fileprivate func moved(x: Int32, y: Int32) -> CZXingSymbol {
        var moved = self
        moved.x = (self.x.0 + x, self.x.1 + x, self.x.2 + x, self.x.3 + x)
        moved.y = (self.y.0 + y, self.y.1 + y, self.y.2 + y, self.y.3 + y)
        return moved
    }

    /// Of its corners, in pixels of the plane.
    fileprivate func middle(scale: Int) -> CGPoint {
        let (x, y) = (Int(x.0) + Int(x.1) + Int(x.2) + Int(x.3), Int(y.0) + Int(y.1) + Int(y.2) + Int(y.3))
        return CGPoint(x: Double(x * scale) / 4, y: Double(y * scale) / 4)
    }

    /// Whether it is a symbol that was made already, as ``Symbol/isSame(as:)``, by what ZXing tells.
    fileprivate func isSame(as symbol: Symbol, at middle: CGPoint) -> Bool {
        symbol.content.bytes.count == Int(byte_count)
            && symbol.content.bytes.elementsEqual(UnsafeBufferPointer(start: bytes, count: Int(byte_count)))
            && Format.table.contains { $0.type == symbol.type && $0.format == format }
            && OrientedBox(corners: symbol.corners).contains(middle, margin: 0)
    }
}

extension Symbol {
    /// Nil for a linear symbol without content, as a line is no place, and for what was not asked for.
    ///
    /// - Parameters:
    ///   - scale: Pixels of the plane that one of what ZXing read is wide.
    ///   - budget: As of ``BarOutline/corners(in:along:isTrack:within:)``.
    fileprivate init?(
        _ native: CZXingSymbol, of types: Set<MetadataObjectType>, in plane: Plane, scale: Int,
        within budget: inout OutlineBudget
    ) {
        let read = Array(UnsafeBufferPointer(start: native.bytes, count: Int(native.byte_count)))
        guard let (type, bytes) = Format.content(native.format, read, wanted: types),
            native.is_decoded || type.isMatrixCode
        else { return nil }

        let position = Self.position(of: native, type: type, in: plane, scale: scale)
        let lines = Self.lines(of: native, through: position)
        var native = native
        // ZXing goes clockwise from the top left of the symbol; the contract is the other way round. A mirrored
        // symbol's corners are those of the unmirrored one that has its finder there: QR's keeps its top left,
        // Data Matrix' its bottom left. Those of an Aztec code go its own way round. A PDF417 is read from behind as if its
        // top were its bottom.
        let order: [Int]
        if type == .pdf417 {
            native.is_mirrored = PDF417Rows.areReversed(
                in: plane, corners: position, rows: native.rows > 0 ? Int(native.rows) : nil)
            order = native.is_mirrored ? [3, 0, 1, 2] : [0, 3, 2, 1]
        } else {
            let goesOn = native.is_mirrored && position.isClockwise
            order = !goesOn ? [0, 3, 2, 1] : type == .dataMatrix ? [2, 3, 0, 1] : [0, 1, 2, 3]
        }
        var outline: [CGPoint]?
        if native.is_stacked, !budget.isSpent {
            outline = StackOutline.corners(
                in: plane, around: position, isExpanded: type == .gs1DataBarExpanded)
            outline.map { budget.spend($0) }
        }
        if type.isLinearCode, outline == nil {
            outline = BarOutline.corners(
                in: plane, along: lines, isTrack: type == .dxFilmEdge, within: &budget)
        }
        self.init(
            type: type, corners: outline ?? order.map { position[$0] },
            content: native.is_decoded
                ? CodeContent(native, type, bytes: bytes)
                : CodeContent(bytes: [], text: nil, isDecoded: false, isMirrored: native.is_mirrored),
            scanned: type.isLinearCode && !native.is_stacked && native.line_count > 1 ? position : nil,
            lines: type.isLinearCode ? Int(native.line_count) : nil,
            unusedErrorCorrection: native.unused_error_correction < 0 ? nil : native.unused_error_correction,
            row: native.is_in_one_row
                ? UnsafeBufferPointer(start: native.codewords, count: Int(native.codeword_count)).map(
                    Int.init)
                : nil,
            isStacked: native.is_stacked,
            isPlausible: Self.isPlausible(native, type, bytes: bytes, lines: lines, in: plane))
    }

    /// Lines that a linear symbol was read along, or that lie between two of them, the best to follow its bars from first. Its top
    /// and bottom edge are lines it was read along; either may be the outermost, where half of what is seen lies beside the bars.
    private static func lines(
        of native: CZXingSymbol, through position: [CGPoint]
    ) -> [(start: CGPoint, end: CGPoint)] {
        func between(_ top: CGPoint, _ bottom: CGPoint, _ part: Double) -> CGPoint {
            CGPoint(x: top.x + (bottom.x - top.x) * part, y: top.y + (bottom.y - top.y) * part)
        }
        // What lies between comes last: of two symbols with one text ZXing makes one. Of a single line all are the same.
        let isOneLine = position[0] == position[3] && position[1] == position[2]
        return (isOneLine ? [0] : [0, 1, 0.25, 0.5]).map { part in
            (between(position[0], position[3], part), between(position[1], position[2], part))
        }
    }

    /// Whether what was read can be the content of a symbol of the type.
    private static func isPlausible(
        _ native: CZXingSymbol, _ type: MetadataObjectType, bytes: [UInt8],
        lines: [(start: CGPoint, end: CGPoint)], in plane: Plane
    ) -> Bool {
        switch type {
        case .pdf417, .microPDF417: !native.is_composite_part
        case .gs1DataBarExpanded: GS1ElementString.isPlausible(bytes)
        case .code128: !lines.contains { CodablockRow.isSeen(in: plane, from: $0.start, to: $0.end) }
        default: true
        }
    }

    /// ZXing's corners. Of a PDF417 it tells zeros for the side whose pattern it did not find: that one is looked for.
    private static func position(
        of native: CZXingSymbol, type: MetadataObjectType, in plane: Plane, scale: Int
    ) -> [CGPoint] {
        let (x, y) = (native.x, native.y)
        var position = [(x.0, y.0), (x.1, y.1), (x.2, y.2), (x.3, y.3)].map {
            CGPoint(x: Double($0) * Double(scale), y: Double($1) * Double(scale))
        }
        guard type == .pdf417 else { return position }
        // Top and bottom of a side.
        for (side, known, lost) in [(PDF417Outline.Side.left, (0, 3), (1, 2)), (.right, (1, 2), (0, 3))]
        where position[lost.0] == position[lost.1] && position[known.0] != position[known.1] {
            let outline = PDF417Outline(
                in: plane, from: side, top: position[known.0], bottom: position[known.1],
                isMirrored: native.is_mirrored)
            guard let outline else { break }
            (position[lost.0], position[lost.1]) = (outline.top, outline.bottom)
        }
        return position
    }
}

extension CodeContent {
    fileprivate init(_ native: CZXingSymbol, _ type: MetadataObjectType, bytes: [UInt8]) {
        let eci = Array(UnsafeBufferPointer(start: native.eci_bytes, count: Int(native.eci_byte_count)))
        self.init(
            bytes: bytes, text: nil,
            symbologyIdentifier: Self.string(native.symbology_identifier),
            errorCorrectionLevel: Self.string(native.error_correction_level),
            version: Self.string(native.version).flatMap { Int($0.drop { $0 == "M" }) },
            mask: native.mask < 0 ? nil : Int(native.mask),
            structuredAppend: Self.structuredAppend(of: native),
            isMirrored: native.is_mirrored, isInverted: native.is_inverted)
        setText(of: ECIProtocol.segments(of: eci) ?? [PayloadText.Segment(bytes: bytes)], in: type)
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
