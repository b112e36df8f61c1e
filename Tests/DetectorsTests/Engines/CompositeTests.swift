import Decoders
import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// GS1 Composites: the linear symbol is read, the two-dimensional part above it is none that says anything alone.
@Suite(.enabled(if: ZXing.isCurrent, "ZXing-C++ 3 alone tells codewords")) struct CompositeTests {
    /// Type of the linear symbol, type of the two-dimensional part, height of the bars in pixels.
    private static let composites: [(MetadataObjectType, MetadataObjectType, Double)] = [
        (.code128, .pdf417, 74), (.gs1DataBarLimited, .microPDF417, 20),
    ]

    @Test(arguments: composites)
    func theLinearPartAloneStands(linear: MetadataObjectType, part: MetadataObjectType, height: Double) throws
    {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../SampleImages/mixed/composites.png")
        let plane = try StandardPictureDecoder().frame(
            from: [UInt8](Data(contentsOf: url)), limits: .standard
        ).luma
        let symbols = try ZXing.symbols(of: [linear, part], in: plane, options: .init())
        #expect(symbols.filter { $0.type == part }.map(\.isPlausible) == [false])
        let bars = try #require(symbols.first { $0.type == linear })
        #expect(bars.isPlausible)
        #expect(abs(OrientedBox(corners: bars.corners).height - height) <= 4)
    }
}
