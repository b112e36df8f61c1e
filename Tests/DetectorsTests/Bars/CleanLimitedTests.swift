import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// GS1 DataBar Limited as it is drawn: of its five parts two are guards, with the paper beside them.
@Suite(.enabled(if: ZXing.isCurrent)) struct CleanLimitedTests {
    @Test(arguments: [4, 5, 6]) func allAreRead(module: Int) throws {
        for number in 1...20 {
            let text = Self.text(of: number * 86_611_217_003)
            let shape = try #require(SymbolShape.shapes(of: .gs1DataBarLimited, text: text).first)
            let request = DetectionRequest(types: [.gs1DataBarLimited], effort: .fast).unhurried
            let result = try CodeDetector().detect(
                request, in: Frame(luma: Self.picture(of: shape, module: module)))
            let codes = ReadingArbiter().detections(result.readings).map(\.reading.content)
            #expect(codes.count == 1, "\(number)")
            guard case .code(let content)? = codes.first else { continue }
            #expect(content.bytes == text)
        }
    }

    /// `01`, thirteen digits and their check digit.
    private static func text(of number: Int) -> [UInt8] {
        var digits: [Int] = []
        var rest = number
        for _ in 0..<13 {
            digits.insert(rest % 10, at: 0)
            rest /= 10
        }
        let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 3 : 1) }
        return Array("01".utf8) + (digits + [(10 - sum % 10) % 10]).map { UInt8(48 + $0) }
    }

    private static func picture(of shape: SymbolShape, module: Int) -> Plane {
        var row: [UInt8] = Array(repeating: 255, count: 15 * module)
        for (index, width) in shape.inner.joined().enumerated() {
            row += Array(repeating: index.isMultiple(of: 2) ? 0 : 255, count: Int(width) * module)
        }
        row += Array(repeating: 255, count: 15 * module)
        let (width, height) = (row.count, 40 * module)
        return Plane(width: width, height: height) { samples in
            samples.update(repeating: 255)
            for y in 10 * module..<30 * module {
                for x in 0..<width { samples[y * width + x] = row[x] }
            }
        }
    }
}
