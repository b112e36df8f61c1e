import Foundation

/// Linear codes whose reading was not enough in one frame: seen again in others they are believed.
///
/// Another frame has other noise, so it is a second opinion as another engine is; what a picture of its own would need.
/// A code that stood in a frame is believed where it is read with less in the next ones.
struct DoubtfulCodes: Sendable {
    /// A reading that may be believed later.
    private struct Doubt {
        let type: MetadataObjectType
        let bytes: [UInt8]
        var box: CGRect
        /// When it was read last, or nobody looked for it any more, as nothing changed where it is.
        var time: Duration
        var engines: Set<Engine>
        /// Frames it was read in.
        var frames: Int
        /// Whether it stood by itself in one of them.
        var hasStood: Bool
    }

    private var doubts: [Doubt] = []
    /// That of the frame before.
    private var lastTime: Duration?

    /// How long a reading counts, but for the time in which nothing changes where it was read and nobody looks.
    private static let memory = Duration.seconds(1)
    /// Most that are remembered; what is beyond is forgotten.
    private static let most = 64
    /// Frames in which a reading must be seen, and one of which little speaks.
    private static let frames = (usual: 2, weak: 3)
    /// From this quality of zbar's on it is a usual one: two worse ones repeat the same error.
    private static let quality = 19
    /// How sure what is believed by several frames is: as sure as by several steps.
    private static let confidence = 0.99

    /// The frame with what is believed now.
    mutating func resolved(_ frame: SearchedFrame) -> SearchedFrame {
        // Of a clock that begins anew nothing counts.
        doubts.removeAll { !(Duration.zero...Self.memory).contains(frame.time - $0.time) }
        defer { rest(in: frame) }
        var frame = frame
        for detection in frame.detections { note(detection.reading, at: frame.time, stands: true) }
        var places: [Int: Int] = [:]
        let taken = frame.detections.map { Place(of: $0.reading) }
        let placesTaken = PlaceIndex(of: taken, inserting: taken.indices)
        var placesAdded: [Place] = []
        for (index, judgement) in frame.judgements.enumerated() {
            guard case .refused(.needsSecondOpinion(let shortfall)) = judgement.decision,
                frame.request.types.contains(judgement.reading.type),
                frame.request.isOfInterest(
                    judgement.reading.boundingBox, width: frame.width, height: frame.height),
                isWorthNoting(judgement.reading),
                let doubt = note(judgement.reading, at: frame.time, stands: false),
                isBelieved(doubts[doubt], judgement.reading, lacking: shortfall)
            else { continue }
            if let place = places[doubt] {
                frame.judgements[index] = Judgement(judgement.reading, .supports(place))
                continue
            }
            let place = Place(of: judgement.reading)
            guard !placesTaken.isShared(with: place), !placesAdded.contains(where: place.isShared) else {
                continue
            }
            placesAdded.append(place)
            places[doubt] = frame.detections.count
            frame.judgements[index] = Judgement(judgement.reading, .stands(frame.detections.count))
            frame.detections.append(Detection(reading: judgement.reading, confidence: Self.confidence))
        }
        return frame
    }

    /// Lets no time pass where nobody has looked in a frame.
    mutating func rest(in frame: SearchedFrame) {
        defer { lastTime = frame.time }
        guard let lastTime, frame.time > lastTime else { return }
        for index in doubts.indices where !frame.isSearched(at: doubts[index].box) {
            doubts[index].time = min(frame.time, doubts[index].time + (frame.time - lastTime))
        }
    }

    private func isBelieved(_ doubt: Doubt, _ reading: Reading, lacking shortfall: Refusal.Shortfall) -> Bool
    {
        if doubt.hasStood { return true }
        let agree = doubt.engines.count > 1
        // The next frame shows the same bars, and what two engines read in one was not enough there.
        if shortfall == .matchingBars || shortfall == .secondEngine {
            return agree && doubt.frames >= Self.frames.usual
                && !LinearRule.rule(for: reading.type).readsPiecesOfItself
        }
        if agree { return true }
        let isShort = if case .characters = shortfall { true } else { false }
        let isWeak = reading.evidence.quality.map { $0 < Self.quality } ?? false
        return doubt.frames >= (isShort || isWeak ? Self.frames.weak : Self.frames.usual)
    }

    /// Whether a reading that was not enough can be a second opinion. The next frame shows the same bars: what they speak against in one,
    /// whoever agrees, is not believed for being there in several. A code that has stood may have a finger beside it now.
    private func isWorthNoting(_ reading: Reading) -> Bool {
        guard let proof = reading.evidence.proof, case .code(let content) = reading.content,
            LinearRule.rule(for: reading.type).isRuledOut(by: proof, characters: content.bytes.count)
        else { return true }
        return place(of: reading, content).map { doubts[$0].hasStood } ?? false
    }

    /// Where in the list what a reading says there is.
    private func place(of reading: Reading, _ content: CodeContent) -> Int? {
        doubts.firstIndex {
            $0.type == reading.type && $0.bytes == content.bytes && $0.box.isNear(reading.boundingBox)
        }
    }

    /// Takes a reading of a frame into account; its place in the list, nil for what is no linear code.
    @discardableResult
    private mutating func note(_ reading: Reading, at time: Duration, stands: Bool) -> Int? {
        guard reading.type.isLinearCode, case .code(let content) = reading.content, content.isDecoded else {
            return nil
        }
        let box = reading.boundingBox
        guard let known = place(of: reading, content) else {
            // What rests keeps its place for long, and is not to take everybody's.
            if doubts.count >= Self.most {
                guard
                    let oldest = doubts.indices.filter({ !doubts[$0].hasStood && doubts[$0].time < time })
                        .min(by: { doubts[$0].time < doubts[$1].time })
                else { return nil }
                doubts[oldest] = Doubt(
                    type: reading.type, bytes: content.bytes, box: box, time: time, engines: [reading.engine],
                    frames: 1, hasStood: stands)
                return oldest
            }
            doubts.append(
                Doubt(
                    type: reading.type, bytes: content.bytes, box: box, time: time, engines: [reading.engine],
                    frames: 1, hasStood: stands))
            return doubts.count - 1
        }
        // Several readings of one frame are one frame's.
        if doubts[known].time != time { doubts[known].frames += 1 }
        doubts[known].box = box
        doubts[known].time = time
        doubts[known].engines.insert(reading.engine)
        doubts[known].hasStood = doubts[known].hasStood || stands
        return known
    }
}

extension CGRect {
    /// Whether both may be of one code that moves: their centres are not more than one of their sizes apart.
    fileprivate func isNear(_ other: CGRect) -> Bool {
        let reach = max(width, height, other.width, other.height)
        return hypot(midX - other.midX, midY - other.midY) <= reach
    }
}
