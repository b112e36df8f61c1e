import Decoders
import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// The contract's corner order from each engine: from the symbol's own top left, counter-clockwise as seen,
/// clockwise if it is mirrored. The numbers are the contract's own.
@Suite struct CornerOrderTests {
    private static let turns: [(name: String, turn: @Sendable (Plane) -> Plane, corners: [[Double]])] = [
        ("up", { $0 }, [[120, 60], [120, 165], [225, 165], [225, 60]]),
        ("90° clockwise", { $0.turnedRight() }, [[165, 120], [60, 120], [60, 225], [165, 225]]),
        ("180°", { $0.turnedRight().turnedRight() }, [[165, 165], [165, 60], [60, 60], [60, 165]]),
        ("mirrored", { $0.mirrored() }, [[165, 60], [165, 165], [60, 165], [60, 60]]),
    ]

    @Test(arguments: 0..<4) func zxing(index: Int) throws {
        let plane = Self.turns[index].turn(HelloQR.high)
        let symbols = try ZXing.symbols(of: [.qr], in: plane, options: .init())
        try check(symbols, index: index)
        #expect(symbols[0].content.symbologyIdentifier == "]Q1")
        #expect(symbols[0].content.errorCorrectionLevel == "H")
    }

    @Test(arguments: 0..<4) func zbar(index: Int) throws {
        try check(ZBar.symbols(of: [.qr], in: Self.turns[index].turn(HelloQR.low)), index: index)
    }

    /// ZXing goes the other way round a mirrored one than round other symbols.
    @Test(arguments: ["compact-1", "compact-4", "full-05"]) func aztec(name: String) throws {
        let url = URL(filePath: #filePath).appending(path: "../../../../SampleImages/aztec/\(name).png")
            .standardized
        let plane = try StandardPictureDecoder().frame(
            from: Array(Data(contentsOf: url)), limits: .standard
        ).luma
        func symbol(_ plane: Plane) throws -> Symbol {
            try #require(ZXing.symbols(of: [.aztec], in: plane, options: .init()).first)
        }
        let (straight, mirrored) = (try symbol(plane), try symbol(plane.mirrored()))
        #expect(mirrored.content.isMirrored == true && mirrored.content.bytes == straight.content.bytes)
        for (corner, expected) in zip(mirrored.corners, straight.corners) {
            let x = Double(plane.width) - expected.x
            #expect(abs(corner.x - x) <= 2 && abs(corner.y - expected.y) <= 2)
        }
    }

    private func check(_ symbols: [Symbol], index: Int) throws {
        let turn = Self.turns[index]
        let symbol = try #require(symbols.first, "\(turn.name) is read")
        #expect(symbols.count == 1)
        #expect(symbol.type == .qr)
        #expect(symbol.content.text == "hello")
        #expect(symbol.content.bytes == Array("hello".utf8))
        #expect(symbol.content.isMirrored == (turn.name == "mirrored"))
        for (corner, expected) in zip(symbol.corners, turn.corners) {
            #expect(abs(corner.x - expected[0]) <= 2 && abs(corner.y - expected[1]) <= 2, "\(turn.name)")
        }
    }
}
