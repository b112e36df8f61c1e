import Foundation
import MetadataOutput

/// Puts finder patterns together by threes.
enum QRCandidateSearch {
    /// What became of the patterns.
    struct Result: Sendable {
        /// Triples, best first; no pattern is in two of them, but in one more that is nearly a square's.
        var candidates: [QRCandidate]
        /// The patterns in no triple.
        var loose: [FinderPattern]
    }

    /// How many nearest patterns are tried as partners of a corner.
    private static let neighbours = 20
    /// Weight of a leg of one module in the score. Among equally square triples the smaller one is more likely
    /// one symbol; a larger weight breaks large symbols up, none at all mixes the symbols of a crowd.
    private static let legWeight = 0.001

    /// How many of the best triples are looked at in the picture, at least and of each pattern: a crowd of 60 symbols has some
    /// thousands.
    private static let looks = (least: 2000, ofPattern: 11)
    /// Rows in which a pattern is seen for each pixel of its module: every second row, under both thresholds.
    private static let rowsPerModule = 3.0
    /// What is added to the score where none of these rows saw the patterns.
    private static let doubtWeight = 0.3
    /// How many times farther away a pattern counts that none of these rows saw.
    private static let doubtReach = 3.0
    /// The score up to which a triple is nearly a square's.
    private static let square = 0.3
    /// What a module of alternation takes off the score.
    private static let timingWeight = 0.002

    /// - Parameters:
    ///   - patterns: At most some thousands: the work grows with their square.
    ///   - view: Where they were found.
    static func candidates(from patterns: [FinderPattern], in view: View) -> Result {
        let triples = triples(of: patterns, scale: view.linearScale)
        var pick = Pick(patterns)
        for triple in timed(triples, of: patterns, in: view) where pick.isFree(triple) {
            pick.take(triple, hasTiming: true)
        }
        for triple in triples where !triple.isSteep && pick.isFree(triple) {
            pick.take(triple, hasTiming: false)
        }
        var result = pick.result
        // Data may alternate by chance, and timing patterns on a bent surface lie on no straight line: what is nearly a
        // square counts beside those that were taken for their timing patterns.
        var squares = Pick(patterns)
        for triple in triples.prefix(while: { $0.score <= square })
        where !triple.isSteep && squares.isFree(triple) {
            squares.take(triple, hasTiming: false)
        }
        result.candidates += squares.result.candidates.filter { square in
            !result.candidates.contains { $0.isOfSamePatterns(as: square) }
        }
        return result
    }

    /// The triples between which timing patterns are seen, the surest first: the more modules alternate, the less
    /// it is chance.
    private static func timed(_ triples: [Triple], of patterns: [FinderPattern], in view: View) -> [Triple] {
        view.plane.withUnsafeSamples { samples in
            guard let timing = TimingEvidence(in: view, luma: LumaSampler(view.plane, at: samples)) else {
                return []
            }
            return triples.lazy.filter { areSeenWell($0, of: patterns) }.prefix(
                max(looks.least, looks.ofPattern * patterns.count)
            ).filter { triple in
                timing.supports(
                    corner: patterns[triple.corner], right: patterns[triple.right],
                    below: patterns[triple.below],
                    areSkewed: triple.isSteep || triple.score > square)
            }.sorted {
                let (a, b) = ($0.score - timingWeight * $0.modules, $1.score - timingWeight * $1.modules)
                return (a, $0.corner, $0.right, $0.below) < (b, $1.corner, $1.right, $1.below)
            }
        }
    }

    private static func areSeenWell(_ triple: Triple, of patterns: [FinderPattern]) -> Bool {
        [triple.corner, triple.right, triple.below].allSatisfy {
            patterns[$0].rows >= FinderPatternSearch.fewestRows
        }
    }

    /// Every triple that may be a symbol, best first.
    private static func triples(of patterns: [FinderPattern], scale: Double) -> [Triple] {
        var triples: [Triple] = []
        let doubts = patterns.map { pattern in
            max(0, 1 - Double(pattern.rows) / (rowsPerModule * pattern.moduleSize / scale))
        }
        var near: [Neighbour] = []
        for corner in patterns.indices {
            findNeighbours(of: corner, in: patterns, doubts: doubts, into: &near)
            for i in near.indices {
                for j in near.indices.dropFirst(i + 1) {
                    let doubt =
                        (doubts[corner] + doubts[near[i].index] + doubts[near[j].index]) / 3 * doubtWeight
                    guard let triple = Triple(corner: corner, near[i], near[j], doubt: doubt) else {
                        continue
                    }
                    // Timing patterns are looked for between those that were seen well, and of steep ones nothing else tells.
                    if triple.isSteep, !areSeenWell(triple, of: patterns) { continue }
                    triples.append(triple)
                }
            }
        }
        return triples.sorted {
            ($0.score, $0.corner, $0.right, $0.below) < ($1.score, $1.corner, $1.right, $1.below)
        }
    }

    private static func findNeighbours(
        of corner: Int, in patterns: [FinderPattern], doubts: [Double], into near: inout [Neighbour]
    ) {
        near.removeAll(keepingCapacity: true)
        let origin = patterns[corner]
        for index in patterns.indices {
            let other = patterns[index]
            let ratio = other.moduleSize / origin.moduleSize
            guard index != corner, other.isInverted == origin.isInverted, ratio >= 0.5, ratio <= 2
            else { continue }
            let (dx, dy) = (other.center.x - origin.center.x, other.center.y - origin.center.y)
            let distance = (dx * dx + dy * dy).squareRoot()
            let modules = distance / ((other.moduleSize + origin.moduleSize) / 2)
            guard modules >= 8.5, modules <= 180 else { continue }
            // Insertion into a short sorted list; what falls off its end is too far away.
            var place = near.count
            let reach = distance * (1 + doubtReach * doubts[index])
            while place > 0, near[place - 1].reach > reach { place -= 1 }
            guard place < neighbours else { continue }
            if near.count == neighbours { near.removeLast() }
            near.insert(
                Neighbour(
                    index: index, dx: dx, dy: dy, distance: distance, reach: reach, modules: modules,
                    ratio: ratio),
                at: place)
        }
    }

    private struct Neighbour {
        let index: Int
        let dx: Double
        let dy: Double
        let distance: Double
        /// The distance by which it is ranked.
        let reach: Double
        let modules: Double
        /// Its module size in the corner's.
        let ratio: Double
    }

    private struct Triple {
        let corner: Int
        let right: Int
        let below: Int
        let score: Double
        /// Length of the legs, in the mean, in modules.
        let modules: Double

        /// Whether it is one only if the symbol is seen steeply, from up to 65° off its normal, with what perspective adds. Much in
        /// a picture is such a triangle, and counts as a symbol only if timing patterns are seen.
        let isSteep: Bool

        /// nil if the three are too far from a right isosceles triangle.
        init?(corner: Int, _ a: Neighbour, _ b: Neighbour, doubt: Double) {
            let legs = max(a.distance, b.distance) / min(a.distance, b.distance)
            let cosine = abs(a.dx * b.dx + a.dy * b.dy) / (a.distance * b.distance)
            guard legs <= 2.6, cosine <= 0.75 else { return nil }
            isSteep =
                legs > 1.7 || cosine > 0.5 || min(a.modules, b.modules) < 10
                || [a.ratio, b.ratio].contains { $0 < 0.59 || $0 > 1.7 }
            modules = (a.modules + b.modules) / 2
            score =
                doubt + log(legs) + cosine + legWeight * modules
                + (abs(log(a.ratio)) + abs(log(b.ratio))) / 2
            self.corner = corner
            // With y down, the way from right to below is clockwise.
            let isClockwise = a.dx * b.dy - a.dy * b.dx > 0
            (right, below) = isClockwise ? (a.index, b.index) : (b.index, a.index)
        }
    }

    /// Takes triples so that no pattern is in two.
    private struct Pick {
        private let patterns: [FinderPattern]
        private var isFree: [Bool]
        private var candidates: [QRCandidate] = []

        init(_ patterns: [FinderPattern]) {
            self.patterns = patterns
            isFree = [Bool](repeating: true, count: patterns.count)
        }

        func isFree(_ triple: Triple) -> Bool {
            isFree[triple.corner] && isFree[triple.right] && isFree[triple.below]
        }

        mutating func take(_ triple: Triple, hasTiming: Bool) {
            isFree[triple.corner] = false
            isFree[triple.right] = false
            isFree[triple.below] = false
            candidates.append(
                QRCandidate(
                    corner: patterns[triple.corner], right: patterns[triple.right],
                    below: patterns[triple.below], score: triple.score, hasTiming: hasTiming))
        }

        var result: Result {
            Result(
                candidates: candidates, loose: patterns.indices.filter { isFree[$0] }.map { patterns[$0] })
        }
    }
}
