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
        var ranked = BestTwo()
        for first in 0..<10 {
            // The two best ways to each remainder of the weighted sum.
            var states = [BestTwo](repeating: BestTwo(), count: 10)
            states[first].keep(BestTwo.Way(digits: UInt64(first), cost: 0))
            for (index, costs) in costs.enumerated() {
                let isEven = index < 6 && EANPatterns.parities[first] >> UInt8(5 - index) & 1 == 1
                let weight = index.isMultiple(of: 2) ? 3 : 1
                var next = [BestTwo](repeating: BestTwo(), count: 10)
                for remainder in 0..<10 {
                    for way in [states[remainder].first, states[remainder].second] where way.cost < .infinity
                    {
                        for digit in 0..<10 {
                            next[(remainder + digit * weight) % 10].keep(
                                BestTwo.Way(
                                    digits: way.digits << 4 | UInt64(digit),
                                    cost: way.cost + costs[digit + (isEven ? 10 : 0)]))
                        }
                    }
                }
                states = next
            }
            ranked.keep(states[0].first)
            ranked.keep(states[0].second)
        }
        let packed = ranked.first.digits
        digits = (0..<13).map { UInt8(packed >> UInt64(48 - 4 * $0) & 15) + UInt8(ascii: "0") }
        (cost, margin) = (ranked.first.cost, ranked.second.cost - ranked.first.cost)
    }

    /// The two that cost least; of equals those that came first.
    private struct BestTwo {
        struct Way {
            /// Four bits each, the last one lowest.
            var digits: UInt64 = 0
            var cost = Float.infinity
        }

        var first = Way()
        var second = Way()

        mutating func keep(_ way: Way) {
            if way.cost < first.cost {
                (first, second) = (way, first)
            } else if way.cost < second.cost {
                second = way
            }
        }
    }
}
