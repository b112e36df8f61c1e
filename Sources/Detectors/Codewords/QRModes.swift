import MetadataOutput

/// In which modes the bytes of a QR code are (ISO/IEC 18004 §7.4; of Hanzi GB/T 18284): two modes say what characters theirs are.
enum QRModes {
    /// The bytes, cut where what the modes say of them changes.
    ///
    /// - Parameters:
    ///   - bytes: As the engine tells them.
    ///   - descriptor: The symbol's codewords.
    /// - Returns: nil where an ECI or GS1 says what the bytes are, and where they are not those of the codewords.
    static func segments(of bytes: [UInt8], in descriptor: QRCodeDescriptor) -> [PayloadText.Segment]? {
        var bits = Bits(bytes: descriptor.errorCorrectedPayload)
        let sizes = descriptor.symbolVersion < 10 ? 0 : descriptor.symbolVersion < 27 ? 1 : 2
        var segments: [PayloadText.Segment] = []
        var rest = bytes[...]
        // The terminator is cut where there is no room for it.
        while let number = bits.next(4), number != 0 {
            guard let mode = Mode(rawValue: number) else { return nil }
            guard mode != .structuredAppend else {
                bits.skip(16)
                continue
            }
            // The set of characters; there is one.
            if mode == .hanzi { bits.skip(4) }
            guard let count = bits.next(mode.countSizes[sizes]) else { return nil }
            bits.skip(mode.size(of: count))
            let part = rest.prefix(mode.named == nil ? count : 2 * count)
            guard part.count == (mode.named == nil ? count : 2 * count) else { return nil }
            rest = rest.dropFirst(part.count)
            if let last = segments.last, last.mode == mode.named {
                segments[segments.count - 1].bytes += part
            } else {
                segments.append(PayloadText.Segment(mode: mode.named, bytes: Array(part)))
            }
        }
        return rest.isEmpty && !bits.isOver ? segments : nil
    }

    /// The bytes of a symbol of which an engine tells no more than where Kanji mode is.
    ///
    /// - Parameters:
    ///   - bytes: Of the whole symbol.
    ///   - kanji: Where in them characters in Kanji mode begin, and where they end, in turns; ascending.
    /// - Returns: One segment where that cannot be.
    static func segments(of bytes: [UInt8], kanji: [Int]) -> [PayloadText.Segment] {
        let places = [0] + kanji + [bytes.count]
        guard kanji.count.isMultiple(of: 2), zip(places, places.dropFirst()).allSatisfy(<=) else {
            return [PayloadText.Segment(bytes: bytes)]
        }
        let parts = zip(places, places.dropFirst()).enumerated().map { number, part in
            PayloadText.Segment(
                mode: number.isMultiple(of: 2) ? nil : .kanji, bytes: Array(bytes[part.0..<part.1]))
        }
        return parts.filter { !$0.bytes.isEmpty }
    }

    private enum Mode: Int {
        case numeric = 1
        case alphanumeric = 2
        case structuredAppend = 3
        case bytes = 4
        case kanji = 8
        case hanzi = 13

        /// What it says that its characters are, which have two bytes each.
        var named: PayloadText.Segment.Mode? {
            switch self {
            case .kanji: .kanji
            case .hanzi: .hanzi
            default: nil
            }
        }

        /// Bits of the number of characters: up to version 9, up to 26, and up to 40.
        var countSizes: [Int] {
            switch self {
            case .numeric: [10, 12, 14]
            case .alphanumeric: [9, 11, 13]
            case .bytes: [8, 16, 16]
            case .kanji, .hanzi: [8, 10, 12]
            case .structuredAppend: [0, 0, 0]
            }
        }

        /// Bits of so many characters.
        func size(of count: Int) -> Int {
            switch self {
            case .numeric: count / 3 * 10 + [0, 4, 7][count % 3]
            case .alphanumeric: count / 2 * 11 + count % 2 * 6
            case .bytes: count * 8
            case .kanji, .hanzi: count * 13
            case .structuredAppend: 0
            }
        }
    }

    private struct Bits {
        let bytes: [UInt8]
        private var place = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Whether more was skipped than there is.
        var isOver: Bool { place > bytes.count * 8 }

        mutating func skip(_ count: Int) { place += count }

        /// The next bits as a number; nil where there are fewer.
        mutating func next(_ count: Int) -> Int? {
            guard place + count <= bytes.count * 8 else { return nil }
            defer { place += count }
            return (place..<place + count).reduce(0) { $0 << 1 | Int(bytes[$1 / 8] >> UInt8(7 - $1 % 8) & 1) }
        }
    }
}
