import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct CodeDetectorTests {
    private let detector = CodeDetector()

    private func readings(
        of types: Set<MetadataObjectType>, in plane: Plane,
        _ change: (inout DetectionRequest) -> Void = { _ in }
    ) throws -> [Reading] {
        var request = DetectionRequest(types: types)
        change(&request)
        return try detector.detect(request, in: Frame(luma: plane)).readings
    }

    @Test func theFirstStepReadsAPlainCode() throws {
        let readings = try readings(of: detector.supportedTypes, in: HelloQR.high)
        #expect(readings.map(\.step) == ["plain"])
        #expect(readings.map(\.engine) == [.zxing])
        #expect(try result(HelloQR.high).failures.isEmpty)
    }

    private func result(_ plane: Plane) throws -> DetectionResult {
        try detector.detect(DetectionRequest(types: detector.supportedTypes), in: Frame(luma: plane))
    }

    @Test func otherTypesAreNotReported() throws {
        #expect(try readings(of: [.aztec, .ean13], in: HelloQR.high).isEmpty)
        #expect(try readings(of: [.face], in: HelloQR.high).isEmpty)
    }

    /// Each step that is left out leaves the work to a later one.
    @Test func stepsCanBeSwitchedOff() throws {
        var disabled: Set<String> = []
        var steps: [String] = []
        while let reading = try readings(of: [.qr], in: HelloQR.high, { $0.disabledSteps = disabled }).first {
            disabled.insert(reading.step)
            steps.append(reading.step)
        }
        #expect(Array(steps.prefix(2)) == ["plain", "code-crops"])
        #expect(Set(steps).count == steps.count)
        #expect(steps.contains("plain-zbar"))
    }

    @Test(arguments: Effort.allCases) func stepsHaveNamesOfTheirOwn(effort: Effort) {
        let names = Plan.steps(for: effort).map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" } })
    }

    @Test func eachEffortIsAPartOfTheNext() {
        for (less, more) in [(Effort.fast, Effort.normal), (.normal, .thorough)] {
            let names = Plan.steps(for: more).map(\.name)
            #expect(Plan.steps(for: less).allSatisfy { names.contains($0.name) })
        }
    }

    @Test func anInvertedCodeSaysSo() throws {
        let inverted = try #require(View(HelloQR.high).changed(by: .inversion))
        let reading = try #require(try readings(of: [.qr], in: inverted.plane).first)
        guard case .code(let content) = reading.content else { return }
        #expect(content.text == "hello")
        #expect(content.isInverted == true)
    }

    @Test func corruptedCodesAreReportedOnlyOnDemand() throws {
        // Noise over the data, the finder patterns left alone.
        let damaged = HelloQR.high.painted(x: 160, y: 100, width: 65, height: 65)
        #expect(try readings(of: [.qr], in: damaged).isEmpty)
        let located = try readings(of: [.qr], in: damaged) { $0.includesUndecoded = true }
        let reading = try #require(located.first)
        guard case .code(let content) = reading.content else { return }
        #expect(!content.isDecoded && content.bytes.isEmpty && content.text == nil)
        #expect(
            reading.boundingBox.insetBy(dx: -12, dy: -12).contains(
                CGRect(x: 120, y: 60, width: 105, height: 105)))
    }

    /// Sizes that pixel operations must survive: a single pixel, lines, longer than OpenCV's warps take.
    @Test(arguments: [(1, 1), (2, 1), (1, 3), (7, 7), (40_000, 2), (3, 40_000), (33_000, 40)])
    func extremeSizes(width: Int, height: Int) throws {
        let plane = Plane(width: width, height: height) { samples in
            for index in samples.indices { samples[index] = UInt8(truncatingIfNeeded: index &* 37) }
        }
        let result = try result(plane)
        #expect(result.width == width && result.height == height)
    }
}

extension Plane {
    /// A copy with a part painted in stripes.
    fileprivate func painted(x: Int, y: Int, width: Int, height: Int) -> Plane {
        withBytes { samples in
            Plane(width: self.width, height: self.height) { target in
                for row in 0..<self.height {
                    for column in 0..<self.width {
                        let isPainted = (x..<x + width).contains(column) && (y..<y + height).contains(row)
                        target[row * self.width + column] =
                            isPainted
                            ? (column / 5 * 7 + row / 5 * 3) % 4 < 2 ? 0 : 255
                            : samples[row * self.bytesPerRow + column]
                    }
                }
            }
        }
    }
}
