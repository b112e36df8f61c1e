import Foundation

extension [CGPoint] {
    /// Twice the area they enclose, in the square of their unit; positive if they go clockwise as seen, with y down.
    package var doubleArea: Double {
        indices.reduce(0) { sum, index in
            let (point, next) = (self[index], self[(index + 1) % count])
            return sum + point.x * next.y - next.x * point.y
        }
    }

    /// Whether four corners, in pixels of a picture, can be those of something in it: an outline that encloses an area,
    /// does not cross itself, meets the picture, and nowhere reaches farther out than the picture is wide or high.
    ///
    /// Engines that could not compute a place tell zeros, infinities, twice the same corner, or a corner far away.
    ///
    /// - Parameters:
    ///   - width: The picture's width in pixels.
    ///   - height: Its height in pixels.
    package func isOutline(inPictureOf width: Int, by height: Int) -> Bool {
        let picture = CGRect(x: 0, y: 0, width: width, height: height)
        let reach = picture.insetBy(dx: -picture.width, dy: -picture.height)
        guard count == 4, allSatisfy({ $0.x.isFinite && $0.y.isFinite && reach.contains($0) }),
            CGRect(around: self).intersects(picture), abs(doubleArea) > 1
        else { return false }
        let sides = indices.map { (self[$0], self[($0 + 1) % 4]) }
        return sides.allSatisfy { hypot($1.x - $0.x, $1.y - $0.y) >= 0.5 }
            && !Self.cross(sides[0], sides[2]) && !Self.cross(sides[1], sides[3])
    }

    /// Whether two lines between two points each cross.
    private static func cross(_ a: (CGPoint, CGPoint), _ b: (CGPoint, CGPoint)) -> Bool {
        func side(of point: CGPoint, _ line: (CGPoint, CGPoint)) -> Double {
            (line.1.x - line.0.x) * (point.y - line.0.y) - (line.1.y - line.0.y) * (point.x - line.0.x)
        }
        return side(of: a.0, b) * side(of: a.1, b) < 0 && side(of: b.0, a) * side(of: b.1, a) < 0
    }
}
