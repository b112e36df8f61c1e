import Foundation
import MetadataOutput

/// What is wrong with the corners of a code that was read.
struct CornerComparison {
    private(set) var complaints: [String] = []

    /// - Parameter corners: Pixels, in the contract's order.
    init(_ corners: [CGPoint], _ symbol: SampleTruth.Object) {
        guard corners.count == 4 else {
            complaints.append("\(symbol.name): \(corners.count) corners")
            return
        }
        let isMatrix = MetadataObjectType(name: symbol.type)?.isMatrixCode == true
        let complaint = isMatrix ? Self.matrix(corners, symbol.quad) : Self.linear(corners, symbol)
        if let complaint { complaints.append("\(symbol.name): \(complaint)") }
    }

    /// Each corner within 2 pixels or 2 % of the mean side.
    private static func matrix(_ corners: [CGPoint], _ quad: [CGPoint]) -> String? {
        let side = (0..<4).reduce(0.0) { $0 + quad[$1].distance(to: quad[($1 + 1) % 4]) } / 4
        let off = zip(corners, quad).map { $0.distance(to: $1) }
        guard let worst = off.max(), worst > max(2, 0.02 * side) else { return nil }
        return "corners off by \(off.map(\.rounded1)) of \(side.rounded1) px"
    }

    /// Both ends within two modules along the bars' row, and the row they lie on within the bars.
    private static func linear(_ corners: [CGPoint], _ symbol: SampleTruth.Object) -> String? {
        let quad = symbol.quad
        let (begin, end) = (quad[0].middle(to: quad[1]), quad[3].middle(to: quad[2]))
        let length = begin.distance(to: end)
        let half = quad[0].distance(to: quad[1]) / 2
        let direction = CGPoint(x: (end.x - begin.x) / length, y: (end.y - begin.y) / length)
        /// Along the row and across it, from `origin`.
        func place(_ point: CGPoint, from origin: CGPoint) -> (along: Double, across: Double) {
            let (x, y) = (point.x - origin.x, point.y - origin.y)
            return (x * direction.x + y * direction.y, y * direction.x - x * direction.y)
        }
        let first = place(corners[0].middle(to: corners[1]), from: begin)
        let last = place(corners[3].middle(to: corners[2]), from: end)
        let allowed = 2 * (symbol.module ?? 0)
        if max(first.along.magnitude, last.along.magnitude) > allowed {
            return "ends off by \(first.along.rounded1) and \(last.along.rounded1) px, \(allowed) allowed"
        }
        if max(first.across.magnitude, last.across.magnitude) > half + allowed {
            return "beside the bars by \(first.across.rounded1) and \(last.across.rounded1) px"
        }
        return nil
    }
}

extension CGPoint {
    func distance(to other: CGPoint) -> Double {
        let (x, y) = (x - other.x, y - other.y)
        return (x * x + y * y).squareRoot()
    }

    func middle(to other: CGPoint) -> CGPoint { CGPoint(x: (x + other.x) / 2, y: (y + other.y) / 2) }

    func scaled(to size: CGSize) -> CGPoint { CGPoint(x: x * size.width, y: y * size.height) }
}

extension [CGPoint] {
    var middle: CGPoint {
        CGPoint(
            x: reduce(0) { $0 + $1.x } / Double(Swift.max(count, 1)),
            y: reduce(0) { $0 + $1.y } / Double(Swift.max(count, 1)))
    }
}

extension Double {
    fileprivate var rounded1: Double { (self * 10).rounded() / 10 }
}
