import Foundation

/// Finds the places that are near another one, among those that were inserted.
///
/// There is a ``CenterTree`` for each size of places, by powers of two: of one size not many can be near a point unless
/// they share their places, and of symbols that were kept no two do. So a search looks at few that are not what it
/// looks for, whatever the places are.
struct PlaceIndex: Sendable {
    private struct Size: Hashable {
        let width: Int
        let height: Int

        init(of place: Place) {
            (width, height) = (Int(place.reach.width.exponent), Int(place.reach.height.exponent))
        }

        /// More than half the width and height of a reach of this size.
        var halfWidth: Double { Double(sign: .plus, exponent: width, significand: 1) + 1 }
        var halfHeight: Double { Double(sign: .plus, exponent: height, significand: 1) + 1 }
    }

    private let places: [Place]
    private var trees: [Size: CenterTree]

    /// An index of nothing, which has room for some places.
    ///
    /// - Parameters:
    ///   - places: All that there are.
    ///   - members: Which of them may be inserted; those that are nowhere never are.
    init(of places: [Place], members: some Sequence<Int>) {
        self.places = places
        let existing = members.filter { places[$0].exists }
        trees = Dictionary(grouping: existing) { Size(of: places[$0]) }
            .mapValues { CenterTree(of: $0.map { (number: $0, center: places[$0].center) }) }
    }

    /// An index of some places.
    init(of places: [Place], inserting members: some Collection<Int>) {
        self.init(of: places, members: members)
        for member in members { insert(member) }
    }

    mutating func insert(_ member: Int) {
        guard places[member].exists else { return }
        trees[Size(of: places[member])]?.insert(member, at: places[member].center)
    }

    /// The first of the places inserted, by their numbers, that is shared with another.
    func first(sharedWith place: Place) -> Int? {
        first(near: place, before: .max) { places[$0].isShared(with: place) }
    }

    /// The first of the places inserted, by their numbers, of those near another: all that are shared with it, and some more.
    ///
    /// - Parameters:
    ///   - limit: Numbers from here on do not count.
    ///   - condition: What else must be true of it; nil ends the search with what was found before.
    func first(near place: Place, before limit: Int, where condition: (Int) -> Bool?) -> Int? {
        var (best, isOver) = (Int?.none, false)
        for (size, tree) in trees {
            // The places that hold its centre, and those whose centres it holds.
            let holders = place.center.area(halfWidth: size.halfWidth, halfHeight: size.halfHeight)
            for area in [holders, place.reach] where !isOver {
                let found = tree.first(in: area, before: best ?? limit) { number in
                    let isMet = condition(number)
                    isOver = isMet == nil
                    return isMet
                }
                best = found ?? best
            }
        }
        return best
    }

    /// Whether one of the places inserted is shared with another.
    func isShared(with place: Place) -> Bool { first(sharedWith: place) != nil }

    /// Whether one of the places inserted covers the centre of another.
    func covers(_ place: Place) -> Bool {
        trees.contains { size, tree in
            let area = place.center.area(halfWidth: size.halfWidth, halfHeight: size.halfHeight)
            return tree.first(in: area) { places[$0].covers(place) } != nil
        }
    }

    /// Whether one of the places inserted touches another.
    func touches(_ place: Place) -> Bool {
        trees.contains { size, tree in
            let area = place.reach.insetBy(dx: -size.halfWidth, dy: -size.halfHeight)
            return tree.first(in: area) { places[$0].touches(place) } != nil
        }
    }
}

extension CGPoint {
    fileprivate func area(halfWidth: Double, halfHeight: Double) -> CGRect {
        CGRect(x: x - halfWidth, y: y - halfHeight, width: 2 * halfWidth, height: 2 * halfHeight)
    }
}
