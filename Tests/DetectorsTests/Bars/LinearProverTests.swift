import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct LinearProverTests {
    private static func reading(_ number: Int, of type: MetadataObjectType, corners: [CGPoint]) -> Reading {
        let length = type == .ean13 ? 13 : 64
        let digits = String(number)
        let text = String(repeating: "1", count: length - digits.count) + digits
        return Reading(
            type: type, corners: corners, content: .code(CodeContent(bytes: Array(text.utf8), text: text)),
            engine: .zxing, step: "plain", evidence: Evidence(source: .plain, lines: 2))
    }

    /// A picture full of bars that match no reading.
    @Test(arguments: [(MetadataObjectType.ean13, 160), (.interleaved2of5, 40)])
    func hostileReadingsAreNotProvedWithoutEnd(type: MetadataObjectType, most: Int) {
        var noise = Noise(seed: 7)
        let row = (0..<600).map { _ in noise.next() < 0.5 ? UInt8(20) : 235 }
        let plane = Plane(width: 600, height: 60) { samples in
            for index in samples.indices { samples[index] = row[index % 600] }
        }
        var prover = LinearProver()
        let proofs = (0..<500).compactMap { number in
            let reading = Self.reading(
                number, of: type, corners: CGRect(x: 5 + number % 50, y: 5, width: 500, height: 50).corners)
            return prover.proved(reading, in: plane)?.evidence.proof
        }
        #expect((1...most).contains(proofs.count))
        #expect(proofs.allSatisfy { !$0.isClear })
        let last = Self.reading(501, of: type, corners: CGRect(x: 5, y: 5, width: 500, height: 50).corners)
        #expect(prover.proved(last, in: plane) == nil)
    }

    @Test func aSymbolReadAgainAndAgainIsProvedOnce() throws {
        let plane = try FaceSamples.plane("ean13/shaded.png")
        let request = DetectionRequest(types: [.ean13]).unhurried
        var reading = try #require(
            CodeDetector().detect(request, in: Frame(luma: plane)).readings.first)
        reading.evidence.proof = nil
        var prover = LinearProver()
        let proofs = (0..<1_000).map { _ in prover.proved(reading, in: plane)?.evidence.proof }
        #expect(proofs[0]?.isClear == true)
        #expect(Set(proofs).count == 1)
        // What was proved needs no time, and anything else is not examined.
        #expect(prover.proved(reading, in: plane, hasTime: false)?.evidence.proof == proofs[0])
        var other = LinearProver()
        #expect(other.proved(reading, in: plane, hasTime: false) == nil)
    }

    /// What a hostile picture has cost, others are proved for all the same, where their edges are found.
    @Test func aSharpSymbolIsProvedAfterAllThat() throws {
        let noise = Plane(width: 600, height: 60) { samples in
            for index in samples.indices { samples[index] = index % 600 * 7919 % 13 < 6 ? 20 : 235 }
        }
        var prover = LinearProver()
        for number in 0..<50 {
            let corners = CGRect(x: 5 + number % 50, y: 5, width: 500, height: 50).corners
            _ = prover.proved(Self.reading(number, of: .ean13, corners: corners), in: noise)
        }
        let plane = try FaceSamples.plane("ean13/shaded.png")
        var reading = try #require(
            CodeDetector().detect(DetectionRequest(types: [.ean13]).unhurried, in: Frame(luma: plane))
                .readings.first)
        reading.evidence.proof = nil
        #expect(prover.proved(reading, in: plane)?.evidence.proof?.isClear == true)
    }

    /// Of several rows one engine tells, another does not: half of what one row would have is there, and says nothing against the text.
    @Test(.enabled(if: ZXing.isCurrent)) func barsOfOneRowDoNotRefuteSeveral() throws {
        let plane = try FaceSamples.plane("gs1DataBar/plain-2001234567890.png")
        let known = try #require(
            try CodeDetector().detect(
                DetectionRequest(types: [.gs1DataBar]).unhurried, in: Frame(luma: plane)
            ).readings.first)
        // The left pair is the same, the right one is another.
        let readings = (1...200).map { number in
            let digits = "200123456\(7_890 + number)"
            let sum = digits.reversed().enumerated().reduce(0) {
                $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset.isMultiple(of: 2) ? 3 : 1)
            }
            var reading = known
            reading.evidence.proof = nil
            reading.content = .code(
                CodeContent(bytes: Array("01\(digits)\((10 - sum % 10) % 10)".utf8), text: nil))
            return reading
        }
        let half = try #require(
            readings.first {
                var prover = LinearProver()
                let residue = prover.proved($0, in: plane)?.evidence.proof?.residue ?? 0
                return residue > 0.21 && residue < 0.29
            })
        var prover = LinearProver()
        for isStacked in [true, false] {
            let proved = prover.proved(half, isStacked: isStacked, in: plane)
            #expect(proved != nil && proved?.evidence.proof == nil)
        }
    }
}
