/// What a sequence's parameter set says of its pictures (ITU-T H.264, 7.3.2.1 and E.1.1).
package struct H264Sequence: Sendable, Hashable {
    /// In pixels, as they are shown.
    package let width: Int
    package let height: Int
    /// How many pictures may be sent before one that is shown earlier, as far as it says so; else 0.
    package let reordering: Int
    /// Whether each picture is a whole one, of 4:2:0 and 8 bits: what movies here are made of.
    package let isPlain: Bool

    /// The profiles that say how samples are coded.
    private static let highProfiles: Set<Int> = [
        100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
    ]
    /// The most macroblocks in a picture that any level has, and on a side (A.3.1).
    private static let (mostBlocks, mostSideBlocks) = (139_264, 1055)
    /// Pictures that a decoder has room for.
    private static let mostPictures = 16

    /// - Returns: Nil if there is no set that says such things, or none that a decoder takes.
    package init?(_ parameters: H264Parameters) {
        guard !parameters.sequence.isEmpty else { return nil }
        var reader = BitReader(parameters.sequence)
        do throws(BitReader.Malformed) { try self.init(&reader) } catch { return nil }
    }

    private init(_ reader: inout BitReader) throws(BitReader.Malformed) {
        let profile = try reader.number(8)
        _ = try reader.number(16)
        _ = try reader.count()
        var isUsual = true
        var chroma = 1
        if Self.highProfiles.contains(profile) {
            chroma = try reader.count()
            if chroma == 3 { _ = try reader.flag() }
            let depths = (try reader.count(), try reader.count())
            _ = try reader.flag()
            isUsual = chroma == 1 && depths == (0, 0)
            if try reader.flag() { try Self.skipScaling(&reader, lists: chroma == 3 ? 12 : 8) }
        }
        _ = try reader.count()
        try Self.skipOrder(&reader)
        _ = try reader.count()
        _ = try reader.flag()
        let blocks = (width: try reader.count() + 1, height: try reader.count() + 1)
        let isProgressive = try reader.flag()
        if !isProgressive { _ = try reader.flag() }
        _ = try reader.flag()
        let rows = blocks.height * (isProgressive ? 1 : 2)
        guard blocks.width <= Self.mostSideBlocks, rows <= Self.mostSideBlocks,
            blocks.width * rows <= Self.mostBlocks
        else { throw BitReader.Malformed() }
        var (width, height) = (blocks.width * 16, rows * 16)
        if try reader.flag() {
            // Of 4:2:0 in pairs of pixels; of others nobody asks.
            let step = (2, isProgressive ? 2 : 4)
            let cut = (try reader.count() + reader.count(), try reader.count() + reader.count())
            (width, height) = (width - cut.0 * step.0, height - cut.1 * step.1)
        }
        guard width > 0, height > 0 else { throw BitReader.Malformed() }
        (self.width, self.height, isPlain) = (width, height, isUsual && isProgressive)
        // What is said of showing it may be cut short; a decoder does without.
        let said = try reader.flag() ? (try? Self.reordering(&reader)) ?? 0 : 0
        guard said <= Self.mostPictures else { throw BitReader.Malformed() }
        reordering = said
    }

    private static func skipScaling(_ reader: inout BitReader, lists: Int) throws(BitReader.Malformed) {
        for list in 0..<lists {
            guard try reader.flag() else { continue }
            var (last, next) = (8, 8)
            for _ in 0..<(list < 6 ? 16 : 64) {
                if next != 0 { next = (last + (try reader.difference())) & 0xff }
                if next != 0 { last = next }
            }
        }
    }

    /// How a picture's place among those that are shown is said.
    private static func skipOrder(_ reader: inout BitReader) throws(BitReader.Malformed) {
        switch try reader.count() {
        case 0: _ = try reader.count()
        case 1:
            _ = try reader.flag()
            for _ in 0..<2 { _ = try reader.difference() }
            let count = try reader.count()
            guard count <= 255 else { throw BitReader.Malformed() }
            for _ in 0..<count { _ = try reader.difference() }
        case 2: break
        default: throw BitReader.Malformed()
        }
    }

    private static func reordering(_ reader: inout BitReader) throws(BitReader.Malformed) -> Int {
        // The shape of pixels; of 255 it is said.
        if try reader.flag(), try reader.number(8) == 255 { _ = try reader.number(32) }
        if try reader.flag() { _ = try reader.flag() }
        if try reader.flag() {
            _ = try reader.number(4)
            if try reader.flag() { _ = try reader.number(24) }
        }
        if try reader.flag() { for _ in 0..<2 { _ = try reader.count() } }
        if try reader.flag() {
            for _ in 0..<2 { _ = try reader.number(32) }
            _ = try reader.flag()
        }
        // How fast its bytes come, twice.
        var saysRate = false
        for _ in 0..<2 {
            guard try reader.flag() else { continue }
            saysRate = true
            let count = try reader.count()
            guard count < 32 else { throw BitReader.Malformed() }
            _ = try reader.number(8)
            for _ in 0...count {
                for _ in 0..<2 { _ = try reader.count() }
                _ = try reader.flag()
            }
            _ = try reader.number(20)
        }
        if saysRate { _ = try reader.flag() }
        _ = try reader.flag()
        guard try reader.flag() else { return 0 }
        _ = try reader.flag()
        for _ in 0..<4 { _ = try reader.count() }
        return try reader.count()
    }
}
