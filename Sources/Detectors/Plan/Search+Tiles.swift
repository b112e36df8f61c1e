import Foundation
import MetadataOutput

extension Search {
    /// Side of the median code in the copy that is cut into tiles, in pixels.
    private static let codeSide = 150.0
    /// Side of a tile and distance from one to the next, in pixels.
    private static let tile = (side: 300, step: 100)
    /// Most pixels of the copy.
    private static let largestCopy = 16_000_000.0

    /// ZXing on overlapping tiles with room for one or two codes: in whatever it is given it looks at few triples
    /// of finder patterns, and in a crowd most of them are wrong ones.
    mutating func readTiles(step: String) {
        guard let side = medianSide(max, of: \.isMatrixCode) else { return }
        let picture = planes.full
        let factor = min(
            Self.codeSide / max(side, 1), 2,
            (Self.largestCopy / Double(picture.plane.width * picture.plane.height)).squareRoot())
        let copy = picture.resized(by: factor, interpolation: factor < 1 ? .area : .cubic)
        guard let toCopy = copy.toPicture.inverse else { return }
        let found = candidates.codes(in: &planes, .plain)
        let patterns = found.codes.flatMap { [$0.corner, $0.right, $0.below] } + found.loose
        // Judging all readings after each tile would take longer than reading it: what was read explains its place.
        var places = explained
        for y in Self.starts(in: copy.plane.height) {
            for x in Self.starts(in: copy.plane.width) {
                let box = CGRect(x: x, y: y, width: Self.tile.side, height: Self.tile.side)
                let isWorthwhile = patterns.contains { pattern in
                    !pattern.isInverted && box.contains(toCopy(pattern.center))
                        && !places.contains { $0.contains(pattern.center) }
                }
                guard isWorthwhile else { continue }
                let known = readings.count
                read(
                    copy.crop(around: box), with: .zxing(.init(tryDownscale: false)), types: [.qr],
                    step: step, evidence: Evidence(source: .crop), isJudged: false)
                places += readings.dropFirst(known).filter(\.isDecoded).map(ExplainedPlace.init)
            }
        }
        judge()
    }

    private static func starts(in length: Int) -> [Int] {
        Array(stride(from: 0, to: max(1, length - tile.side + tile.step), by: tile.step))
    }
}
