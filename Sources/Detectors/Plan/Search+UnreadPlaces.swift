import Foundation
import MetadataOutput

extension Search {
    /// Most places that are told; a crowd of what looks like codes tells no more than some of it.
    private static let mostPlaces = 16
    /// Finder patterns that are a symbol's, with one more that is chance.
    private static let mostPatterns = 4

    /// What looks like a code and was not read, likeliest first.
    mutating func unreadPlaces() -> [UnreadPlace] {
        let codes = candidates.codes(in: &planes, .plain).unexplained(by: explained)
        let patterns = Set(codes.codes.flatMap(\.patterns) + codes.loose)
            .filter { !$0.isInverted && $0.rows >= FinderRemains.fewestRows }
        // What repeats itself, as boards and tiles do, has such patterns everywhere.
        let isCrowd = patterns.count > Self.mostPatterns
        let view = planes.full
        let whole = codes.codes.filter { code in
            isCrowd
                ? code.hasTiming && !code.isInverted
                    && QRGridSampler(code, in: code.crop(from: view))?.showsSymbol == true
                : code.isClear
        }.map {
            UnreadPlace(kind: .matrixCode, corners: $0.corners, moduleSize: $0.moduleSize)
        }
        let halves =
            whole.isEmpty && !isCrowd ? FinderRemains(in: view.plane).place(of: Array(patterns)) : nil
        let bars = candidates.bars(in: &planes).unexplained(by: explained).bars
            .compactMap { UnreadBars(of: $0, in: planes.full.plane)?.place }
        return Array((whole + [halves].compactMap(\.self) + bars).prefix(Self.mostPlaces))
    }
}

extension QRCandidate {
    /// Whether it is a symbol's, even if nothing is seen between the patterns.
    fileprivate var isClear: Bool {
        !isInverted && (hasTiming || patterns.allSatisfy { $0.rows >= FinderRemains.fewestRows })
    }
}
