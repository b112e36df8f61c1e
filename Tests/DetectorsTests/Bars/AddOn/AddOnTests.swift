import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Add-ons beside drawn symbols, as a search reads them.
@Suite struct AddOnTests {
    private static let main = [9, 7, 8, 0, 2, 0, 1, 3, 7, 9, 6, 2, 4]
    private static let (module, height, top) = (3.0, 60.0, 8.0)
    /// Modules of light between a symbol and its add-on.
    private static let gap = 9

    /// What stands right of the symbol: modules that are dark.
    private static func beside(_ runs: [Int]) -> [Bool] {
        runs.enumerated().flatMap { Array(repeating: $0.offset.isMultiple(of: 2), count: $0.element) }
    }

    /// "12" and "51299" of ISBN 978-0-201-37962-4, as zint 2.11 draws them.
    private static let two = beside([1, 1, 2, 2, 2, 2, 1, 1, 1, 2, 1, 2, 2])
    private static let five = beside([
        1, 1, 2, 1, 2, 3, 1, 1, 1, 1, 2, 2, 2, 1, 1, 2, 1, 2, 2, 1, 1, 3, 1, 1, 2, 1, 1, 2, 1, 1, 3,
    ])
    /// "12005": its first two digits have the parity of "12".
    private static let beginningWithTwo = beside([
        1, 1, 2, 2, 2, 2, 1, 1, 1, 2, 1, 2, 2, 1, 1, 3, 2, 1, 1, 1, 1, 1, 1, 2, 3, 1, 1, 1, 3, 2, 1,
    ])

    /// The symbol about the middle of a plane, turned clockwise.
    ///
    /// - Parameters:
    ///   - bars: What stands beside it, a little lower than its own bars.
    ///   - isHidden: Whether light hides a place, in modules and as a share of the height.
    private static func plane(
        beside bars: [Bool], turnedBy degrees: Double = 0,
        isHidden: (Int, Double) -> Bool = { _, _ in false }
    ) -> Plane {
        let own = EAN13.bars(of: main)
        let all = own + Array(repeating: false, count: gap) + bars
        let width = Double(own.count + gap + 47)
        let (cosine, sine) = (cos(degrees * .pi / 180) / module, sin(degrees * .pi / 180) / module)
        return Plane(width: 640, height: 640) { samples in
            for y in 0..<640 {
                for x in 0..<640 {
                    var sum = 0
                    for part in 0..<4 {
                        let dx = Double(x) + (part % 2 == 0 ? 0.25 : 0.75) - 320
                        let dy = Double(y) + (part < 2 ? 0.25 : 0.75) - 320
                        let column = Int((cosine * dx + sine * dy + width / 2).rounded(.down))
                        let row = cosine * dy - sine * dx + height / 2
                        let isBar =
                            all.indices.contains(column) && all[column] && row <= height
                            && row >= (column < own.count ? 0 : top)
                        sum += isBar && !isHidden(column - own.count - gap, row / height) ? 20 : 235
                    }
                    samples[y * 640 + x] = UInt8(sum / 4)
                }
            }
        }
    }

    private func code(in plane: Plane) throws -> CodeContent {
        let request = DetectionRequest(types: [.ean13], effort: .normal).unhurried
        let result = try CodeDetector().detect(request, in: Frame(luma: plane))
        let told = try #require(ReadingArbiter().detections(result.readings).first?.reading)
        guard case .code(let content) = told.content else { throw CancellationError() }
        #expect(content.text == "9780201379624")
        return content
    }

    @Test(arguments: [0.0, 14, 90, 180, 251])
    func digitsAreRead(degrees: Double) throws {
        let two = try code(in: Self.plane(beside: Self.two, turnedBy: degrees))
        #expect(two.addOn == "12" && two.symbologyIdentifier == "]E3")
        let five = try code(in: Self.plane(beside: Self.five, turnedBy: degrees))
        #expect(five.addOn == "51299" && five.symbologyIdentifier == "]E3")
        let none = try code(in: Self.plane(beside: [], turnedBy: degrees))
        #expect(none.addOn == nil && none.symbologyIdentifier == "]E0")
    }

    /// A picture that is cut right behind the last bar.
    @Test func fiveDigitsNeedNoLightBehindThem() throws {
        let plane = Self.plane(beside: Self.five)
        let right = Int(320 + 1.5 * Double(95 + Self.gap + 47)) + 2
        let cut = Plane(width: right, height: 640) { samples in
            plane.withBytes { bytes in
                for y in 0..<640 {
                    for x in 0..<right { samples[y * right + x] = bytes[y * plane.bytesPerRow + x] }
                }
            }
        }
        #expect(try code(in: cut).addOn == "51299")
    }

    /// Of five digits two are left in most rows: their parity is right, and light is behind them.
    @Test(arguments: [0.0, 14]) func aPieceOfFiveDigitsIsNotTold(degrees: Double) throws {
        let pieces = Self.beside([1, 1, 2, 2, 2, 2, 1, 1, 1, 2, 1, 2, 2, 1, 1, 1, 2, 2, 2, 1, 1, 3, 1, 1, 2])
        let plane = Self.plane(beside: pieces, turnedBy: degrees) { column, row in
            column >= 20 && row < 0.7
        }
        #expect(try code(in: plane).addOn == nil)
        // Where all five digits are seen in some rows, these are told.
        let whole = Self.plane(beside: Self.beginningWithTwo, turnedBy: degrees) { column, row in
            column >= 20 && row < 0.6
        }
        #expect(try code(in: whole).addOn == "12005")
    }

    @Test func otherBarsAreNoAddOn() throws {
        let others = [
            EAN13.bars(of: Self.main), Self.beside([1, 1, 1, 1, 1, 1, 1, 1, 1]),
            Self.beside([3, 1, 2, 2, 4]),
            // "12" with the parity of "13", and in a few rows alone.
            Self.beside([1, 1, 2, 2, 2, 2, 1, 1, 1, 2, 2, 1, 2]),
        ]
        for other in others { #expect(try code(in: Self.plane(beside: other)).addOn == nil) }
        let few = Self.plane(beside: Self.two) { column, row in column >= 0 && row < 0.85 }
        #expect(try code(in: few).addOn == nil)
    }
}
