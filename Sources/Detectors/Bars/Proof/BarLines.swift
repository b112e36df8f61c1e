import Foundation
import MetadataOutput

/// Grey values along the lines of a linear symbol, from its top to its bottom; dark is large.
///
/// They are taken from the picture once; that the symbol's ends are elsewhere, or its modules of several widths, is tried
/// along these lines.
struct BarLines {
    /// Samples a module.
    static let density = 8
    /// Modules before the first and behind the last bar that are sampled too: ends may be missed by several characters.
    static let reach = 32
    /// Most modules that the top of a bar may be before or behind its bottom, and how much sharper bars must be to be believed
    /// to lean.
    private static let mostLean = 24
    private static let leastGain: Float = 1.1
    private static let coarseStep = 2
    /// How many of ``bands`` are of few lines: the first.
    static let narrowBands = 7
    private static let linesOfBand = 3
    private static let wide = [0..<3, 2..<5, 4..<7, 0..<7]

    /// From the first bar to the last, as the corners have it.
    let modules: Float
    private let lines: [[Float]]

    /// - Parameters:
    ///   - corners: Four, in pixels of the picture: the symbol's own top left, bottom left, bottom right, top right.
    ///   - modules: From the first bar to the last.
    ///   - isInverted: Whether its bars are lighter than its spaces.
    init(_ picture: Plane, corners: [CGPoint], modules: Float, isInverted: Bool = false) {
        self.modules = modules
        let count = Int((modules + 2 * Float(Self.reach)) * Float(Self.density))
        let lines = picture.withUnsafeSamples { samples in
            let luma = LumaSampler(picture, at: samples)
            func mix(_ a: CGPoint, _ b: CGPoint, _ share: Double) -> CGPoint {
                CGPoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
            }
            return Self.shares.map { share in
                let (from, to) = (mix(corners[0], corners[1], share), mix(corners[3], corners[2], share))
                return (0..<count).map { index in
                    let module = (Double(index) + 0.5) / Double(Self.density) - Double(Self.reach)
                    let place = mix(from, to, module / Double(modules))
                    let value = luma.value(place.x, place.y)
                    return Float(isInverted ? value : 255 - value)
                }
            }
        }
        self.lines = Self.upright(lines)
    }

    private init(modules: Float, lines: [[Float]]) {
        (self.modules, self.lines) = (modules, lines)
    }

    /// The other way round.
    var turned: BarLines { BarLines(modules: modules, lines: lines.reversed().map { $0.reversed() }) }

    /// Where the lines are, from the top (0) to the bottom (1): not in the outermost tenth, since corners are known to some
    /// pixels only.
    private static let shares: [Double] = {
        let count = narrowBands * linesOfBand
        return (0..<count).map { (line: Int) -> Double in 0.1 + 0.8 * (Double(line) + 0.5) / Double(count) }
    }()

    /// Means of a few lines each, from the top to the bottom, then those of ``wideBands``.
    var bands: [[Float]] { fewLines + wideBands }

    /// How many ``bands`` are.
    static let allBands = narrowBands + wide.count

    /// Means of more lines, which noise disturbs less.
    var wideBands: [[Float]] {
        let narrow = fewLines
        return Self.wide.map { Self.mean(of: narrow[$0]) }
    }

    private var fewLines: [[Float]] {
        (0..<Self.narrowBands).map { band in
            Self.mean(of: lines[band * Self.linesOfBand..<(band + 1) * Self.linesOfBand])
        }
    }

    private static func mean(of rows: ArraySlice<[Float]>) -> [Float] {
        var mean = [Float](repeating: 0, count: rows[rows.startIndex].count)
        for row in rows {
            for index in mean.indices { mean[index] += row[index] / Float(rows.count) }
        }
        return mean
    }

    /// The lines shifted such that bars are upright: boxes of symbols with leaning bars may be upright.
    private static func upright(_ lines: [[Float]]) -> [[Float]] {
        func shifts(_ lean: Int) -> [Int] {
            shares.map { Int((Double(lean * density) * (0.5 - $0)).rounded()) }
        }
        let margin = mostLean * density / 2
        let inner = margin..<lines[0].count - margin - density / 2
        // Every second edge counts; of each line, those from its first and from its second sample on.
        let edges = lines.map { line in
            (0..<2).map { phase in
                stride(from: phase, to: line.count - density / 2, by: 2).map {
                    line[$0 + density / 2] - line[$0]
                }
            }
        }
        let count = inner.count / 2
        func sharpness(_ lean: Int) -> Float {
            var steps = [Float](repeating: 0, count: count)
            for (edges, shift) in zip(edges, shifts(lean)) {
                let first = inner.lowerBound + shift
                edges[first % 2].withUnsafeBufferPointer { edges in
                    let edges = edges[first / 2..<first / 2 + count]
                    for (index, edge) in zip(0..<count, edges) { steps[index] += edge }
                }
            }
            return steps.reduce(0) { $0 + $1 * $1 }
        }
        func best(of leans: some Sequence<Int>) -> (lean: Int, sharpness: Float)? {
            leans.map { (lean: $0, sharpness: sharpness($0)) }.max { $0.sharpness < $1.sharpness }
        }
        // Over a bar's height, a module more or less makes little difference.
        guard let coarse = best(of: stride(from: -mostLean, through: mostLean, by: coarseStep)),
            let best = best(of: max(coarse.lean - 1, -mostLean)...min(coarse.lean + 1, mostLean)),
            best.sharpness > sharpness(0) * leastGain
        else { return lines }
        let last = lines[0].count - 1
        return zip(lines, shifts(best.lean)).map { line, shift in
            line.indices.map { line[min(max($0 + shift, 0), last)] }
        }
    }
}
