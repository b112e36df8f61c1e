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
        var request = DetectionRequest(types: types).unhurried
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
        try detector.detect(
            DetectionRequest(types: detector.supportedTypes).unhurried, in: Frame(luma: plane))
    }

    @Test func otherTypesAreNotReported() throws {
        #expect(try readings(of: [.aztec, .ean13], in: HelloQR.high).isEmpty)
        #expect(try readings(of: [.face], in: HelloQR.high).isEmpty)
    }

    /// The modules of Interleaved 2 of 5, true for dark; wide is three times narrow.
    private static func interleaved(_ digits: String) -> [Bool] {
        let patterns = "nnwwn wnnnw nwnnw wwnnn nnwnw wnwnn nwwnn nnnww wnnwn nwnwn".split(separator: " ")
        let numbers = digits.compactMap(\.wholeNumberValue)
        var widths = [1, 1, 1, 1]
        for place in stride(from: 0, to: numbers.count, by: 2) {
            for (bar, space) in zip(patterns[numbers[place]], patterns[numbers[place + 1]]) {
                widths += [bar == "w" ? 3 : 1, space == "w" ? 3 : 1]
            }
        }
        return (widths + [3, 1, 1]).enumerated().flatMap { place, width in
            Array(repeating: place.isMultiple(of: 2), count: width)
        }
    }

    /// Of leaning codes the upright boxes overlap.
    @Test func aCodeOfAnotherTypeBesideItIsNotInItsWay() throws {
        var picture = DrawnPicture(width: 640, height: 560)
        for (digits, y) in [("00012345678905", -55.0), ("12345670", 55)] {
            let modules = Self.interleaved(digits)
            let place = Homography.translation(x: -Double(modules.count) / 2, y: 0)
                .then(.scale(x: 2.5, y: 1)).then(.translation(x: 0, y: y))
                .then(.rotation(degrees: 35)).then(.translation(x: 320, y: 280))
            try picture.draw(place) { point in
                guard 0..<Double(modules.count) ~= point.x, -35..<35 ~= point.y else { return nil }
                return modules[Int(point.x)] ? 30 : 230
            }
        }
        let plane = picture.plane
        #expect(Set(try readings(of: [.itf14, .interleaved2of5], in: plane).map(\.type)).count == 2)
        #expect(Set(try readings(of: [.itf14], in: plane).map(\.type)) == [.itf14])
        #expect(Set(try readings(of: [.interleaved2of5], in: plane).map(\.type)) == [.interleaved2of5])
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
