import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Which way round GS1 DataBar Expanded is: of a grainy one zbar tells it by chance.
struct DataBarExpandedLineTests {
    @Test(arguments: ["plain-gtin", "plain-date"], [0.0, 180])
    func cornersBeginWhereTheSymbolDoes(name: String, degrees: Double) throws {
        let sample = try FaceSamples.plane("gs1DataBarExpanded/\(name).png")
        let (width, height) = (sample.width, sample.height)
        let map = Homography.translation(x: -Double(width) / 2, y: -Double(height) / 2)
            .then(.scale(x: 0.5, y: 0.5)).then(.rotation(degrees: degrees))
            .then(.translation(x: Double(width) / 4 + 30, y: Double(height) / 4 + 30))
        var read = 0
        for seed in UInt64(0)..<6 {
            var picture = DrawnPicture(width: width / 2 + 60, height: height / 2 + 60)
            try picture.draw(map) { point in
                let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
                guard x >= 0, y >= 0, x < width, y < height else { return nil }
                return sample.withBytes { Double($0[y * width + x]) }
            }
            picture.addNoise(30, seed: seed)
            for symbol in try ZBar.symbols(of: [.gs1DataBarExpanded], in: picture.plane) {
                read += 1
                // Its first two corners are at its beginning.
                let begin = (symbol.corners[0].x + symbol.corners[1].x) / 2
                #expect((begin < Double(picture.width) / 2) == (degrees == 0), "seed \(seed)")
            }
        }
        #expect(read >= 4)
    }
}
