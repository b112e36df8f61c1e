import Foundation
import MetadataOutput

/// The search of one picture: what is known so far, and the steps that add to it.
struct Search {
    let request: DetectionRequest
    /// What the engines are asked for.
    let types: Set<MetadataObjectType>
    private let typesOfEngines: [Engine: Set<MetadataObjectType>]
    private(set) var readings: [Reading] = []
    /// Readings with contents or corners that cannot be, which nothing else hears of.
    private var impossible: [Judgement] = []
    private(set) var failures: [EngineFailure] = []
    private(set) var verdict = ReadingArbiter().verdict(on: [])
    /// The codes that stand.
    private(set) var accepted: [Reading] = []
    /// Where they are.
    private(set) var explained: [ExplainedPlace] = []
    /// How many codes stand in other parts of the frame.
    var acceptedElsewhere = 0
    var planes: PlaneSet
    var candidates: CandidateSet
    /// Share of the request's deadline in which steps begin. One look of an engine at a large picture may take seconds.
    private static let timeShare = 0.7
    private let time: SearchTime
    /// The same for proofs of what was read, which take some milliseconds each.
    private static let proofShare = 0.9
    private let proofTime: SearchTime
    private var crowds = FinderCrowd()
    private var prover = LinearProver()

    /// - Parameters:
    ///   - part: What is searched of the picture, in its pixels; nil for all of it.
    ///   - engines: What each engine may be asked for.
    init(
        _ request: DetectionRequest, in picture: Plane, part: CGRect? = nil,
        types engines: [Engine: Set<MetadataObjectType>]
    ) {
        self.request = request
        time = SearchTime(of: request, share: Self.timeShare)
        proofTime = SearchTime(of: request, share: Self.proofShare)
        typesOfEngines = engines
        types = CodeTypes.asked(for: request.types)
        planes = PlaneSet(picture, part: part)
        candidates = CandidateSet(request, in: picture, until: time)
    }

    /// The readings of the requested types, without those that lose against a reading of another type there.
    var requestedReadings: [Reading] {
        let others = othersAccepted
        return readings.filter { refusal(of: $0, beside: others) == nil }
    }

    /// The other readings, and those that an engine is known to get wrong.
    var refusedReadings: [Judgement] {
        let others = othersAccepted
        return readings.compactMap { reading in
            refusal(of: reading, beside: others).map { Judgement(reading, .refused($0)) }
        } + impossible
    }

    /// What stands and was not asked for.
    private var othersAccepted: [Reading] {
        verdict.accepted.map(\.reading).filter { !request.types.contains($0.type) }
    }

    private func refusal(of reading: Reading, beside others: [Reading]) -> Refusal? {
        if !request.types.contains(reading.type) { return .typeNotRequested }
        return others.contains { $0.isAtPlace(of: reading) } ? .anotherStands : nil
    }

    /// QR candidates that no step could read or locate and whose modules are those of a symbol, as located codes.
    mutating func locatedCodes() -> [Reading] {
        let places = verdict.accepted.map { ExplainedPlace($0.reading) }
        let picture = planes.full
        return candidates.codes(in: &planes, .plain).codes
            .filter { code in
                code.hasTiming && !code.isInverted && !ExplainedPlace.explain(code, by: places)
                    && QRGridSampler(code, in: code.crop(from: picture))?.showsSymbol == true
            }
            .map { code in
                Reading(
                    type: .qr, corners: code.corners,
                    content: .code(CodeContent(bytes: [], text: nil, isDecoded: false)), engine: .search,
                    step: "code-candidates", evidence: Evidence(source: .plain))
            }
    }

    /// Runs a step if its gate is open.
    ///
    /// - Returns: Whether it is.
    @discardableResult mutating func run(_ step: Step) -> Bool {
        let mayBegin = mayBegin(step)
        if mayBegin { perform(step) }
        if candidates.areCutShort { noteWantOfTime() }
        return mayBegin
    }

    private mutating func perform(_ step: Step) {
        switch step.operation {
        case .picture(let reader, let pixels, let kinds):
            readPicture(pixels, with: reader, types: types.filter(kinds.contains), step: step.name)
        case .codeCrops(let look, let hasContrast):
            readCodeCrops(of: look, hasContrast: hasContrast, step: step.name)
        case .barStrips(let readers, let look): readBarStrips(of: look, with: readers, step: step.name)
        case .codeGrids(let look, let appearance): readCodeGrids(of: look, as: appearance, step: step.name)
        case .rMQRGrids: readRMQRGrids(step: step.name)
        case .straightened: readStraightened(step: step.name)
        case .bullseyes: readBullseyes(step: step.name)
        case .maxiCodes: readMaxiCodes(step: step.name)
        case .tiles: readTiles(step: step.name)
        case .barFits: fitBars(step: step.name)
        case .blurredStrips: readBlurredStrips(step: step.name)
        case .textureCrops: readTextureCrops(step: step.name)
        case .smallTextureCrops: readSmallTextureCrops(step: step.name)
        }
    }

    /// Whether a step's gate is open and there is time for it; that it is left out is told, unless its gate is closed and nothing has
    /// to be looked at to know that.
    private mutating func mayBegin(_ step: Step) -> Bool {
        guard time.isUp else { return isOpen(step.gate) }
        let isClosed =
            step.gate.needsNoLook(having: acceptedElsewhere + accepted.count, isLarge: planes.isLarge)
            && !isOpen(step.gate)
        return !isClosed && hasTime()
    }

    /// Whether more may be looked at; if not, that is told.
    mutating func hasTime() -> Bool {
        if time.isUp { noteWantOfTime() }
        return !time.isUp
    }

    private mutating func noteWantOfTime() {
        let failure = EngineFailure(engine: .search, reason: "there is no time for all steps")
        if !failures.contains(failure) { failures.append(failure) }
    }

    /// Whether nothing is accepted yet, or a reading waits for a second opinion.
    var isInDoubt: Bool { acceptsNothing || hasUnsureReadings }

    /// Whether a reading waits for a second opinion.
    var hasUnsureReadings: Bool { !verdict.waiting.isEmpty }

    private var acceptsNothing: Bool { acceptedElsewhere == 0 && accepted.isEmpty }

    /// How many codes are a crowd.
    static let several = 3
    /// Side of a small code, as a share of the picture's longer side: 100 pixels of 1600, of which a QR code's module has two to
    /// four, and six blocks of the half of that in which bars are looked for.
    static let smallSide = 0.0625

    /// Side of the median code that was accepted, in pixels of the picture, of those of some types; nil if none was.
    ///
    /// - Parameter side: The longer one or the shorter one.
    func medianSide(_ side: (Double, Double) -> Double, of isCounted: (MetadataObjectType) -> Bool) -> Double?
    {
        let sides = accepted.filter { isCounted($0.type) }
            .map { side($0.boundingBox.width, $0.boundingBox.height) }.sorted()
        return sides.isEmpty ? nil : sides[sides.count / 2]
    }

    /// Whether the picture is large and what was accepted of some types is small beside it.
    private func showsSmall(_ isCounted: (MetadataObjectType) -> Bool) -> Bool {
        guard planes.isLarge, let side = medianSide(min, of: isCounted) else { return false }
        return side < Self.smallSide * Double(planes.full.wholeSide)
    }

    /// Whether most steps see the picture shrunk, and it has at most so many pixels.
    private func isLarge(upTo most: Int) -> Bool {
        planes.isLarge && planes.full.plane.width * planes.full.plane.height <= most
    }

    private mutating func isOpen(_ gate: Step.Gate) -> Bool {
        switch gate {
        case .always: true
        case .nothingAccepted: acceptsNothing
        case .nothingAcceptedAndLarge(let most): acceptsNothing && isLarge(upTo: most)
        case .unexplainedFineBars:
            planes.isLarge && (acceptsNothing || request.liveFrame == nil && hasUnexplainedFineBars())
        case .inDoubt: isInDoubt
        case .unexplainedCode(let look):
            candidates.codes(in: &planes, look).unexplained(by: explained).suggestQRCode
        case .unexplainedCodeAndRaised:
            isOpen(.unexplainedCode(.plain)) && isOpen(.unexplainedCode(.raised))
        case .unexplainedCodeAndBlurred:
            (acceptsNothing || isOpen(.unexplainedCode(.plain))) && isOpen(.unexplainedCode(.blurred))
        case .unexplainedBars:
            candidates.bars(in: &planes).unexplained(by: explained).suggestLinearCode
        case .inDoubtOfBars: isOpen(.inDoubt) && isOpen(.unexplainedBars)
        case .unexplainedBullseye:
            !unexplained(candidates.bullseyes(in: planes.small)).isEmpty
        case .unexplainedFinderPattern: hasUnexplainedFinderPattern()
        case .crowd: acceptedElsewhere + accepted.count >= Self.several && isOpen(.unexplainedCode(.plain))
        case .crowdOfSmall: isOpen(.crowd) && showsSmall(\.isMatrixCode)
        case .crowdOfSmallOthers(let most):
            isLarge(upTo: most) && accepted.count { $0.type != .qr } >= Self.several
                && showsSmall { $0 != .qr }
                && (accepted.contains { $0.type.isMatrixCode && $0.type != .qr }
                    || (request.liveFrame == nil ? hasUnexplainedFineBars() : isOpen(.unexplainedBars)))
        case .inDoubtOrCrowd: isOpen(.inDoubt) || isOpen(.crowd)
        case .unexplainedSmallTexture:
            planes.isLarge && !acceptsNothing && !unexplainedSmallTextures().isEmpty
        }
    }

    /// Whether bars of the picture itself lie where no accepted code explains them: those of small codes are not seen in a shrunk one.
    ///
    /// Where nothing like bars is left of them in it the picture is not looked at: that would be a tenth of all that a large one costs.
    private mutating func hasUnexplainedFineBars() -> Bool {
        guard candidates.bars(in: &planes, .close).unexplained(by: explained).suggestLinearCode else {
            return false
        }
        let places = explained
        return bars(seenIn: .fine).contains { !ExplainedPlace.openParts(of: $0, beside: places).isEmpty }
    }

    /// The regions with bars; beside an accepted code, of the picture itself those that were not seen in the shrunk one: strips of
    /// these are no finer.
    mutating func bars(seenIn look: Look) -> [BarRegion] {
        let bars = candidates.bars(in: &planes, look).bars
        guard look == .fine, !acceptsNothing else { return bars }
        let known = candidates.bars(in: &planes).bars
        return bars.filter { region in !known.contains { $0.isAbout(region) } }
    }

    /// The patterns that no accepted code explains.
    func unexplained(_ patterns: [ConcentricPattern]) -> [ConcentricPattern] {
        let places = explained
        return patterns.filter { pattern in !places.contains { $0.contains(pattern.center) } }
    }

    /// Reads a view with an engine and takes what it finds into account; returns how many symbols it
    /// decoded.
    ///
    /// - Parameters:
    ///   - types: Of those asked for, the types to look for here.
    ///   - evidence: What the pixels are; lines and quality are added.
    ///   - isInverted: Whether dark and light of the picture are exchanged in the view.
    ///   - isMirrored: Whether the view is the picture's mirror image.
    ///   - isJudged: Whether the verdict is brought up to date; else ``judge()`` must follow.
    @discardableResult mutating func read(
        _ view: View, with reader: Step.Reader, types: Set<MetadataObjectType>, step: String,
        evidence: Evidence, isInverted: Bool = false, isMirrored: Bool = false, isJudged: Bool = true
    ) -> Int {
        guard hasTime() else { return 0 }
        let symbols = symbols(
            of: types.intersection(self.types), in: view, with: reader, isStrip: evidence.source == .strip)
        for symbol in symbols {
            var reading = Reading(
                symbol, in: view, engine: reader.engine, step: step, evidence: evidence,
                isInverted: isInverted, isMirrored: isMirrored)
            if evidence.source == .strip, symbol.reachesAnEdge(of: view.plane) {
                reading.followBars(in: planes.full.plane)
            }
            keep(reading, of: symbol)
        }
        if isJudged, !symbols.isEmpty { judge() }
        return symbols.filter(\.isPlausible).count { $0.content.isDecoded }
    }

    /// Takes what we read ourselves into account.
    mutating func add(_ symbol: Symbol, in view: View, engine: Engine, step: String, evidence: Evidence) {
        keep(Reading(symbol, in: view, engine: engine, step: step, evidence: evidence), of: symbol)
        judge()
    }

    /// - Parameter clearer: The view it was read in, where that shows a linear code's bars more clearly than the picture does: they are
    ///   proved there then. Default: they are proved in the picture.
    mutating func keep(_ reading: Reading, of symbol: Symbol, provedIn clearer: Plane? = nil) {
        let picture = planes.full.plane
        // What was known for an error once is one where it is seen less clearly too, before and after.
        if !symbol.isPlausible {
            let error = Judgement(reading, .refused(.implausible))
            impossible += readings.filter(error.isError).map { Judgement($0, .refused(.implausible)) }
            readings.removeAll(where: error.isError)
            impossible.append(error)
        } else if impossible.contains(where: { $0.isError(like: reading) }) {
            impossible.append(Judgement(reading, .refused(.implausible)))
        } else if reading.corners.isOutline(inPictureOf: picture.width, by: picture.height) {
            let hasTime = !proofTime.isUp
            let proved =
                clearer.map { LinearProver.proved(reading, of: symbol, inClearer: $0) }
                ?? prover.proved(
                    reading, row: symbol.row, isStacked: symbol.isStacked, in: picture, hasTime: hasTime)
            if let proved {
                readings.append(proved)
            } else {
                if !hasTime { noteWantOfTime() }
                impossible.append(Judgement(reading, .refused(.notExamined)))
            }
        } else {
            impossible.append(Judgement(reading, .refused(.withoutPlace)))
        }
    }

    /// Decides anew what stands.
    mutating func judge() {
        verdict = ReadingArbiter().verdict(on: readings)
        accepted = verdict.accepted.map(\.reading).filter(\.isDecoded)
        explained = accepted.map(ExplainedPlace.init)
    }

    /// The codes that would stand of what was read around a part of the picture, were nothing else read.
    func accepted(around part: CGRect) -> [Reading] {
        let near = readings.filter { $0.boundingBox.intersects(part) }
        return near.isEmpty
            ? [] : ReadingArbiter().verdict(on: near).accepted.map(\.reading).filter(\.isDecoded)
    }

    /// What an engine reads in a view; a failure is kept once an engine.
    ///
    /// - Parameter isStrip: Whether it is a straightened strip of bars.
    mutating func symbols(
        of types: Set<MetadataObjectType>, in view: View, with reader: Step.Reader, isStrip: Bool = false
    ) -> [Symbol] {
        var types = types
        let layers = reader.matrixLayers(of: view, types: types)
        if types.contains(.qr), !crowds.admits(reader.finderPatterns(in: view.plane, layers: layers)) {
            types.remove(.qr)
        }
        types.formIntersection(typesOfEngines[reader.engine] ?? [])
        guard !types.isEmpty, !request.disabledEngines.contains(reader.engine) else { return [] }
        let time = time
        defer { _ = hasTime() }
        do throws(EngineFailure) {
            return try EngineActivity.of(reader.engine) { () throws(EngineFailure) in
                switch reader {
                case .zxing(let options):
                    try ZXing.symbols(
                        of: types, in: view.plane, layers: layers, options: options, until: time)
                case .zbar:
                    try ZBar.symbols(of: types, in: view.plane, isStrip: isStrip, until: time)
                }
            }
        } catch {
            if !failures.contains(error) { failures.append(error) }
            return []
        }
    }
}
