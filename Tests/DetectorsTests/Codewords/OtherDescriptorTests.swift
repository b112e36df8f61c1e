import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Codewords of symbols that are no QR codes, as Core Image has them; ZXing-C++ is built so that it tells them.
@Suite(.enabled(if: ZXing.isCurrent)) struct OtherDescriptorTests {
    /// The bytes 1 to 6, of which Apple's own descriptor is known (`../shared/vectors`): a latch to Mixed, six of its
    /// characters, one bit of padding, in codewords of six bits.
    private static let aztec = [
        "..#.#######.##.", "##....##.#.#..#", "#.##.....#..##.", "#.#############", "..##.......##..",
        "#..#.#####.#...", "..##.#...#.#.##", ".#.#.#.#.#.#..#", "#..#.#...#.####", ".###.#####.#.#.",
        "...#.......##..", "...############", "#...##.####..##", ".#..##.#...#.##", "#.#.##...#.#.##",
    ]

    /// "123456", the example of ISO/IEC 16022.
    private static let dataMatrix = [
        "#.#.#.#.#.", "##..#.##.#", "##.....#..", "##...###.#", "##....#...", "#.....####", "###.##....",
        "####.##..#", "#..###.#..", "##########",
    ]

    /// "PDF417", the example of ISO/IEC 15438, in one column; rows are three modules high.
    private static let pdf417 = [
        "########.#.#.#...#####.#.#.#####..#####.#.#..#####.###.#.#.###......#######.#...#.#..#",
        "########.#.#.#...####.#.#...#.....##.##.....####.#.####.#.#..#......#######.#...#.#..#",
        "########.#.#.#...##.#.#.#####.....#.##.#.....###...#.#.#...####.....#######.#...#.#..#",
        "########.#.#.#...##.#.####..#####.#.#....##.....##.##.#.####.#####..#######.#...#.#..#",
        "########.#.#.#...####.#.###...###.####..#.###..###.####.#.###..###..#######.#...#.#..#",
        "########.#.#.#...#####.#.###....#.#.###.....#..##..####.#.####...#..#######.#...#.#..#",
        "########.#.#.#...###.#..###.#####.##.##....#...#...#.#..###.###.....#######.#...#.#..#",
        "########.#.#.#...#.#.######...###.##...#.....###.#.#.#.######.###...#######.#...#.#..#",
        "########.#.#.#...#.#..##.#####....#..###......#.##.######.#..##...#.#######.#...#.#..#",
    ]

    /// The modules as a picture, five pixels each.
    private func picture(_ modules: [String], rowHeight: Int = 1) -> Plane {
        let (side, margin) = (5, 40)
        let width = modules[0].utf8.count * side + 2 * margin
        let height = modules.count * side * rowHeight + 2 * margin
        return Plane(width: width, height: height) { samples in
            samples.update(repeating: 255)
            for (row, modules) in modules.enumerated() {
                for (column, module) in modules.utf8.enumerated() where module == UInt8(ascii: "#") {
                    for y in 0..<side * rowHeight {
                        let start = (margin + row * side * rowHeight + y) * width + margin + column * side
                        for x in 0..<side { samples[start + x] = 0 }
                    }
                }
            }
        }
    }

    private func descriptor(_ type: MetadataObjectType, in plane: Plane) throws -> CodeDescriptor? {
        try #require(try ZXing.symbols(of: [type], in: plane, options: .init()).first).content.descriptor
    }

    @Test func anAztecCodesAreItsDataCodewords() throws {
        let plane = picture(Self.aztec)
        guard case .aztec(let symbol) = try descriptor(.aztec, in: plane) else {
            Issue.record("no descriptor")
            return
        }
        #expect(symbol.errorCorrectedPayload == [0xE8, 0x86, 0x42, 0x98, 0xF0])
        #expect(symbol.isCompact && symbol.layerCount == 1 && symbol.dataCodewordCount == 6)
        #expect(try descriptor(.aztec, in: plane.turnedRight()) == .aztec(symbol))
    }

    @Test func aDataMatrixsAreItsDataCodewords() throws {
        guard case .dataMatrix(let symbol) = try descriptor(.dataMatrix, in: picture(Self.dataMatrix)) else {
            Issue.record("no descriptor")
            return
        }
        #expect(symbol.errorCorrectedPayload == [142, 164, 186])
        #expect(symbol.rowCount == 10 && symbol.columnCount == 10 && symbol.eccVersion == .v200)
    }

    @Test func aPDF417sAreItsDataCodewordsWithTheirCount() throws {
        let plane = picture(Self.pdf417, rowHeight: 3)
        guard case .pdf417(let symbol) = try descriptor(.pdf417, in: plane) else {
            Issue.record("no descriptor")
            return
        }
        let words = stride(from: 0, to: symbol.errorCorrectedPayload.count, by: 2).map {
            Int(symbol.errorCorrectedPayload[$0]) << 8 | Int(symbol.errorCorrectedPayload[$0 + 1])
        }
        #expect(words == [5, 453, 178, 121, 239])
        #expect(symbol.rowCount == 9 && symbol.columnCount == 1 && !symbol.isCompact)
    }

    @Test func impossibleOnesAreNone() {
        func aztec(_ layers: Int, _ words: Int, isCompact: Bool) -> Bool {
            AztecCodeDescriptor(
                errorCorrectedPayload: [], isCompact: isCompact, layerCount: layers, dataCodewordCount: words)
                != nil
        }
        #expect(aztec(32, 2048, isCompact: false) && aztec(4, 64, isCompact: true))
        #expect(
            !aztec(33, 1, isCompact: false) && !aztec(5, 1, isCompact: true) && !aztec(0, 1, isCompact: true))
        #expect(!aztec(1, 65, isCompact: true) && !aztec(1, 0, isCompact: false))
        for (rows, columns) in [(7, 10), (10, 145)] {
            #expect(
                DataMatrixCodeDescriptor(
                    errorCorrectedPayload: [], rowCount: rows, columnCount: columns, eccVersion: .v200) == nil
            )
        }
        for (rows, columns) in [(2, 1), (91, 1), (3, 0), (3, 31)] {
            #expect(
                PDF417CodeDescriptor(
                    errorCorrectedPayload: [], isCompact: false, rowCount: rows, columnCount: columns) == nil)
        }
    }
}
