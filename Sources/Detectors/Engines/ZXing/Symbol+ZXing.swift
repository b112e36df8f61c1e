import CZXing
import Foundation
import MetadataOutput

extension CZXingSymbol {
    /// The symbol where the part it was read in lies in the whole.
    func moved(x: Int32, y: Int32) -> CZXingSymbol {
        var moved = self
        moved.x = (self.x.0 + x, self.x.1 + x, self.x.2 + x, self.x.3 + x)
        moved.y = (self.y.0 + y, self.y.1 + y, self.y.2 + y, self.y.3 + y)
        return moved
    }

    /// Of its corners, in pixels of the plane.
    func middle(scale: Int) -> CGPoint {
        let (x, y) = (Int(x.0) + Int(x.1) + Int(x.2) + Int(x.3), Int(y.0) + Int(y.1) + Int(y.2) + Int(y.3))
        return CGPoint(x: Double(x * scale) / 4, y: Double(y * scale) / 4)
    }

    /// Whether it is a symbol that was made already, as ``Symbol/isSame(as:)``, by what ZXing tells.
    func isSame(as symbol: Symbol, at middle: CGPoint) -> Bool {
        symbol.content.bytes.count == Int(byte_count)
            && symbol.content.bytes.elementsEqual(UnsafeBufferPointer(start: bytes, count: Int(byte_count)))
            && ZXingFormat.table.contains { $0.type == symbol.type && $0.format == format }
            && OrientedBox(corners: symbol.corners).contains(middle, margin: 0)
    }
}

extension Symbol {
    /// Nil for a linear symbol without content, as a line is no place, and for what was not asked for.
    ///
    /// - Parameters:
    ///   - scale: Pixels of the plane that one of what ZXing read is wide.
    ///   - budget: As of ``BarOutline/corners(in:along:isTrack:within:)``.
    init?(
        _ native: CZXingSymbol, of types: Set<MetadataObjectType>, in plane: Plane, scale: Int,
        within budget: inout OutlineBudget
    ) {
        let read = Array(UnsafeBufferPointer(start: native.bytes, count: Int(native.byte_count)))
        guard let (type, bytes) = ZXingFormat.content(native.format, read, wanted: types),
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
