/// The EAN-13 that costs least of those whose parity and check digit are right.
struct EANNumber {
    /// Thirteen digits, ASCII.
    let digits: [UInt8]
    /// Sum over the twelve digits that have bars.
    let cost: Float
    /// How much more the next best number costs.
    let margin: Float

    /// - Parameter costs: By digit and template, see ``EANAlignment/costs``.
    init(_ costs: [[Float]]) {
        var ranked: [(digits: [UInt8], cost: Float)] = []
        for first in 0..<10 {
            // The two best ways to each remainder of the weighted sum.
            var states = [[(digits: [UInt8], cost: Float)]](repeating: [], count: 10)
            states[first] = [([UInt8(first)], 0)]
            for (index, costs) in costs.enumerated() {
                let isEven = index < 6 && EANPatterns.parities[first] >> UInt8(5 - index) & 1 == 1
                let weight = index.isMultiple(of: 2) ? 3 : 1
                var next = [[(digits: [UInt8], cost: Float)]](repeating: [], count: 10)
                for remainder in 0..<10 {
                    for way in states[remainder] {
                        for digit in 0..<10 {
                            Self.keep(
                                (way.digits + [UInt8(digit)], way.cost + costs[digit + (isEven ? 10 : 0)]),
                                among: &next[(remainder + digit * weight) % 10])
                        }
                    }
                }
                states = next
            }
            for way in states[0] { Self.keep(way, among: &ranked) }
        }
        digits = ranked[0].digits.map { $0 + UInt8(ascii: "0") }
        (cost, margin) = (ranked[0].cost, ranked[1].cost - ranked[0].cost)
    }

    private static func keep(
        _ way: (digits: [UInt8], cost: Float), among best: inout [(digits: [UInt8], cost: Float)]
    ) {
        if best.count == 2, way.cost >= best[1].cost { return }
        best.insert(way, at: best.firstIndex { way.cost < $0.cost } ?? best.count)
        if best.count > 2 { best.removeLast() }
    }
}
