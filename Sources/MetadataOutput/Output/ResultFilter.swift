import Foundation

/// What of an arbiter's verdict was asked for.
struct ResultFilter {
    private let verdict: ReadingArbiter.Verdict
    /// Why an accepted detection is not reported, by its place in the verdict; nil where it is.
    private let refusals: [Refusal?]
    /// Readings whose corners are no outline in the picture: of no use to anybody, and unfit to decide about others.
    private let withoutPlace: [Reading]

    /// - Parameters:
    ///   - result: What was seen.
    ///   - request: What was asked for.
    init(of result: DetectionResult, for request: DetectionRequest) {
        let hasPlace = result.readings.map {
            $0.corners.isOutline(inPictureOf: result.width, by: result.height)
        }
        withoutPlace = zip(result.readings, hasPlace).filter { !$1 }.map(\.0)
        let verdict = ReadingArbiter().verdict(on: zip(result.readings, hasPlace).filter(\.1).map(\.0))
        self.verdict = verdict
        // What was read with error correction is there, and no face is in its middle: modules can look like one.
        let symbols = verdict.accepted.map(\.reading).filter(\.isDecodedMatrixCode).map(Place.init(of:))
        let placesOfSymbols = PlaceIndex(of: symbols, inserting: symbols.indices)
        refusals = verdict.accepted.map { detection in
            let reading = detection.reading
            if !request.types.contains(reading.type) { return .typeNotRequested }
            let box = reading.boundingBox
            if reading.type == .face, placesOfSymbols.covers(Place(of: reading)) { return .anotherStands }
            let intersects = request.isOfInterest(
                box, width: result.width, height: result.height)
            return intersects ? nil : .outsideRectOfInterest
        }
    }

    /// What is reported, in the verdict's order.
    var detections: [Detection] { reported.map { verdict.accepted[$0] } }

    /// Places of what is reported in the verdict.
    private var reported: [Int] { refusals.indices.filter { refusals[$0] == nil } }

    /// What became of each reading.
    ///
    /// - Parameter numbers: What stands for each of ``detections`` in a decision.
    func judgements(numbered numbers: [Int]) -> [Judgement] {
        var ids = [Int](repeating: 0, count: refusals.count)
        for (place, number) in zip(reported, numbers) { ids[place] = number }
        return verdict.judgements.map { judgement in
            let decision: Judgement.Decision =
                switch judgement.decision {
                case .stands(let number): refusals[number].map { .refused($0) } ?? .stands(ids[number])
                case .supports(let number): refusals[number].map { .refused($0) } ?? .supports(ids[number])
                case .refused: judgement.decision
                }
            return Judgement(judgement.reading, decision)
        } + withoutPlace.map { Judgement($0, .refused(.withoutPlace)) }
    }
}

extension Reading {
    fileprivate var isDecodedMatrixCode: Bool {
        guard case .code(let content) = content else { return false }
        return content.isDecoded && type.isMatrixCode
    }
}
