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

    @Test(arguments: [0.0, 37, 90, 180, 225])
    func aLinearCodeExplainsItsOwnBarsOnly(degrees: Double) {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        func turned(_ point: CGPoint) -> CGPoint {
            CGPoint(x: point.x * cosine - point.y * sine, y: point.x * sine + point.y * cosine)
        }
        let place = ExplainedPlace(type: .code39, corners: box.corners.map(turned))
        func explains(x: Double, y: Double, length: Double = 110, height: Double = 24) -> Bool {
            place.accountsFor(
                BarRegion(
                    center: turned(CGPoint(x: x, y: y)), angle: degrees, length: length, height: height,
                    searchScale: 1))
        }
        #expect(explains(x: 150, y: 110))
        #expect(explains(x: 155, y: 118))
        // Below, four pixels away; to the right, behind the quiet zone.
        #expect(!explains(x: 150, y: 136))
        #expect(!explains(x: 230, y: 110))
        // A third code on the other side of the middle one makes one region of three.
        #expect(!explains(x: 150, y: 110, length: 340))
    }

    /// Where an engine says no more than the line that it read, the code is as high as the bars there.
    @Test func aCodeKnownByALineExplainsTheBarsItRunsThrough() {
        let line = CGRect(x: 100, y: 110, width: 100, height: 1)
        let place = ExplainedPlace(type: .ean13, corners: line.corners)
        let bars = BarRegion(
            center: CGPoint(x: 150, y: 140), angle: 0, length: 100, height: 70, searchScale: 1)
        #expect(place.accountsFor(bars))
        let others = BarRegion(
            center: CGPoint(x: 150, y: 190), angle: 0, length: 100, height: 70, searchScale: 1)
        #expect(!place.accountsFor(others))
    }
}
