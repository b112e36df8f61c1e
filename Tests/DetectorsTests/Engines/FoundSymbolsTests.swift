import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// A symbol that is found again is known, and of thousands few are looked at for that.
@Suite struct FoundSymbolsTests {
    private static let plane = Plane(width: 1000, height: 700) { $0.update(repeating: 0) }

    private static func symbol(_ text: String, _ box: CGRect) -> Symbol {
        Symbol(type: .qr, corners: box.corners, content: CodeContent(bytes: Array(text.utf8), text: text))
    }

    @Test func theSameAreKeptAsByLooksAtAll() {
        var noise = Noise(seed: 7)
        var (found, plain) = (FoundSymbols(in: Self.plane), [Symbol]())
        func number(below limit: Double) -> Double { (noise.next() * limit).rounded(.down) }
        for part in 0..<40 {
            let known = plain.count
            for _ in 0..<part {
                // Some reach beyond the plane, and a few over much of it.
                let side = number(below: 10) > 0 ? number(below: 60) : number(below: 800)
                let box = CGRect(
                    x: number(below: 1100) - 50, y: number(below: 800) - 50, width: side, height: side)
                let symbol = Self.symbol("\(Int(number(below: 3)))", box)
                found.append(symbol, unlessAmong: known)
                if !plain.prefix(known).contains(where: { $0.isSame(as: symbol) }) { plain.append(symbol) }
            }
        }
        #expect(found.all.map(\.corners) == plain.map(\.corners))
        #expect((200..<780).contains(plain.count))
    }

    @Test func fewAreLookedAt() {
        var found = FoundSymbols(in: Self.plane)
        let places = (0..<7000).map { CGPoint(x: $0 % 100 * 10, y: $0 / 100 * 10) }
        for place in places {
            found.append(
                Self.symbol("a", CGRect(x: place.x, y: place.y, width: 8, height: 8)), unlessAmong: 0)
        }
        var looks = 0
        for place in places {
            let middle = CGPoint(x: place.x + 4, y: place.y + 4)
            let isKnown = found.contains(around: middle, among: found.all.count) { symbol in
                looks += 1
                return symbol.corners[0] == place
            }
            #expect(isKnown)
        }
        #expect(looks < 10 * places.count)
    }

    /// The corners of a line without length are no numbers.
    @Test func whatIsNowhereIsNeverFoundAgain() {
        var found = FoundSymbols(in: Self.plane)
        for x in [Double.nan, 300, .infinity] {
            var symbol = Self.symbol("a", CGRect(x: 200, y: 200, width: 9, height: 9))
            symbol.corners[2] = CGPoint(x: x, y: .nan)
            found.append(symbol, unlessAmong: found.all.count)
        }
        #expect(found.all.count == 3)
    }
}
