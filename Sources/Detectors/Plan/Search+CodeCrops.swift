import MetadataOutput

extension Search {
    /// Most crops of one step.
    private static let mostCrops = 90
    /// Crops without a reading after which a step ends, and how many more each reading allows.
    private static let mostMisses = (first: 24, perReading: 2)
    /// After this many crops zbar goes on only if one of them was read.
    private static let zbarTrials = 4
    private static let zbarPixelsPerModule = 3.2

    /// An engine on a crop around each QR candidate that no accepted code explains.
    mutating func readCodeCrops(with reader: Step.CodeCropReader, of look: Look, step: String) {
        var (tried, reads) = (0, 0)
        for candidate in candidates.codes(in: &planes, look).codes where !candidate.isInverted {
            if explained.contains(where: { $0.contains(candidate.center) }) { continue }
            if tried >= Self.mostCrops { break }
            if tried - reads >= Self.mostMisses.first + Self.mostMisses.perReading * reads { break }
            if reader == .zbar, reads == 0, tried >= Self.zbarTrials { break }
            tried += 1
            if readCrop(of: candidate, with: reader, step: step) { reads += 1 }
        }
    }

    private mutating func readCrop(
        of candidate: QRCandidate, with reader: Step.CodeCropReader, step: String
    ) -> Bool {
        let view: View
        let engine: Step.Reader
        switch reader {
        case .zxing:
            view = candidate.crop(from: planes.full)
            engine = .zxing(.init(tryDownscale: false))
        case .zbar:
            view = candidate.crop(from: planes.full, atMostPixelsPerModule: Self.zbarPixelsPerModule)
            engine = .zbar
        case .contrast:
            let crop = candidate.crop(from: planes.full)
            view = crop.replacing(crop.plane.equalized(clipLimit: 3, tilesAcross: 4, tilesDown: 4))
            engine = .zxing(.init(tryDownscale: false))
        }
        return read(view, with: engine, types: [.qr], step: step, evidence: Evidence(source: .crop)) > 0
    }

    /// Candidates without a reading after which grids are given up, and how many more each reading allows.
    private static let mostGridMisses = (first: 12, perReading: 2)

    /// ZXing on the modules of each QR candidate that no accepted code explains, sampled by ourselves.
    ///
    /// - Parameter areCurved: Whether symbols are taken for ones on a bent surface.
    mutating func readCodeGrids(of look: Look, areCurved: Bool = false, step: String) {
        let pure = Step.Reader.zxing(.init(tryRotate: false, tryDownscale: false, isPure: true))
        var (misses, reads) = (0, 0)
        for candidate in candidates.codes(in: &planes, look).codes where !candidate.isInverted {
            if explained.contains(where: { $0.contains(candidate.center) }) { continue }
            if misses >= Self.mostGridMisses.first + Self.mostGridMisses.perReading * reads { break }
            guard let sampler = QRGridSampler(candidate, in: candidate.crop(from: planes.full)) else {
                continue
            }
            let grids = areCurved ? AnySequence(sampler.curvedGrids()) : AnySequence(sampler.grids())
            let isRead = grids.contains { grid in
                read(grid, with: pure, types: [.qr], step: step, evidence: Evidence(source: .crop)) > 0
            }
            if isRead { reads += 1 } else { misses += 1 }
        }
    }
}
