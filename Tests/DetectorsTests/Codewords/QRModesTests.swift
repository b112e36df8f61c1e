import MetadataOutput
import Testing

@testable import Detectors

@Suite struct QRModesTests {
    /// "No.点-7" in three modes; of the bytes alone "No.“_-7" is likelier. ZXing-C++ is built so that it tells the modules.
    private static let mixed = [
        "#######..#..#.#######", "#.....#.#..#..#.....#", "#.###.#..#....#.###.#", "#.###.#.#..#..#.###.#",
        "#.###.#...###.#.###.#", "#.....#.###.#.#.....#", "#######.#.#.#.#######", "..........###........",
        "#####.####..##.#.#.#.", "..#.##..###.#....#..#", "...######..#.#.#.#.#.", "#.##...#.##..#.#..#.#",
        "...#..#.#..#..##...##", "........#####.####...", "#######.###.##.##..#.", "#.....#....##.#.#..##",
        "#.###.#.#.#.###.#.#..", "#.###.#.##..#.##..#..", "#.###.#.#..#....#.#..", "#.....#.##.....##.#..",
        "#######.##.#.....###.",
    ]

    @Test(.enabled(if: ZXing.isCurrent)) func kanjiAreReadAsTheyWereWritten() throws {
        let symbols = try ZXing.symbols(of: [.qr], in: HelloQR.picture(Self.mixed), options: .init())
        let content = try #require(symbols.first).content
        #expect(content.bytes == Array("No.".utf8) + [0x93, 0x5F] + Array("-7".utf8))
        #expect(content.text == "No.点-7")
        #expect(content.encoding == "Shift_JIS" && !content.isEncodingGuessed && content.eci.isEmpty)
    }

    /// Kanji and "-7" as Micro QR and as rMQR. One Kanji beside bytes is shorter as two of them.
    @Test(
        .enabled(if: ZXing.isCurrent),
        arguments: [
            (
                "点茗点-7", MetadataObjectType.microQR,
                [
                    "#######.#.#.#.#", "#.....#....##.#", "#.###.#...#.#..", "#.###.#...##.##",
                    "#.###.#.....###",
                    "#.....#.##.#.##", "#######.#.#.#..", "..........##...", "#...##..#.##...",
                    ".....#..#.###..",
                    "###..#..##.####", ".##.#.##..##.##", "##...##..##..#.", "..###..#..#...#",
                    "##..#.###..##.#",
                ]
            ),
            (
                "点茗点茗-7", .rMQR,
                [
                    "#######.#.#.#.#.#.#.#.#.###", "#.....#....#.##.##..##....#",
                    "#.###.#.##..#..#....##..#.#", "#.###.#..##...######....##.",
                    "#.###.#.#####..###..#######", "#.....#...#.....#...##.##..",
                    "#######.#....#...#.#..#...#", "........#..#...#####...###.",
                    "####.##.#######..###..#####", ".#.##.######.###......#...#",
                    "#......#.#.#...#.#..#.#.#.#", "#..#..####....#..##...#...#",
                    "###.#.#.#.#.#.#.#.#.#.#####",
                ]
            ),
        ])
    func kanjiOfSmallSymbolsAreReadAsTheyWereWritten(
        text: String, type: MetadataObjectType, modules: [String]
    ) throws {
        let symbols = try ZXing.symbols(of: [type], in: HelloQR.picture(modules), options: .init())
        let content = try #require(symbols.first).content
        #expect(content.text == text)
        #expect(content.encoding == "Shift_JIS" && !content.isEncodingGuessed && content.eci.isEmpty)
    }

    @Test func placesOfKanjiCutTheBytes() {
        let bytes = Array("No.".utf8) + [0x93, 0x5F] + Array("-7".utf8)
        func segments(_ kanji: [Int]) -> [PayloadText.Segment] { QRModes.segments(of: bytes, kanji: kanji) }
        let whole = PayloadText.Segment(bytes: bytes)
        #expect(segments([]) == [whole])
        #expect(
            segments([3, 5]) == [
                PayloadText.Segment(bytes: Array("No.".utf8)),
                PayloadText.Segment(mode: .kanji, bytes: [0x93, 0x5F]),
                PayloadText.Segment(bytes: Array("-7".utf8)),
            ])
        #expect(segments([0, 7]) == [PayloadText.Segment(mode: .kanji, bytes: bytes)])
        for wrong in [[3], [5, 3], [3, 8]] { #expect(segments(wrong) == [whole]) }
    }

    /// Numbers and how many bits each has, one after the other, in a symbol.
    private func symbol(_ parts: [(value: Int, bits: Int)], version: Int = 1) throws -> QRCodeDescriptor {
        let bits = parts.flatMap { part in (0..<part.bits).map { part.value >> (part.bits - 1 - $0) & 1 } }
        let payload = stride(from: 0, to: bits.count, by: 8).map { start in
            (start..<start + 8).reduce(UInt8(0)) { $0 << 1 | ($1 < bits.count ? UInt8(bits[$1]) : 0) }
        }
        return try #require(
            QRCodeDescriptor(
                errorCorrectedPayload: payload, symbolVersion: version, maskPattern: 0,
                errorCorrectionLevel: .levelL))
    }

    /// A structured append, "12345", "A1B", a kanji, a hanzi.
    @Test func eachModeHasItsCharacters() throws {
        let symbol = try symbol([
            (3, 4), (0x01, 8), (0x77, 8), (1, 4), (5, 10), (123, 10), (45, 7), (2, 4), (3, 9), (451, 11),
            (11, 6),
            (8, 4), (1, 8), (3487, 13), (13, 4), (1, 4), (1, 8), (0x9C1, 13), (0, 4),
        ])
        let bytes = Array("12345A1B".utf8) + [0x93, 0x5F, 0xBA, 0xBA]
        #expect(
            QRModes.segments(of: bytes, in: symbol) == [
                PayloadText.Segment(bytes: Array("12345A1B".utf8)),
                PayloadText.Segment(mode: .kanji, bytes: [0x93, 0x5F]),
                PayloadText.Segment(mode: .hanzi, bytes: [0xBA, 0xBA]),
            ])
        #expect(QRModes.segments(of: bytes + [0x41], in: symbol) == nil)
        #expect(QRModes.segments(of: Array(bytes.dropLast()), in: symbol) == nil)
    }

    @Test func largeSymbolsHaveLongerCounts() throws {
        let kanji = PayloadText.Segment(mode: .kanji, bytes: [0x93, 0x5F])
        for (version, size) in [(9, 8), (10, 10), (26, 10), (27, 12)] {
            let symbol = try symbol([(8, 4), (1, size), (3487, 13), (0, 4)], version: version)
            #expect(QRModes.segments(of: kanji.bytes, in: symbol) == [kanji], "version \(version)")
        }
    }

    /// An ECI, and FNC1.
    @Test func whatSaysOtherwiseIsLeftToIt() throws {
        for mode in [5, 7, 9] {
            let symbol = try symbol([(mode, 4), (26, 8), (4, 4), (1, 8), (0x41, 8), (0, 4)])
            #expect(QRModes.segments(of: [0x41], in: symbol) == nil)
        }
    }

    /// A count that goes beyond the end of the symbol.
    @Test func codewordsThatEndAreOfNoUse() throws {
        let symbol = try symbol([(4, 4), (2, 8), (0x41, 8)])
        #expect(QRModes.segments(of: [0x41, 0x41], in: symbol) == nil)
    }
}
