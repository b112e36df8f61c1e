import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct CandidatesTests {
    @Test func acceptedCodesCloseTheGates() {
        let found = Candidates(
            codes: [candidate(at: 100, isInverted: false)], loose: [],
            bars: [
                BarRegion(center: CGPoint(x: 500, y: 500), angle: 0, length: 90, height: 30, searchScale: 1)
            ])
        #expect(found.suggestQRCode && found.suggestLinearCode)
        let qr = ExplainedPlace(
            type: .qr, corners: CGRect(x: 100, y: 100, width: 100, height: 100).corners)
        let ean = ExplainedPlace(
            type: .ean13, corners: CGRect(x: 450, y: 490, width: 100, height: 1).corners)
        #expect(!found.unexplained(by: [qr]).suggestQRCode)
        #expect(found.unexplained(by: [qr]).suggestLinearCode)
        #expect(!found.unexplained(by: [qr, ean]).suggestLinearCode)
        #expect(found.unexplained(by: [ean]).suggestQRCode)
    }

    /// Light ones do with timing patterns between them alone.
    @Test func onlyDarkPatternsSuggestACode() {
        func light(hasTiming: Bool) -> Candidates {
            let code = candidate(at: 100, isInverted: true, hasTiming: hasTiming)
            return Candidates(codes: [code], loose: [], bars: [])
        }
        #expect(!light(hasTiming: false).suggestQRCode)
        #expect(light(hasTiming: true).suggestQRCode)
        func loose(_ rows: [Int], isInverted: Bool = false) -> Candidates {
            Candidates(
                codes: [], loose: rows.map { pattern(0, 0, isInverted: isInverted, rows: $0) }, bars: [])
        }
        #expect(loose([2, 5]).suggestQRCode)
        #expect(!loose([1, 5, 1]).suggestQRCode)
        #expect(!loose([3, 5], isInverted: true).suggestQRCode)
    }

    private func candidate(at place: Double, isInverted: Bool, hasTiming: Bool = false) -> QRCandidate {
        QRCandidate(
            corner: pattern(place, place, isInverted: isInverted),
            right: pattern(place + 100, place, isInverted: isInverted),
            below: pattern(place, place + 100, isInverted: isInverted), score: 0, hasTiming: hasTiming)
    }

    private func pattern(_ x: Double, _ y: Double, isInverted: Bool, rows: Int = 3) -> FinderPattern {
        FinderPattern(center: CGPoint(x: x, y: y), moduleSize: 4, isInverted: isInverted, rows: rows)
    }
}
