import Foundation

/// Gives the detections of consecutive frames identity. Pure: the same frames give the same updates.
struct ObjectTracker: Sendable {
    /// Most objects that are followed at once, and most detections of a frame that are looked at: each is compared with each.
    private static let mostTracks = 500

    private let motion: (any MotionEstimator)?
    private let ids: ObjectIDSource
    private var tracks: [Track] = []
    private var doubts = DoubtfulCodes()
    private var joiner = StructuredAppendJoiner()
    /// Those of the frame that was searched last.
    private var hints: [ReaderHint] = []
    /// The frame before.
    private var last: SearchedFrame?

    init(motion: (any MotionEstimator)?, ids: ObjectIDSource) {
        self.motion = motion
        self.ids = ids
    }

    mutating func update(for frame: SearchedFrame) -> MetadataUpdate {
        followClock(to: frame.time)
        guard frame.isSearched else { return restingUpdate(for: frame) }
        let frame = doubts.resolved(frame)
        var disappeared = removeTracks { !frame.request.types.contains($0.type) }
        let inView = idsInView()
        predict(to: frame)
        let candidates = candidates(in: frame)
        var unsearched: Set<Int> = []
        var owners = assign(candidates, in: frame, unsearched: &unsearched)
        rest(unsearched.intersection(inView), until: frame.time)
        disappeared += mergeTracks(owners: &owners)
        let unknown = candidates.indices.filter { owners[$0] == nil && isBelieved(candidates[$0]) }
        let picture = CGRect(x: 0, y: 0, width: frame.width, height: frame.height)
        disappeared += removeTracks { $0.presence(at: frame.time, in: picture) == .gone }
        disappeared += makeRoom(for: unknown.count, at: frame.time, in: picture)
        let new = unknown.prefix(max(0, Self.mostTracks - tracks.count))
        var newIDs: Set<Int> = []
        for place in MetadataObjectFactory.order(of: new.map { candidates[$0].detection }) {
            let candidate = candidates[new[place]]
            let id = ids.next()
            newIDs.insert(id)
            owners[new[place]] = id
            tracks.append(
                Track(
                    id: id, time: frame.time, detection: candidate.detection,
                    plane: candidate.plane))
        }
        let objects = joiner.joined(show(in: frame, picture), at: frame.time)
        last = frame
        var update = MetadataUpdate(
            time: frame.time, width: frame.width, height: frame.height, objects: objects,
            appeared: objects.filter { newIDs.contains($0.objectID) }, disappeared: disappeared,
            detectedObjectIDs: Set(tracks.lazy.filter(\.isDetected).map(\.id)),
            failures: frame.failures, judgements: frame.judgements.compactMap { $0.numbered(by: owners) })
        update.unsearchedObjectIDs = unsearched
        update.views = frame.views
        // What is in view and was missed in this frame needs no reason.
        if objects.isEmpty || !frame.unread.isEmpty {
            (update.unread, update.hints) = (frame.unread, frame.hints)
        }
        hints = update.hints
        return update
    }

    /// What there is to say of a frame that shows what the one before it showed: all is where it was.
    private mutating func restingUpdate(for frame: SearchedFrame) -> MetadataUpdate {
        doubts.rest(in: frame)
        var disappeared = removeTracks { !frame.request.types.contains($0.type) }
        rest(idsInView(), until: frame.time)
        rescale(to: frame)
        let picture = CGRect(x: 0, y: 0, width: frame.width, height: frame.height)
        disappeared += removeTracks { $0.presence(at: frame.time, in: picture) == .gone }
        let objects = joiner.joined(show(in: frame, picture), at: frame.time)
        last = frame
        var update = MetadataUpdate(
            time: frame.time, width: frame.width, height: frame.height, objects: objects, appeared: [],
            disappeared: disappeared, detectedObjectIDs: [], failures: [])
        update.isSearched = false
        update.unsearchedObjectIDs = Set(objects.map(\.objectID))
        update.hints = hints
        update.views = frame.views
        return update
    }

    mutating func finish() -> MetadataUpdate? {
        guard let last else { return nil }
        let disappeared = removeTracks { _ in true }
        self.last = nil
        var update = MetadataUpdate(
            time: last.time, width: last.width, height: last.height, objects: [], appeared: [],
            disappeared: disappeared, detectedObjectIDs: [], failures: [])
        update.endsScene = true
        return update
    }

    // MARK: Steps

    /// Notes the time of a frame. On a clock that goes back all that is known is as long ago as it was before: what is gone would be
    /// in view until the clock is where it was.
    private mutating func followClock(to time: Duration) {
        guard let last, time < last.time else { return }
        for index in tracks.indices { tracks[index].move(back: last.time - time) }
        self.last?.time = time
    }

    /// Whether a detection that is no track's is somebody new.
    private mutating func isBelieved(_ candidate: Affinity.Candidate) -> Bool {
        let hidden = tracks.indices.filter { Affinity.isNearHidden(tracks[$0], candidate) }
        // All are told.
        return hidden.map { tracks[$0].meetStranger(at: candidate.time) }.allSatisfy(\.self)
    }

    /// What was in view in the frame before, also outside of the region of interest.
    private func idsInView() -> Set<Int> {
        guard let last else { return [] }
        let picture = CGRect(x: 0, y: 0, width: last.width, height: last.height)
        return Set(tracks.lazy.filter { $0.presence(at: last.time, in: picture) == .inView }.map(\.id))
    }

    /// Lets no time pass, from the frame before on, for what was in view and nobody has looked for: nothing changed where it is.
    /// What is hidden may have gone meanwhile.
    private mutating func rest(_ ids: Set<Int>, until time: Duration) {
        guard let last, time > last.time else { return }
        for index in tracks.indices where ids.contains(tracks[index].id) {
            tracks[index].rest(for: time - last.time)
        }
    }

    /// Takes all tracks to the pixels of `frame`.
    private mutating func rescale(to frame: SearchedFrame) {
        guard let change = last.map({ FrameChange(from: $0, to: frame) }), !change.isNone else { return }
        for index in tracks.indices { tracks[index].rescale(by: change) }
    }

    /// Moves all tracks to where they should be in `frame`.
    private mutating func predict(to frame: SearchedFrame) {
        guard let last, !tracks.isEmpty else { return }
        let motions = motions(from: last, to: frame)
        rescale(to: frame)
        let seconds = (frame.time - last.time).seconds
        let plane = ScaledPlane(of: frame)
        for index in tracks.indices {
            tracks[index].predict(seconds: seconds, motion: motions[index], plane: plane)
        }
    }

    /// How each track moved, in pixels of the later frame, beside what the frames themselves differ by.
    private func motions(from last: SearchedFrame, to frame: SearchedFrame) -> [Motion?] {
        let change = FrameChange(from: last, to: frame)
        guard change.showsMotion, let motion, let earlier = last.motionPlane, let later = frame.motionPlane,
            earlier.width == later.width, earlier.height == later.height
        else { return tracks.map { _ in nil } }
        let (before, after) = (
            Double(last.width) / Double(earlier.width), Double(frame.width) / Double(later.width)
        )
        let places = tracks.map { $0.box.scaled(by: 1 / before) }
        return motion.motions(of: places, from: earlier, to: later).map { seen in
            guard let seen else { return nil }
            return Motion(
                center: change(seen.center.scaled(by: before)),
                movedCenter: seen.movedCenter.scaled(by: after),
                scale: seen.scale * after / (before * change.x), rotation: seen.rotation)
        }
    }

    private func candidates(in frame: SearchedFrame) -> [Affinity.Candidate] {
        let plane = ScaledPlane(of: frame)
        return frame.detections.prefix(Self.mostTracks).map { detection in
            Affinity.Candidate(
                detection: detection, time: frame.time, box: detection.reading.boundingBox, plane: plane)
        }
    }

    /// One face is one track: the older of two that are of the same goes on, where it is seen, with what the other one got.
    ///
    /// - Returns: The objects of the tracks that ended.
    private mutating func mergeTracks(owners: inout [Int: Int]) -> [any MetadataObject] {
        var ended: Set<Int> = []
        for missed in tracks.indices {
            guard let found = tracks.indices.first(where: { Affinity.isSameFace(tracks[missed], tracks[$0]) })
            else { continue }
            let (older, younger) = (min(missed, found), max(missed, found))
            ended.insert(tracks[younger].id)
            if older == missed {
                for (place, id) in owners where id == tracks[found].id { owners[place] = tracks[missed].id }
                tracks[missed].take(over: tracks[found])
            }
        }
        return removeTracks { ended.contains($0.id) }
    }

    /// Lets go of what is hidden, and of that what was seen the longest ago first, as far as something that is seen needs the room.
    ///
    /// - Returns: The objects of the tracks that ended.
    private mutating func makeRoom(
        for count: Int, at time: Duration, in picture: CGRect
    ) -> [any MetadataObject] {
        let excess = tracks.count + count - Self.mostTracks
        guard excess > 0 else { return [] }
        let hidden = tracks.filter { $0.presence(at: time, in: picture) == .hidden }
            .sorted { $0.lastTime < $1.lastTime }
        let ended = Set(hidden.prefix(excess).map(\.id))
        return removeTracks { ended.contains($0.id) }
    }

    /// Hands detections to tracks; the tracks that get none have been missed.
    ///
    /// - Parameter unsearched: Takes the ids of tracks for which nobody has looked, as nothing has changed where they are.
    /// - Returns: The ids of tracks by the place of the detection that they got.
    private mutating func assign(
        _ candidates: [Affinity.Candidate], in frame: SearchedFrame, unsearched: inout Set<Int>
    ) -> [Int: Int] {
        let columns = Assignment.columns(
            costs: tracks.map { track in candidates.map { Affinity.cost(of: track, $0) } },
            limit: Affinity.limit)
        var owners: [Int: Int] = [:]
        for (index, column) in columns.enumerated() {
            if let column {
                owners[column] = tracks[index].id
                tracks[index].take(
                    candidates[column].detection, at: frame.time, plane: candidates[column].plane)
            }
        }
        let known = tracks
        // A code that was read where another one was is in front of it.
        let newCodes = candidates.indices.filter { owners[$0] == nil }.map { candidates[$0] }
            .filter(\.detection.reading.isDecodedCode).map(\.box)
        for (index, column) in columns.enumerated() where column == nil {
            let track = tracks[index]
            guard frame.isSearched(at: track.box) else {
                unsearched.insert(track.id)
                continue
            }
            // A code that is held before a face lies within the face's box, and is not behind it for that.
            let others = track.type == .face ? known : known.filter { $0.type != .face }
            let inFront = others.filter { $0.lastTime > track.lastTime }
            // Of two that were seen last in the same frame either may be in front.
            let atItsSide = others.filter { $0.lastTime == track.lastTime && $0.id != track.id }
            tracks[index].miss(
                share: frame.shares[track.type] ?? 0, hasFailed: !frame.failures.isEmpty,
                cover: max(
                    inFront.cover(of: track.box), track.type == .face ? 0 : newCodes.cover(of: track.box)),
                touch: (inFront + atItsSide).cover(of: track.box),
                at: frame.time)
        }
        return owners
    }

    /// The objects in view, in the order of their ids.
    private mutating func show(in frame: SearchedFrame, _ picture: CGRect) -> [any MetadataObject] {
        let factory = MetadataObjectFactory(
            width: frame.width, height: frame.height, time: frame.time, duration: frame.duration,
            separatesUPCA: frame.request.separatesUPCA)
        return tracks.indices.compactMap { index in
            guard tracks[index].presence(at: frame.time, in: picture) == .inView,
                frame.request.isOfInterest(tracks[index].box, width: frame.width, height: frame.height)
            else { return nil }
            let object = factory.object(
                tracks[index].current, id: tracks[index].id,
                timeInView: frame.time - tracks[index].firstTime)
            tracks[index].lastObject = object
            return object
        }
    }

    private mutating func removeTracks(where isOver: (Track) -> Bool) -> [any MetadataObject] {
        let removed = tracks.filter(isOver)
        tracks.removeAll(where: isOver)
        return removed.compactMap(\.lastObject)
    }
}

extension Judgement {
    /// The same with an id in place of the place that it names; nil where nothing is there.
    fileprivate func numbered(by ids: [Int: Int]) -> Judgement? {
        switch decision {
        case .stands(let place): ids[place].map { Judgement(reading, .stands($0)) }
        case .supports(let place): ids[place].map { Judgement(reading, .supports($0)) }
        case .refused: self
        }
    }
}

extension [CGRect] {
    /// The same of rectangles.
    fileprivate func cover(of box: CGRect) -> Double { map { $0.cover(of: box) }.max() ?? 0 }
}

extension Reading {
    fileprivate var isDecodedCode: Bool {
        if case .code(let content) = content { content.isDecoded } else { false }
    }
}

extension [Track] {
    /// The part of a rectangle, 0…1, that the track covers that covers most of it.
    fileprivate func cover(of box: CGRect) -> Double { map { $0.box.cover(of: box) }.max() ?? 0 }
}

extension CGPoint {
    fileprivate func scaled(by factor: Double) -> CGPoint { CGPoint(x: x * factor, y: y * factor) }
}

extension CGRect {
    func scaled(by factor: Double) -> CGRect {
        CGRect(x: minX * factor, y: minY * factor, width: width * factor, height: height * factor)
    }

    /// The part of another rectangle that lies under this one, 0…1.
    fileprivate func cover(of other: CGRect) -> Double {
        let common = intersection(other)
        guard common.width > 0, common.height > 0 else { return 0 }
        return common.width * common.height / (other.width * other.height)
    }
}
