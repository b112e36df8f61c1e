import Foundation
import MetadataOutput
import Testing

@Suite struct ZoneTests {
    private func zone(_ numbers: [(Double, Double)], name: String = "door") -> Zone? {
        Zone(name: name, corners: numbers.map { CGPoint(x: $0.0, y: $0.1) })
    }

    @Test func hasANameAndThreeCornersInThePicture() {
        #expect(zone([(0, 0), (1, 0), (1, 1)]) != nil)
        #expect(zone([(0, 0), (1, 0)]) == nil)
        #expect(zone([(0, 0), (1, 0), (1, 1.1)]) == nil)
        #expect(zone([(0, 0), (1, 0), (.nan, 1)]) == nil)
        #expect(zone([(0, 0), (1, 0), (1, 1)], name: "") == nil)
    }

    /// It goes into tables, terminals and pages as it is.
    @Test(arguments: [
        "\u{1b}[31mdoor", "door\nyard", "a\u{0}", "a\u{85}b", "a\u{2028}", "\u{202e}rood", "\u{7f}",
    ])
    func hasANameThatCanBeShown(name: String) {
        #expect(zone([(0, 0), (1, 0), (1, 1)], name: name) == nil)
        #expect(zone([(0, 0), (1, 0), (1, 1)], name: "Tür, \"links\" <1> 👩‍👧") != nil)
    }

    @Test(arguments: [
        (0.1, 0.5, true), (0.5, 0.2, false), (0.5, 0.8, true), (0.9, 0.5, true), (0.5, 0.95, true),
    ])
    func isAPolygonThatMayHaveBays(x: Double, y: Double, isInside: Bool) throws {
        // A U, open to the top.
        let u = try #require(
            zone([(0, 0), (0.3, 0), (0.3, 0.6), (0.7, 0.6), (0.7, 0), (1, 0), (1, 1), (0, 1)]))
        #expect(u.contains(CGPoint(x: x, y: y)) == isInside)
    }
}
