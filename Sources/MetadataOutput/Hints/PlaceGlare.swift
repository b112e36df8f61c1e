import Foundation

/// Whether something bright is mirrored in a code: a patch of it is white to the limit, where its own light parts are not.
struct PlaceGlare {
    /// White to the limit: a sensor's noise leaves some short of 255.
    private static let white = 250
    /// Light parts of the code itself, else the whole picture is burnt out.
    private static let lightest = 240
    /// Light parts against dark ones, without which all that is light is white to the limit.
    private static let contrast = 60
    private static let side = 48

    let isThere: Bool

    init(of place: UnreadPlace, in plane: Plane) {
        let corners = place.corners
        guard corners.count == 4 else {
            isThere = false
            return
        }
        let size = Self.side
        // Bars on one side of a reflection may be all that is seen.
        let reach = place.kind == .linearCode ? 0.6 : 0
        let samples: [Int] = plane.withBytes { bytes in
            (0..<size * size).map { index in
                let across = (Double(index % size) + 0.5) / Double(size) * (1 + 2 * reach) - reach
                let down = (Double(index / size) + 0.5) / Double(size)
                let x =
                    (1 - across) * ((1 - down) * corners[0].x + down * corners[1].x)
                    + across * ((1 - down) * corners[3].x + down * corners[2].x)
                let y =
                    (1 - across) * ((1 - down) * corners[0].y + down * corners[1].y)
                    + across * ((1 - down) * corners[3].y + down * corners[2].y)
                guard x >= 0, y >= 0, x < Double(plane.width), y < Double(plane.height) else { return -1 }
                return Int(bytes[Int(y) * plane.bytesPerRow + Int(x)])
            }
        }
        let own = samples.filter { (0..<Self.white).contains($0) }.sorted()
        guard own.count >= size * size / 20, own[own.count * 9 / 10] < Self.lightest,
            own[own.count * 9 / 10] - own[own.count / 10] >= Self.contrast
        else {
            isThere = false
            return
        }
        // Masks of matrix codes break up large squares, and no space of a linear code has more than four modules.
        let length = hypot(corners[3].x - corners[0].x, corners[3].y - corners[0].y) * (1 + 2 * reach)
        let modules = place.moduleSize.map { length / max($0, 0.5) } ?? 30
        let least = max(4, Int((Double(size) * 5 / max(modules, 10)).rounded(.up)))
        isThere = Self.largestSquare(samples.map { $0 >= Self.white }) >= least
    }

    /// The side of the largest square of true values.
    private static func largestSquare(_ isWhite: [Bool]) -> Int {
        var sides = [Int](repeating: 0, count: isWhite.count)
        var largest = 0
        for index in isWhite.indices where isWhite[index] {
            let isAtEdge = index < side || index % side == 0
            sides[index] =
                isAtEdge ? 1 : min(sides[index - 1], sides[index - side], sides[index - side - 1]) + 1
            largest = max(largest, sides[index])
        }
        return largest
    }
}
