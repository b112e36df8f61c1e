import Foundation
import MetadataOutput

/// Grey values across a linear symbol, in bands from its top to its bottom.
struct ShapeProfile {
    /// Samples a module, and modules before and behind the symbol that are sampled too.
    static let density = 8
    static let rim = 8
    private static let bands = 7
    private static let linesOfBand = 3
    private static let wideBands = [0..<3, 2..<5, 4..<7, 0..<7]

    /// A band a row, each the mean of a few lines, then wider bands of several of them, which noise disturbs less; dark is
    /// large.
    let rows: [[Float]]

    /// - Parameters:
    ///   - plane: The picture.
    ///   - modules: From the first bar to the last.
    init(_ plane: Plane, placement: ShapePlacement, modules: Float) {
        let corners = placement.corners
        let length = Double(modules) + placement.end - placement.begin
        let count = Int((modules + 2 * Float(Self.rim)) * Float(Self.density))
        let narrow = plane.withUnsafeSamples { samples in
            let luma = LumaSampler(plane, at: samples)
            func mix(_ a: CGPoint, _ b: CGPoint, _ share: Double) -> CGPoint {
                CGPoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
            }
            return (0..<Self.bands).map { band in
                var row = [Float](repeating: 0, count: count)
                for line in 0..<Self.linesOfBand {
                    // Not the outermost tenth: corners are known to some pixels only.
                    let share =
                        0.1 + 0.8 * (Double(band) + (Double(line) + 0.5) / Double(Self.linesOfBand))
                        / Double(Self.bands)
                    let lean = placement.lean * (0.5 - share)
                    let (from, to) = (mix(corners[0], corners[1], share), mix(corners[3], corners[2], share))
                    for index in 0..<count {
                        let module = (Double(index) + 0.5) / Double(Self.density) - Double(Self.rim)
                        let share = module / Double(modules)
                        let inside = min(max(share, 0), 1)
                        let bent = share + placement.stretch * inside * (1 - inside)
                        let place = mix(from, to, (placement.begin + lean + bent * length) / Double(modules))
                        row[index] += Float(255 - luma.value(place.x, place.y))
                    }
                }
                return row.map { $0 / Float(Self.linesOfBand) }
            }
        }
        let wide = Self.wideBands.map { bands in
            (0..<count).map { index in bands.reduce(0) { $0 + narrow[$1][index] } / Float(bands.count) }
        }
        rows = narrow + wide
    }
}
