import MetadataOutput

extension Search {
    /// Most crops of one step.
    private static let mostCrops = 90
    /// How many candidates without a reading a step goes on for beside what each reading allows. Those most like a code come
    /// first: what is none among the first few is, in most pictures, none at all.
    private var mostMisses: (crops: Int, grids: Int) {
        // What is none is there in the next frame too.
        if request.liveFrame != nil { return (4, 2) }
        return switch request.effort {
        case .fast: (4, 2)
        case .normal: (12, 8)
        case .thorough: (24, 12)
        }
    }
    /// How many more each reading allows.
    private static let missesPerReading = 2

    /// The candidates of a look that no accepted code explains, in the order in which they are tried: of a live frame half of
    /// as many as may miss are those most like a code, and the others take turns.
    private mutating func candidates(_ look: Look, mostMisses: Int) -> [QRCandidate] {
        let places = explained
        let due = candidates.codes(in: &planes, look).codes.filter { candidate in
            !candidate.isInverted && !places.contains { $0.contains(candidate.center) }
        }
        guard let frame = request.liveFrame else { return due }
        return due.takingTurns(in: frame.number, mostMisses, always: mostMisses / 2)
    }

    /// ZXing on a crop around each QR candidate that no accepted code explains.
    mutating func readCodeCrops(of look: Look, hasContrast: Bool, step: String) {
        var (tried, reads) = (0, 0)
        for candidate in candidates(look, mostMisses: mostMisses.crops) {
            // Those that were read before it may explain it.
            if explained.contains(where: { $0.contains(candidate.center) }) { continue }
            if tried >= Self.mostCrops { break }
            if tried - reads >= mostMisses.crops + Self.missesPerReading * reads { break }
            tried += 1
            if readCrop(of: candidate, hasContrast: hasContrast, step: step) { reads += 1 }
        }
    }

    private mutating func readCrop(of candidate: QRCandidate, hasContrast: Bool, step: String) -> Bool {
        let crop = candidates.crop(of: candidate, in: planes.full)
        let view =
            hasContrast
            ? crop.replacing(crop.plane.equalized(clipLimit: 3, tilesAcross: 4, tilesDown: 4)) : crop
        return read(
            view, with: .zxing(.init(tryDownscale: false)), types: [.qr], step: step,
            evidence: Evidence(source: .crop)) > 0
    }

    /// ZXing on the modules of each QR candidate that no accepted code explains, sampled by ourselves.
    ///
    /// - Parameter areCurved: Whether symbols are taken for ones on a bent surface.
    mutating func readCodeGrids(of look: Look, areCurved: Bool = false, step: String) {
        let pure = Step.Reader.zxing(.init(tryRotate: false, tryDownscale: false, isPure: true))
        var (misses, reads) = (0, 0)
        for candidate in candidates(look, mostMisses: mostMisses.grids) {
            if explained.contains(where: { $0.contains(candidate.center) }) { continue }
            if misses >= mostMisses.grids + Self.missesPerReading * reads { break }
            let crop = candidates.crop(of: candidate, in: planes.full)
            guard let sampler = QRGridSampler(candidate, in: crop) else { continue }
            let grids = areCurved ? AnySequence(sampler.curvedGrids()) : AnySequence(sampler.grids())
            let isRead = grids.contains { grid in
                read(grid, with: pure, types: [.qr], step: step, evidence: Evidence(source: .crop)) > 0
            }
            if isRead { reads += 1 } else { misses += 1 }
        }
    }
}

extension Array {
    /// The elements in another order in each frame, so that each is among the first `most` in one of them: the first `always`
    /// stay where they are.
    func takingTurns(in frame: Int, _ most: Int, always: Int) -> [Element] {
        guard count > most, always < most else { return self }
        let others = dropFirst(always)
        let turn = frame * (most - always) % others.count
        return Array(prefix(always)) + others.dropFirst(turn) + others.prefix(turn)
    }
}
