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
}
