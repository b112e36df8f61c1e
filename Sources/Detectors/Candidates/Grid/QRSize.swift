import Foundation

/// How many modules a candidate has, from three witnesses.
struct QRSize {
    let corner: FinderFrame
    let right: FinderFrame
    let below: FinderFrame
    let isInverted: Bool

    /// The versions it may be, the likeliest first; none if nothing between the patterns looks like a QR code.
    func versions(in luma: LumaSampler) -> [QRVersion] {
        var versions: [QRVersion] = []
        func add(_ version: QRVersion?) {
            if let version, !versions.contains(version) { versions.append(version) }
        }
        // Damage and blur cost changes, noise adds some; half as many as modules is what data would give.
        let counts = [timing(to: right, down: true, in: luma), timing(to: below, down: false, in: luma)]
            .map { Double($0) + 15 }
        let believed = counts.filter { abs($0 / distance - 1) < 0.2 }
        // Two copies of the version, next to the other patterns; their places need no knowledge of the size.
        let informed = [
            information(at: right, isTransposed: false, in: luma),
            information(at: below, isTransposed: true, in: luma),
        ]
        .compactMap { QRVersion(information: $0) }.filter { abs(Double($0.dimension) / distance - 1) < 0.3 }
        guard !believed.isEmpty || !informed.isEmpty else { return [] }
        informed.forEach(add)
        // The timing pattern is trusted most where its count is possible.
        for count in believed where Int(count) % 4 == 1 { add(QRVersion(nearestTo: count)) }
        for count in believed { add(QRVersion(nearestTo: count)) }
        let nearest = QRVersion(nearestTo: distance)
        add(nearest)
        let isOver = distance > Double(nearest.dimension)
        add(QRVersion(nearest.number + (isOver ? 1 : -1)))
        add(QRVersion(nearest.number + (isOver ? -1 : 1)))
        return versions
    }

    /// How its modules run into each other; nil where its finder patterns are not what blur makes of some.
    func blur(in luma: LumaSampler) -> ModuleBlur? {
        let dimension = QRVersion(nearestTo: distance).dimension
        let patterns = FinderModules(dimension: dimension).patterns
        let values = zip([corner, right, below], patterns).flatMap { frame, modules in
            modules.map { module in
                let value = luma.moduleValue(
                    at: frame.place(Double(module.x), Double(module.y)),
                    quarter: CGPoint(x: frame.across.x / 4, y: frame.across.y / 4))
                return Float(isInverted ? 255 - value : value)
            }
        }
        return ModuleBlur(values, of: BlurredFinders(dimension: dimension))
    }

    /// The versions it may be where blur has left nothing of its timing patterns, the likeliest first.
    func blurredVersions(in luma: LumaSampler) -> [QRVersion] {
        let nearest = QRVersion(nearestTo: distance)
        let near = [0, 1, -1].compactMap { QRVersion(nearest.number + $0) }
        let told = versions(in: luma)
        return told + near.filter { !told.contains($0) }
    }

    /// The same with the directions that the patterns' own edges have.
    func sheared(in luma: LumaSampler) -> QRSize {
        let frames = [corner, right, below].map { $0.sheared(in: luma, isInverted: isInverted) }
        return QRSize(corner: frames[0], right: frames[1], below: frames[2], isInverted: isInverted)
    }

    /// The versions it may be on a bent surface, the likeliest first: those whose timing patterns alternate along the curves
    /// between the finder patterns.
    func curvedVersions(in luma: LumaSampler) -> [QRVersion] {
        // Where a cylinder is seen from the side at both ends, modules there are narrower than in between.
        // Compared one by one: a range of what is no number would be a trap.
        let possible = (1...40).compactMap { QRVersion($0) }.filter {
            Double($0.dimension) >= 0.55 * distance && Double($0.dimension) <= 1.2 * distance
        }
        return possible.map { version in
            (version, curvedTimingAgreement(of: version, in: luma))
        }.filter { $0.1 >= Self.curvedAgreement }.sorted { ($1.1, $0.0.number) < ($0.1, $1.0.number) }
            .prefix(Self.mostCurved).map(\.0)
    }

    /// The share of either timing pattern's modules that must be right, and of how many versions at most.
    private static let curvedAgreement = 0.75
    private static let mostCurved = 3

    /// The share of modules along both curves that are darker or lighter than those before and after, as they must be.
    private func curvedTimingAgreement(of version: QRVersion, in luma: LumaSampler) -> Double {
        let patch = CurvedPatch(self, dimension: version.dimension, twist: 1)
        let length = version.dimension
        func share(_ module: (Double) -> CGPoint) -> Double {
            let values = (7...length - 8).map { index in
                let place = patch.place(module(Double(index) + 0.5))
                return luma.value(place.x, place.y)
            }
            let right = (1..<values.count - 1).count { index in
                let isDark = 2 * values[index] < values[index - 1] + values[index + 1]
                return (isDark != isInverted) == (index + 7).isMultiple(of: 2)
            }
            return Double(right) / Double(values.count - 2)
        }
        return min(share { CGPoint(x: $0, y: 6.5) }, share { CGPoint(x: 6.5, y: $0) })
    }

    /// Modules from edge to edge, as far apart as the patterns are in their own.
    private var distance: Double { (modules(to: right, \.across) + modules(to: below, \.down)) / 2 + 7 }

    private func modules(to other: FinderFrame, _ axis: KeyPath<FinderFrame, CGPoint>) -> Double {
        let distance = hypot(other.center.x - corner.center.x, other.center.y - corner.center.y)
        let (a, b) = (corner[keyPath: axis], other[keyPath: axis])
        return distance / max((hypot(a.x, a.y) + hypot(b.x, b.y)) / 2, 1e-9)
    }

    /// Changes of colour along the timing pattern, between the light modules at its ends: the dimension less 15.
    private func timing(to other: FinderFrame, down: Bool, in luma: LumaSampler) -> Int {
        let module = (hypot(corner.across.x, corner.across.y) + hypot(corner.down.x, corner.down.y)) / 2
        var most = 0
        for offset in [2.7, 3, 3.3] {
            let start = down ? corner.place(4, offset) : corner.place(offset, 4)
            let end = down ? other.place(-4, offset) : other.place(offset, -4)
            most = max(most, TimingLine(start: start, end: end, module: module).changes(in: luma))
        }
        return most
    }

    /// The 18 bits of version information beside a finder pattern.
    private func information(at frame: FinderFrame, isTransposed: Bool, in luma: LumaSampler) -> UInt32 {
        (0..<18).reduce(0) { bits, index in
            let (along, beside) = (Double(index / 3 - 3), Double(index % 3 - 7))
            let place = isTransposed ? frame.place(along, beside) : frame.place(beside, along)
            let isSet = (luma.value(place.x, place.y) < frame.threshold) != isInverted
            return bits | (isSet ? 1 << index : 0)
        }
    }
}
