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
        return Set(ZXingFormat.table.filter { formats & $0.format.rawValue != 0 }.map(\.type))
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
        let formats = types.reduce(into: UInt32(0)) { $0 |= ZXingFormat.bits(of: $1) }
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
