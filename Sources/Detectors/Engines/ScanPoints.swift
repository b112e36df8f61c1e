import Foundation
import MetadataOutput

/// Points on the scan lines that read a linear symbol, and the quadrilateral they span.
struct ScanPoints {
    /// Where the symbol's characters run to, as seen.
    enum Direction {
        case right, down, left, up
    }

    let points: [CGPoint]
    let direction: Direction

    /// The box around the points, its corners from the top left of the symbol as read, counter-clockwise.
    var corners: [CGPoint] {
        let box = CGRect(around: points).corners
        let first =
            switch direction {
            case .right: 0
            case .down: 3
            case .left: 2
            case .up: 1
            }
        return (0..<4).map { box[(first + $0) % 4] }
    }
}

extension [CGPoint] {
    /// Whether the outline goes clockwise as seen, with y down.
    var isClockwise: Bool {
        var doubleArea = 0.0
        for (index, point) in enumerated() {
            let next = self[(index + 1) % count]
            doubleArea += point.x * next.y - next.x * point.y
        }
        return doubleArea > 0
    }
}
