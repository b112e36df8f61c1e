import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// What begins as a row of Codablock F does, and what does not.
@Suite struct CodablockRowTests {
    private static let (startA, startB) = ("211412", "211214")
    private static let rows = ["411311", "113141", "114131"].map { startA + $0 }
    /// Start A and a letter; start B and the change to set C, which encoders write.
    private static let labels = [startA + "131123", startB + "113141"]

    /// A row of bars with data and a stop character behind its beginning.
    private static func picture(_ widths: String, module: Int = 3) -> Plane {
        var levels: [UInt8] = Array(repeating: 255, count: 30)
        for (place, width) in (widths + "112313" + "2331112").utf8.enumerated() {
            levels += Array(repeating: place.isMultiple(of: 2) ? 0 : 255, count: module * Int(width - 48))
        }
        levels += Array(repeating: 255, count: 30)
        return Plane(width: levels.count, height: 20) { samples in
            for index in samples.indices { samples[index] = levels[index % levels.count] }
        }
    }

    private static func isRow(_ plane: Plane, isBackwards: Bool = false) -> Bool {
        let (left, right) = (CGPoint(x: 30, y: 10), CGPoint(x: plane.width - 30, y: 10))
        return CodablockRow.isSeen(
            in: plane, from: isBackwards ? right : left, to: isBackwards ? left : right)
    }

    @Test(arguments: rows) func aRowBeginsWithStartAAndItsSet(widths: String) {
        let plane = Self.picture(widths)
        #expect(Self.isRow(plane) && Self.isRow(Self.picture(widths, module: 1)))
        #expect(Self.isRow(plane.turnedRight().turnedRight(), isBackwards: true))
    }

    @Test(arguments: labels) func aCode128DoesNot(widths: String) {
        #expect(!Self.isRow(Self.picture(widths)))
    }
}
