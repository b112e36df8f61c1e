import Foundation
import MetadataOutput

/// Follows a linear symbol's bars from the line it was read along to their ends.
///
/// Engines tell where a scan line crosses a symbol, and little of its height. Its first and last bars are followed
/// up and down, and each to its own end: a turned symbol's ends lie askew to the line. By how differently they lean, as perspective has
/// it, what lies between them is wider or narrower from line to line.
struct BarOutline {
    /// No symbol that can be read is shorter, in pixels.
    static let shortest = 8.0
    /// Part of the line, at either end, that is followed.
    private static let share = 0.3
    /// From one line that is looked at to the next, in lengths of the symbol.
    private static let step = 1.0 / 200
    /// Lines are followed as long as their correlation is this high.
    private static let likeness = 0.55
    /// Lines in a row that may be unlike: dirt, glare.
    private static let longestGap = 3
    /// How far they are followed at most, in lengths of the symbol: beyond that are other symbols like it.
    private static let farthest = 8.0

    private let start: CGPoint
    private let length: Double
    /// Unit vectors along the line as read, and upwards of it as the symbol stands.
    private let along: CGPoint
    private let up: CGPoint
    private let first: BarProfile
    private let last: BarProfile
    private let isTrack: Bool

    /// - Parameters:
    ///   - start: The outer edge of the first bar as read, in continuous coordinates of the plane.
    ///   - end: The outer edge of the last bar, on the same scan line.
    ///   - isTrack: Whether other bars may join these above or below: then both ends reach as far as the shorter.
    init?(in plane: Plane, from start: CGPoint, to end: CGPoint, isTrack: Bool = false) {
        self.isTrack = isTrack
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = (dx * dx + dy * dy).squareRoot()
        guard length >= Self.shortest else { return nil }
        (self.start, self.length) = (start, length)
        let along = CGPoint(x: dx / length, y: dy / length)
        let up = CGPoint(x: along.y, y: -along.x)
        (self.along, self.up) = (along, up)
        func profile(from part: Double) -> BarProfile {
            BarProfile(
                in: plane, origin: CGPoint(x: start.x + dx * part, y: start.y + dy * part), along: along,
                up: up, length: length * Self.share)
        }
        (first, last) = (profile(from: 0), profile(from: 1 - Self.share))
    }

    /// The corners of a symbol whose bars are followed from the first of some lines where that leads anywhere.
    ///
    /// - Parameter budget: What is followed is taken from it; once it is spent nothing is.
    static func corners(
        in plane: Plane, along lines: [(start: CGPoint, end: CGPoint)], isTrack: Bool = false,
        within budget: inout OutlineBudget
    ) -> [CGPoint] {
        for line in lines where !budget.isSpent {
            let outline = BarOutline(in: plane, from: line.start, to: line.end, isTrack: isTrack)
            if let corners = outline?.followed {
                budget.spend(corners)
                return corners
            }
        }
        return corners(ofLineFrom: lines[0].start, to: lines[0].end)
    }

    /// The corners of a line that a symbol was read along, a pixel high, where nothing tells how far its bars reach.
    ///
    /// - Parameters:
    ///   - start: As in ``init(in:from:to:)``.
    ///   - end: As in ``init(in:from:to:)``.
    static func corners(ofLineFrom start: CGPoint, to end: CGPoint) -> [CGPoint] {
        let length = hypot(end.x - start.x, end.y - start.y)
        let up = CGPoint(x: (end.y - start.y) / length / 2, y: (start.x - end.x) / length / 2)
        return [(start, 1.0), (start, -1), (end, -1), (end, 1)].map { point, side in
            CGPoint(x: point.x + side * up.x, y: point.y + side * up.y)
        }
    }

    /// The corners of a symbol of which only a part was seen, from the line through the middle of that part.
    ///
    /// - Parameter corners: Of the part, in the contract's order.
    static func corners(beyond corners: [CGPoint], in plane: Plane) -> [CGPoint]? {
        func middle(_ a: CGPoint, _ b: CGPoint) -> CGPoint {
            CGPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
        }
        return BarOutline(
            in: plane, from: middle(corners[0], corners[1]), to: middle(corners[2], corners[3]))?.corners
    }

    /// Four corners in the contract's order, the symbol's own top left first; the line's where no bars could be followed.
    var corners: [CGPoint] {
        followed
            ?? Self.corners(
                ofLineFrom: point(at: 0, distance: 0, slope: 0), to: point(at: length, distance: 0, slope: 0))
    }

    /// The same; nil where no bars could be followed.
    var followed: [CGPoint]? {
        let (topLeft, topRight) = ends(direction: 1)
        let (bottomLeft, bottomRight) = ends(direction: -1)
        let corners = [topLeft, bottomLeft, bottomRight, topRight]
        return abs(corners.doubleArea) > 1 ? corners : nil
    }

    /// Where the first and the last bar end, upwards or downwards.
    private func ends(direction: Double) -> (first: CGPoint, last: CGPoint) {
        var (left, right) = follow(direction)
        if isTrack {
            let shorter = min(left.distance, right.distance)
            (left.distance, right.distance) = (shorter, shorter)
        }
        // What was followed are the middles of both parts; the outer bars lie half a part farther out.
        let outward = Self.share / 2 / (1 - Self.share)
        func outer(_ near: Double, _ far: Double) -> Double { near + (near - far) * outward }
        return (
            point(
                at: 0, distance: max(0, outer(left.distance, right.distance)) * direction,
                slope: outer(left.slope, right.slope)),
            point(
                at: length, distance: max(0, outer(right.distance, left.distance)) * direction,
                slope: outer(right.slope, left.slope))
        )
    }

    private func point(at place: Double, distance: Double, slope: Double) -> CGPoint {
        let shift = place + slope * abs(distance)
        return CGPoint(
            x: start.x + along.x * shift + up.x * distance, y: start.y + along.y * shift + up.y * distance)
    }

    /// How far the bars at either end go one way, and how far they lean on the way.
    private func follow(_ direction: Double) -> (first: Ends, last: Ends) {
        let step = max(1, length * Self.step)
        var first = Ends(of: first, direction: direction, step: step)
        var last = Ends(of: last, direction: direction, step: step)
        // By how much of its width the symbol is wider with each pixel of distance; as it was where both ends were seen.
        var growth = 0.0
        for distance in stride(from: step, through: Self.farthest * length, by: step)
        where first.isOpen || last.isOpen {
            first.look(at: distance, scale: 1 + growth * distance)
            last.look(at: distance, scale: 1 + growth * distance)
            if first.distance == distance, last.distance == distance {
                growth = (last.slope - first.slope) / (length * (1 - Self.share))
            }
        }
        return (first, last)
    }

    /// Where the bars of a profile end one way, as far as they have been followed.
    private struct Ends {
        private let profile: BarProfile
        private let direction: Double
        private let step: Double
        var distance = 0.0
        private(set) var slope: Double
        private var gap = 0
        private(set) var isOpen = true

        init(of profile: BarProfile, direction: Double, step: Double) {
            (self.profile, self.direction, self.step) = (profile, direction, step)
            slope = profile.slope(direction: direction, step: step)
        }

        /// Goes on to a line if its bars are seen there.
        ///
        /// - Parameter scale: How wide they are there, as a share of their width where they were read.
        mutating func look(at next: Double, scale: Double) {
            isOpen =
                isOpen && gap <= BarOutline.longestGap
                && profile.isInside(distance: direction * next, shift: slope * next)
            guard isOpen else { return }
            let match = profile.match(at: direction * next, around: slope * next, scale: scale, step: step)
            guard match.likeness >= BarOutline.likeness else {
                gap += 1
                return
            }
            slope += (match.shift / next - slope) * 0.5
            (distance, gap) = (next, 0)
        }
    }
}
