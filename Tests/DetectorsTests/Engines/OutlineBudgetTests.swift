import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Symbols so thin that each looks like the next, of which all are followed over all others.
@Suite struct OutlineBudgetTests {
    private static let (rows, height, gap) = (90, 4, 3)

    /// EAN-13 of two pixels a module that begin and end alike, a few pixels high and apart.
    private static var sheet: Plane {
        let bars = (0..<rows).map { row in
            var digits = [4, 0, 1, 2, 3, 4, row / 30 % 3, row / 10 % 3, row % 10, 8, 9, 0]
            let sum = digits.enumerated().reduce(0) {
                $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3)
            }
            digits.append((10 - sum % 10) % 10)
            return EAN13.bars(of: digits)
        }
        return Plane(width: 230, height: rows * (height + gap) + gap) { samples in
            for index in samples.indices {
                let (y, x) = index.quotientAndRemainder(dividingBy: 230)
                let (row, line) = (y - gap).quotientAndRemainder(dividingBy: height + gap)
                let module = (x - 20) / 2
                let isBar =
                    y >= gap && row < rows && line < height && x >= 20 && module < 95 && bars[row][module]
                samples[index] = isBar ? 20 : 235
            }
        }
    }

    @Test(arguments: ["zxing", "zbar"]) func theyCoverNoMoreThanThereIs(engine: String) throws {
        let plane = Self.sheet
        let symbols =
            engine == "zxing"
            ? try ZXing.symbols(of: [.ean13], in: plane, options: .init(tryRotate: false))
            : try ZBar.symbols(of: [.ean13], in: plane)
        #expect(symbols.count > Self.rows / 2)
        let area = symbols.reduce(0) { $0 + abs($1.corners.doubleArea) / 2 }
        // The last one that was followed may go beyond.
        #expect(area < 3 * Double(plane.width * plane.height))
        #expect(symbols.allSatisfy { $0.corners.isOutline(inPictureOf: plane.width, by: plane.height) })
    }

    @Test func itIsSpentByWhatSymbolsCover() {
        var budget = OutlineBudget(
            for: Plane(width: 20, height: 10, samples: [UInt8](repeating: 0, count: 200)))
        budget.spend(CGRect(x: 0, y: 0, width: 39, height: 10).corners)
        #expect(!budget.isSpent)
        budget.spend(CGRect(x: 0, y: 0, width: 1, height: 10).corners)
        #expect(budget.isSpent)
    }
}
