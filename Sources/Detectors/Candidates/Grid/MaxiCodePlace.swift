import Foundation
import MetadataOutput

/// Where the hexagons of a MaxiCode are in a plane, in perspective.
struct MaxiCodePlace {
    /// A place around which the others are told.
    private let middle: CGPoint
    /// Leads from widths of a hexagon around the bullseye to pixels around the middle.
    private var around: Homography

    init(around middle: CGPoint, _ around: Homography) {
        (self.middle, self.around) = (middle, around)
    }

    /// Leads from widths of a hexagon around the bullseye to pixels.
    var homography: Homography { around.then(.translation(x: middle.x, y: middle.y)) }

    /// The grey levels at some points, in widths of a hexagon around the bullseye.
    func values(at points: [CGPoint], in luma: LumaSampler) -> [Double] {
        points.map { point in
            let offset = around(point)
            return luma.value(middle.x + offset.x, middle.y + offset.y)
        }
    }

    /// Out to where hexagons are looked at, one after the other, in widths of one: what is near the middle tells where to look for
    /// the next ones. The farthest of all is at 22.
    private static let reaches = [9.0, 13, 17, 23]
    /// Within it there are rings.
    private static let bullseye = 5.0
    /// By how much the farthest hexagons are moved, in widths of one: a coarse step, and halves of it.
    private static let moves = [0.3, 0.15, 0.075]
    /// Most rounds with one of these.
    private static let mostRounds = 8

    /// The place nearby where hexagons are clearest, each as dark or as light as can be.
    ///
    /// - Parameter points: The middles of the hexagons.
    func fitted(to points: [CGPoint], in luma: LumaSampler) -> MaxiCodePlace {
        let distances = points.map { hypot($0.x, $0.y) }
        var best = self
        for reach in Self.reaches {
            let near = zip(points, distances).filter { $0.1 >= Self.bullseye && $0.1 <= reach }.map(\.0)
            best = best.fitted(to: near, reach: reach, in: luma)
        }
        return best
    }

    private func fitted(to points: [CGPoint], reach: Double, in luma: LumaSampler) -> MaxiCodePlace {
        var best = (place: self, clearness: clearness(at: points, in: luma))
        let module = hypot(around.elements[0], around.elements[3])
        for move in Self.moves {
            let (turn, tilt) = (move * module / reach, move / (reach * reach))
            let steps = [turn, turn, move * module, turn, turn, move * module, tilt, tilt]
            for _ in 0..<Self.mostRounds {
                let before = best.clearness
                for (index, step) in steps.enumerated() {
                    for change in [step, -step] {
                        let place = best.place.changed(at: index, by: change)
                        let clearness = place.clearness(at: points, in: luma)
                        if clearness > best.clearness { best = (place, clearness) }
                    }
                }
                if best.clearness == before { break }
            }
        }
        return best.place
    }

    private func changed(at index: Int, by change: Double) -> MaxiCodePlace {
        var elements = around.elements
        elements[index] += change
        return MaxiCodePlace(around: middle, Homography(elements))
    }

    /// How far from a middle grey the hexagons are.
    private func clearness(at points: [CGPoint], in luma: LumaSampler) -> Double {
        let values = values(at: points, in: luma)
        let mean = values.reduce(0, +) / Double(values.count)
        return values.reduce(0) { $0 + abs($1 - mean) }
    }
}
