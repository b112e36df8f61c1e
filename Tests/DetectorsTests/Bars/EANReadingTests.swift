import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// EAN-13 read from grey values.
@Suite struct EANReadingTests {
    private let digits = [4, 0, 0, 6, 3, 8, 1, 3, 3, 3, 9, 3, 1]

    /// A strip of bars, white beside them.
    ///
    /// - Parameters:
    ///   - module: Width of a module in pixels.
    ///   - blur: Side of the box over which is averaged, in pixels; above two modules single ones merge.
    private func strip(module: Double, blur: Int, noise: Double, turned: Bool = false) -> View {
        let bars = EAN13.bars(of: digits)
        let width = Int(95 * module * 1.3)
        let left = (Double(width) - 95 * module) / 2
        var random = Noise(seed: 7)
        var values: [UInt8] = []
        for _ in 0..<90 {
            for x in 0..<width {
                // The mean of what lies in the box, at four places a pixel.
                let dark = (0..<blur * 4).count { place in
                    let at = Double(x) + 0.5 + (Double(place) + 0.5) / 4 - Double(blur) / 2
                    let index = ((turned ? Double(width) - at : at) - left) / module
                    return index >= 0 && index < 95 && bars[Int(index)]
                }
                let light = 200 - 150 * Double(dark) / Double(blur * 4) + (random.next() - 0.5) * noise
                values.append(UInt8(min(max(light, 0), 255)))
            }
        }
        return View(Plane(width: width, height: 90, samples: values))
    }

    @Test(arguments: [(3.0, 1), (3.0, 6), (4.0, 8)], [false, true])
    func blurredBarsAreRead(_ shape: (module: Double, blur: Int), turned: Bool) throws {
        let strip = strip(module: shape.module, blur: shape.blur, noise: 12, turned: turned)
        let symbol = try #require(EANReading(strip)?.symbol(in: strip))
        #expect(symbol.content.text == digits.map(String.init).joined())
        #expect(try #require(symbol.lines) >= 3)
        // The symbol's own top left is at its first digit.
        #expect((symbol.corners[0].x < symbol.corners[2].x) != turned)
        let width = abs(symbol.corners[0].x - symbol.corners[2].x)
        #expect(abs(width - 95 * shape.module) < 4 * shape.module)
    }

    @Test(arguments: 0..<20)
    func otherBarsAreNoEAN(seed: Int) {
        var random = Noise(seed: UInt64(seed))
        let (width, height) = (400, 90)
        var row = [UInt8](repeating: 220, count: width)
        var x = 50
        while x < 350 {
            let bar = 3 * Int(1 + random.next() * 4)
            for column in x..<min(x + bar, 350) { row[column] = 40 }
            x += bar + 3 * Int(1 + random.next() * 4)
        }
        let samples = (0..<height).flatMap { _ in row.map { UInt8(Double($0) + random.next() * 20) } }
        #expect(EANReading(View(Plane(width: width, height: height, samples: samples))) == nil)
    }
}
