import Foundation

/// Gives the detections of consecutive frames identity. Pure: the same frames give the same updates.
struct ObjectTracker: Sendable {
    private let motion: (any MotionEstimator)?
    private let ids: ObjectIDSource
    private var tracks: [Track] = []
    private var doubts = DoubtfulCodes()
    private var joiner = StructuredAppendJoiner()
    /// The frame before.
    private var last: SearchedFrame?

    init(motion: (any MotionEstimator)?, ids: ObjectIDSource) {
        self.motion = motion
        self.ids = ids
    }

    mutating func update(for frame: SearchedFrame) -> MetadataUpdate {
        let frame = doubts.resolved(frame)
        var disappeared = removeTracks { !frame.request.types.contains($0.type) }
        predict(to: frame)
        let candidates = candidates(in: frame)
        var owners = assign(candidates, in: frame)
        let new = candidates.indices.filter { owners[$0] == nil }
        for place in MetadataObjectFactory.order(of: new.map { candidates[$0].detection }) {
            let candidate = candidates[new[place]]
            let id = ids.next()
            owners[new[place]] = id
            tracks.append(
                Track(
                    id: id, time: frame.time, detection: candidate.detection,
                    appearance: candidate.appearance))
        }
        let picture = CGRect(x: 0, y: 0, width: frame.width, height: frame.height)
        disappeared += removeTracks { $0.presence(at: frame.time, in: picture) == .gone }
        let objects = joiner.joined(show(in: frame, picture))
        last = frame
        var update = MetadataUpdate(
            time: frame.time, width: frame.width, height: frame.height, objects: objects,
            appeared: objects.suffix(new.count), disappeared: disappeared,
            detectedObjectIDs: Set(tracks.lazy.filter(\.isDetected).map(\.id)),
            failures: frame.failures, judgements: frame.judgements.compactMap { $0.numbered(by: owners) })
        update.views = frame.views
        return update
    }

    mutating func finish() -> MetadataUpdate? {
        guard let last else { return nil }
        let disappeared = removeTracks { _ in true }
        self.last = nil
        return MetadataUpdate(
            time: last.time, width: last.width, height: last.height, objects: [], appeared: [],
            disappeared: disappeared, detectedObjectIDs: [], failures: [])
    }

    // MARK: Steps

    /// Moves all tracks to where they should be in `frame`.
    private mutating func predict(to frame: SearchedFrame) {
        guard let last, !tracks.isEmpty else { return }
        if (last.width, last.height) != (frame.width, frame.height) {
            let (x, y) = (
                Double(frame.width) / Double(last.width), Double(frame.height) / Double(last.height)
            )
            for index in tracks.indices { tracks[index].rescale(x: x, y: y) }
        }
        let motions = motions(from: last, to: frame)
        let seconds = (frame.time - last.time).seconds
        for index in tracks.indices {
            // Behind somebody, motion is that of the one in front.
            tracks[index].predict(
                seconds: seconds, motion: tracks[index].isTouched ? nil : motions[index])
        }
    }

    /// How each track moved, in pixels of the picture.
    private func motions(from last: SearchedFrame, to frame: SearchedFrame) -> [Motion?] {
        guard let motion, let earlier = last.motionPlane, let later = frame.motionPlane,
            earlier.width == later.width, earlier.height == later.height
        else { return tracks.map { _ in nil } }
        let factor = Double(frame.width) / Double(later.width)
        let places = tracks.map { $0.box.scaled(by: 1 / factor) }
        return motion.motions(of: places, from: earlier, to: later).map { $0?.magnified(by: factor) }
    }

    private func candidates(in frame: SearchedFrame) -> [Affinity.Candidate] {
        frame.detections.map { detection in
            Affinity.Candidate(
                detection: detection, time: frame.time, box: detection.reading.boundingBox,
                appearance: look(at: detection.reading.boundingBox, of: detection.reading.type, in: frame))
        }
    }

    /// Hands detections to tracks; the tracks that get none have been missed.
    ///
    /// - Returns: The ids of tracks by the place of the detection that they got.
    private mutating func assign(
        _ candidates: [Affinity.Candidate], in frame: SearchedFrame
    ) -> [Int: Int] {
        let columns = Assignment.columns(
            costs: tracks.map { track in candidates.map { Affinity.cost(of: track, $0) } },
            limit: Affinity.limit)
        var owners: [Int: Int] = [:]
        for (index, column) in columns.enumerated() {
            if let column {
                owners[column] = tracks[index].id
                tracks[index].take(
                    candidates[column].detection, at: frame.time, appearance: candidates[column].appearance)
            }
        }
        let known = tracks
        for (index, column) in columns.enumerated() where column == nil {
            let track = tracks[index]
            let inFront = known.filter { $0.lastTime > track.lastTime }
            // Of two that were seen last in the same frame either may be in front.
            let atItsSide = known.filter { $0.lastTime == track.lastTime && $0.id != track.id }
            tracks[index].miss(
                share: frame.failures.isEmpty ? frame.shares[track.type] ?? 0 : 0,
                cover: inFront.cover(of: track.box), touch: (inFront + atItsSide).cover(of: track.box),
                look: look(at: track.box, of: track.type, in: frame))
        }
        return owners
    }

    /// What a face at some place looks like; nil for other types and without a plane.
    private func look(at box: CGRect, of type: MetadataObjectType, in frame: SearchedFrame) -> Appearance? {
        guard type == .face, let plane = frame.motionPlane else { return nil }
        return Appearance(of: box.scaled(by: Double(plane.width) / Double(frame.width)), in: plane)
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

extension [Track] {
    /// The part of a rectangle, 0…1, that the track covers that covers most of it.
    fileprivate func cover(of box: CGRect) -> Double { map { $0.box.cover(of: box) }.max() ?? 0 }
}

extension CGRect {
    fileprivate func scaled(by factor: Double) -> CGRect {
        CGRect(x: minX * factor, y: minY * factor, width: width * factor, height: height * factor)
    }

    /// The part of another rectangle that lies under this one, 0…1.
    fileprivate func cover(of other: CGRect) -> Double {
        let common = intersection(other)
        guard common.width > 0, common.height > 0 else { return 0 }
        return common.width * common.height / (other.width * other.height)
    }
}
