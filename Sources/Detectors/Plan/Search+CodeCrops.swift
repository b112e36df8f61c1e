import MetadataOutput

extension Search {
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

    /// The candidates of a look that no accepted code explains, dark on light or light on dark, in the order in which they are
    /// tried: of a live frame half of as many as may miss are those most like a code, and the others take turns.
    private mutating func candidates(
        _ look: Look, areInverted: Bool, mostMisses: Int, beside places: [ExplainedPlace]
    ) -> [QRCandidate] {
        let due = candidates.codes(in: &planes, look).codes.filter { candidate in
            candidate.isInverted == areInverted && candidate.isWorthReading
                && !ExplainedPlace.explain(candidate, by: places)
        }
        guard let frame = request.liveFrame else { return due }
        return due.takingTurns(in: frame.number, mostMisses, always: mostMisses / 2)
    }

    /// ZXing on a crop around each QR candidate that no accepted code explains.
    mutating func readCodeCrops(of look: Look, hasContrast: Bool, step: String) {
        readCandidates(of: look, mostMisses: mostMisses.crops) { search, candidate in
            var view = search.candidates.crop(of: candidate, in: search.planes.full)
            if candidate.isInverted, let inverted = view.changed(by: .inversion) { view = inverted }
            if hasContrast {
                view = view.replacing(view.plane.equalized(clipLimit: 3, tilesAcross: 4, tilesDown: 4))
            }
            return search.read(
                view, with: .zxing(.init(tryDownscale: false)), types: [.qr], step: step,
                evidence: Evidence(source: .crop), isInverted: candidate.isInverted, isJudged: false) > 0
        }
    }

    /// ZXing on the modules of each QR candidate that no accepted code explains, sampled by ourselves.
    ///
    /// - Parameter appearance: What symbols are taken for.
    mutating func readCodeGrids(of look: Look, as appearance: QRGridSampler.Appearance, step: String) {
        let pure = Step.Reader.zxing(.init(tryRotate: false, tryDownscale: false, isPure: true))
        readCandidates(of: look, mostMisses: mostMisses.grids) { search, candidate in
            let crop = search.candidates.crop(of: candidate, in: search.planes.full)
            guard let sampler = QRGridSampler(candidate, in: crop) else { return nil }
            return sampler.grids(of: appearance).contains { grid in
                search.read(
                    grid, with: pure, types: [.qr], step: step, evidence: Evidence(source: .crop),
                    isInverted: candidate.isInverted, isJudged: false) > 0
            }
        }
    }

    /// Goes on from candidate to candidate while enough of them are read. Those light on dark come last, and what they miss takes
    /// nothing from the others.
    ///
    /// - Parameter isRead: Whether something was read of a candidate; nil if there was nothing to try. It judges nothing, as in a
    ///   crowd that would take longer than reading: what was read explains its place.
    private mutating func readCandidates(
        of look: Look, mostMisses: Int, isRead: (inout Search, QRCandidate) -> Bool?
    ) {
        var (places, known) = (explained, readings.count)
        for areInverted in [false, true] {
            var (misses, reads) = (0, 0)
            for candidate in candidates(
                look, areInverted: areInverted, mostMisses: mostMisses, beside: places)
            {
                // Those that were read before it may explain it.
                if ExplainedPlace.explain(candidate, by: places) { continue }
                if misses >= mostMisses + Self.missesPerReading * reads { break }
                guard let isRead = isRead(&self, candidate) else { continue }
                if isRead { reads += 1 } else { misses += 1 }
                places += readings.dropFirst(known).filter(\.isDecoded).map(ExplainedPlace.init)
                known = readings.count
            }
        }
        judge()
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
