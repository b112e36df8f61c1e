package import Foundation

/// What a live source has shown and was searched, by which a frame is known in which little has changed.
public struct SearchedScene: Sendable, Hashable {
    /// What each block looked like when it changed last, as a ``MotionEstimator`` has it.
    public var plane: Plane
    /// The blocks of the plane that every step of the search has seen as they are.
    public var settled: PlaneBlocks
    /// The number of the round that is due, from 0; nil if what is settled may rest.
    public var round: Int?

    /// Makes the description of a scene.
    public init(plane: Plane, settled: PlaneBlocks) {
        self.plane = plane
        self.settled = settled
    }

    /// Whether both are of the same frames.
    public static func == (one: Self, other: Self) -> Bool {
        one.plane === other.plane && one.settled == other.settled && one.round == other.round
    }

    /// As `==` has it.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(plane))
        hasher.combine(settled)
        hasher.combine(round)
    }

    /// The share of a frame from which on it is searched whole: a search in parts that are nearly all of it costs more.
    private static let largestShare = 0.75
    /// Most parts: each costs a little more than its pixels.
    private static let mostParts = 4
    /// Blocks between changes that are one thing's.
    private static let reach = 1
    /// Room around what has changed: so many blocks, and so much of its own size. A code needs its quiet zone, a face its hair.
    private static let (margin, relativeMargin) = (1.0, 0.1)

    /// The parts of a frame that are to be searched, in pixels; none if it shows what the scene does, nil for all of it.
    ///
    /// - Parameters:
    ///   - changes: The blocks in which it differs.
    ///   - boxes: What was in view, 0…1; it is searched whole or not at all.
    ///   - width: The picture's width in pixels.
    ///   - height: The picture's height in pixels.
    func parts(changes: PlaneBlocks, boxes: [CGRect], width: Int, height: Int) -> [CGRect]? {
        guard changes.hasSizes(of: settled), !changes.members.isEmpty else { return nil }
        var due = changes
        for place in due.members.indices where !settled[place] { due[place] = true }
        guard due.share < Self.largestShare else { return nil }
        let (columns, rows) = (Double(due.columns), Double(due.rows))
        var parts = due.groups(reach: Self.reach).map { group in
            Extent(
                group.insetBy(
                    dx: -Self.margin - Self.relativeMargin * group.width,
                    dy: -Self.margin - Self.relativeMargin * group.height), columns: columns, rows: rows)
        }
        let boxes = boxes.map {
            Extent($0.insetBy(dx: -0.05 * $0.width, dy: -0.05 * $0.height), columns: 1, rows: 1)
        }
        parts.unite(with: boxes)
        while parts.count > Self.mostParts {
            parts.uniteNearest()
            parts.unite(with: boxes)
        }
        guard parts.reduce(0, { $0 + $1.area }) < Self.largestShare else { return nil }
        return parts.map { $0.rectangle(width: Double(width), height: Double(height)) }
    }
}

/// A rectangle by its edges, 0…1: unions of it are exact.
private struct Extent {
    var left, top, right, bottom: Double

    /// - Parameters:
    ///   - columns: How wide the whole is, in the rectangle's unit.
    ///   - rows: How high it is.
    init(_ box: CGRect, columns: Double, rows: Double) {
        func share(_ value: Double, of whole: Double) -> Double { min(max(value / whole, 0), 1) }
        (left, right) = (share(box.minX, of: columns), share(box.maxX, of: columns))
        (top, bottom) = (share(box.minY, of: rows), share(box.maxY, of: rows))
    }

    var area: Double { (right - left) * (bottom - top) }

    /// Whether they have more than an edge in common.
    func overlaps(_ other: Extent) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    func contains(_ other: Extent) -> Bool {
        left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
    }

    mutating func include(_ other: Extent) {
        (left, top) = (min(left, other.left), min(top, other.top))
        (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
    }

    func rectangle(width: Double, height: Double) -> CGRect {
        CGRect(
            x: left * width, y: top * height, width: (right - left) * width, height: (bottom - top) * height)
    }
}

extension [Extent] {
    /// Lets none of them overlap another, or one of some boxes in part: they become one.
    fileprivate mutating func unite(with boxes: [Extent]) {
        var isOver = false
        while !isOver {
            isOver = true
            for index in indices {
                for box in boxes where self[index].overlaps(box) && !self[index].contains(box) {
                    self[index].include(box)
                    isOver = false
                }
            }
            for index in indices.reversed() {
                guard let other = indices.prefix(index).first(where: { self[$0].overlaps(self[index]) })
                else {
                    continue
                }
                self[other].include(self[index])
                remove(at: index)
                isOver = false
            }
        }
    }

    /// Makes one of the two whose union is least larger than both.
    fileprivate mutating func uniteNearest() {
        var best = (growth: Double.infinity, one: 0, other: 1)
        for one in indices {
            for other in indices where other > one {
                var union = self[one]
                union.include(self[other])
                let growth = union.area - self[one].area - self[other].area
                if growth < best.growth { best = (growth, one, other) }
            }
        }
        self[best.one].include(self[best.other])
        remove(at: best.other)
    }
}

extension DetectionRequest {
    /// What of a live frame is to be searched.
    ///
    /// - Parameters:
    ///   - changes: Where it differs from ``LiveFrame/scene``; nil if that is not known.
    ///   - width: The picture's width in pixels.
    ///   - height: The picture's height in pixels.
    /// - Returns: The parts, in pixels: none if it shows what was searched, nil for all of it; and the number of the round, if all of
    ///   it is searched though it shows what was searched.
    package func due(changes: PlaneBlocks?, width: Int, height: Int) -> (parts: [CGRect]?, round: Int?) {
        guard let frame = liveFrame, let scene = frame.scene, let changes else { return (nil, nil) }
        let parts = scene.parts(
            changes: changes, boxes: frame.inView.map(\.bounds), width: width, height: height)
        // Hints are of all that cannot be read.
        if let round = scene.round { return (nil, parts?.isEmpty == true && !includesHints ? round : nil) }
        return (includesHints && parts?.isEmpty == false ? nil : parts, nil)
    }
}
