import MetadataOutput

extension Search {
    /// Finder patterns without a reading that the step goes on for, and how many more each reading allows. Next to all that are none of
    /// such a symbol are told by the modules beside them, which costs little.
    private static let mostMisses = (first: 24, perReading: 24)
    /// Fewest pixels of a module that is sampled where the picture is shrunk: there is less noise.
    private static let widePixels = 3.0

    /// ZXing on the modules of rectangular Micro QR Codes, sampled by ourselves along their edges.
    mutating func readRMQRGrids(step: String) {
        guard types.contains(.rMQR) else { return }
        var (misses, reads) = (0, 0)
        for pattern in finderPatterns() where !explained.contains(where: { $0.contains(pattern.center) }) {
            if misses >= Self.mostMisses.first + Self.mostMisses.perReading * reads || !hasTime() { break }
            let isWide = pattern.moduleSize >= Self.widePixels * planes.medium.linearScale
            let view = isWide ? planes.medium : planes.full
            let isRead = grid(at: pattern, in: view).map { grid in
                read(
                    grid.drawn(in: view), with: .zxing(.init(tryRotate: false, tryDownscale: false)),
                    types: [.rMQR], step: step, evidence: Evidence(source: .crop)) > 0
            }
            if isRead == true { reads += 1 } else { misses += 1 }
        }
    }

    /// Whether such a symbol may begin where no accepted code explains it.
    mutating func hasUnexplainedFinderPattern() -> Bool {
        types.contains(.rMQR)
            && finderPatterns().contains { pattern in
                !explained.contains { $0.contains(pattern.center) }
            }
    }

    /// The patterns dark on light that were seen well; those of three rectangular symbols may look like a QR code's.
    private mutating func finderPatterns() -> [FinderPattern] {
        let candidates = candidates.codes(in: &planes, .plain)
        return (candidates.loose + candidates.codes.flatMap(\.patterns)).filter {
            !$0.isInverted && $0.rows >= FinderPatternSearch.fewestRows
        }
    }

    private func grid(at pattern: FinderPattern, in view: View) -> RMQRGrid? {
        guard let center = view.toPicture.inverse?(pattern.center) else { return nil }
        return view.plane.withUnsafeSamples { samples in
            RMQRGrid(
                around: center, module: pattern.moduleSize / view.linearScale,
                in: LumaSampler(view.plane, at: samples))
        }
    }
}
