import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct ExplainedPlaceTests {
    private let box = CGRect(x: 100, y: 100, width: 100, height: 20)

    @Test func aCodeExplainsATenthAround() {
        for type in [MetadataObjectType.qr, .ean13] {
            let place = ExplainedPlace(type: type, corners: box.corners)
            #expect(place.contains(CGPoint(x: 209, y: 110)))
            #expect(!place.contains(CGPoint(x: 211, y: 110)))
        }
        let small = ExplainedPlace(
            type: .dataMatrix, corners: CGRect(x: 10, y: 10, width: 8, height: 8).corners)
        #expect(small.contains(CGPoint(x: 21, y: 14)))
        #expect(!small.contains(CGPoint(x: 23, y: 14)))
    }

    /// What lies in the middle of three patterns is another code if they are nobody's.
    @Test func aCodeExplainsThreePatternsIfOneIsIts() {
        func pattern(_ x: Double, _ y: Double) -> FinderPattern {
            FinderPattern(
                center: CGPoint(x: x, y: y), moduleSize: 4, isInverted: false, rows: 5)
        }
        let candidate = QRCandidate(
            corner: pattern(20, 20), right: pattern(220, 20), below: pattern(20, 220), score: 0)
        let middle = CGRect(x: 100, y: 100, width: 40, height: 40).corners
        let logo = ExplainedPlace(type: .qr, corners: middle)
        let neighbour = ExplainedPlace(
            type: .qr, corners: CGRect(x: 200, y: 0, width: 40, height: 40).corners)
        let whole = ExplainedPlace(type: .qr, corners: CGRect(x: 0, y: 0, width: 240, height: 240).corners)
        let label = ExplainedPlace(type: .code128, corners: middle)
        #expect(!ExplainedPlace.explain(candidate, by: [logo]))
        #expect(!ExplainedPlace.explain(candidate, by: [neighbour]))
        #expect(ExplainedPlace.explain(candidate, by: [logo, neighbour]))
        #expect(ExplainedPlace.explain(candidate, by: [whole]))
        #expect(ExplainedPlace.explain(candidate, by: [label]))
    }
}
