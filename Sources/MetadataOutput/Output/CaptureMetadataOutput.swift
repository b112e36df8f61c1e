public import Foundation
package import Synchronization

/// Holds what is wanted (types, region of interest) and turns payloads into metadata objects.
///
/// Fresh, it wants nothing and reports nothing, as on Apple's systems. Unlike there the available types are the
/// detectors', in or out of a session.
public final class CaptureMetadataOutput: CaptureOutput {
    let detector: any PayloadDetector
    let motion: (any MotionEstimator)?
    private let request: Mutex<DetectionRequest>
    private let blindness = Mutex(false)
    private let inboxes = UpdateInboxes()
    private let joined = JoinedReadings()
    /// Ids of what sessions see; never reused in the output's life.
    package let sessionIDs = ObjectIDSource()
    /// Whom a session tells beside those who wait on ``updates()``; the module of the session knows its type.
    package let sessionListener = Mutex<(any Sendable)?>(nil)

    /// In a struct: a function that a `Mutex` holds itself is wrapped twice more each time that it is read.
    private struct Watcher {
        let take: @Sendable (MetadataUpdate) -> Void
    }

    private let watcher = Mutex<Watcher?>(nil)

    /// Makes an output over a way to decode and search payloads.
    ///
    /// - Parameters:
    ///   - detector: What decodes and searches, in this process or another.
    ///   - motion: Moves objects of a sequence between detections; without one their speed does.
    public init(detector: any PayloadDetector, motion: (any MotionEstimator)? = nil) {
        self.detector = detector
        self.motion = motion
        self.request = Mutex(DetectionRequest(types: []))
    }

    /// Makes an output that decodes and searches in this process.
    ///
    /// - Parameters:
    ///   - detectors: What searches, in this order.
    ///   - decoder: Decodes pictures that come encoded.
    ///   - motion: Follows objects between frames; default nobody.
    ///   - renderer: Makes the views of pictures that ``setOptions(_:)`` asks for; default nobody.
    public convenience init(
        detectors: [any Detector], decoder: any PictureDecoder, motion: (any MotionEstimator)? = nil,
        renderer: (any PictureRenderer)? = nil
    ) {
        self.init(
            detector: InProcessPayloadDetector(
                decoder: decoder, detectors: detectors, motion: motion, renderer: renderer),
            motion: motion)
    }

    /// What can be asked for: the union of the detectors' types.
    public var availableMetadataObjectTypes: Set<MetadataObjectType> { detector.supportedTypes }

    /// What is asked for; empty at first, and then nothing is searched or reported.
    public var metadataObjectTypes: Set<MetadataObjectType> { request.withLock { $0.types } }

    /// Everything that is asked for at this moment.
    package var currentRequest: DetectionRequest {
        var request = request.withLock { $0 }
        if isBlind { request.types = [] }
        return request
    }

    /// Asks for `types`; nil asks for none.
    ///
    /// - Throws: ``MetadataOutputError/unsupportedTypes(_:)`` if one is not available (AVFoundation raises an
    ///   exception); nothing has changed then.
    public func setMetadataObjectTypes(_ types: Set<MetadataObjectType>?) throws(MetadataOutputError) {
        let wanted = types ?? []
        let unsupported = wanted.subtracting(availableMetadataObjectTypes)
        guard unsupported.isEmpty else { throw .unsupportedTypes(unsupported) }
        request.withLock { $0.types = wanted }
    }

    /// Space: 0…1 of the upright, unrotated picture, origin top left; default all of it. An object is reported if
    /// its bounds intersect this rectangle.
    public var rectOfInterest: CGRect { request.withLock { $0.rectOfInterest } }

    /// Sets the rectangle in which objects are of interest.
    ///
    /// - Throws: ``MetadataOutputError/invalidRectOfInterest(_:)`` if it is empty, not finite, or not within 0…1;
    ///   nothing has changed then.
    public func setRectOfInterest(_ rect: CGRect) throws(MetadataOutputError) {
        let numbers = [rect.minX, rect.minY, rect.maxX, rect.maxY]
        let isValid = numbers.allSatisfy { (0...1.0).contains($0) } && rect.width > 0 && rect.height > 0
        guard isValid else { throw .invalidRectOfInterest(rect) }
        request.withLock { $0.rectOfInterest = rect }
    }

    /// Whether nothing is searched for, whatever the types are; default false. AVFoundation takes any rectangle of interest, also
    /// one in which nothing can lie, which ``setRectOfInterest(_:)`` refuses.
    package var isBlind: Bool {
        get { blindness.withLock { $0 } }
        set { blindness.withLock { $0 = newValue } }
    }

    /// Everything else that is asked of the detectors: effort, pose, landmarks, undecoded codes, steps left out.
    /// Types and region are the output's own and are not touched by `change`.
    public func setOptions(_ change: (inout DetectionRequest) -> Void) {
        request.withLock { current in
            var changed = current
            change(&changed)
            changed.types = current.types
            changed.rectOfInterest = current.rectOfInterest
            current = changed
        }
    }

    /// What sessions see from now on: an update for each frame that was searched, also if nothing is in view, and one
    /// whenever a scene ends. Each call makes a sequence of its own.
    public func updates() -> MetadataUpdates { MetadataUpdates(inbox: inboxes.add()) }

    /// Says who is given each update of a session by the thread that searched its frame, before anybody who waits on
    /// ``updates()`` has it: no update is left out or replaced, and the search waits for it.
    package func watch(_ body: @escaping @Sendable (MetadataUpdate) -> Void) {
        watcher.withLock { $0 = Watcher(take: body) }
    }

    /// Tells the watcher, and everybody who waits on ``updates()``.
    package func send(_ update: MetadataUpdate) {
        watcher.withLock { $0 }?.take(update)
        inboxes.send(update)
    }

    /// Lets what was seen in another picture of a source count as seen in its next frame too.
    ///
    /// - Parameters:
    ///   - time: On the source's clock; in a frame after it, it counts no more.
    package func join(_ frame: SearchedFrame, of source: String, until time: Duration) {
        joined.put(frame, of: source, until: time)
    }

    /// A frame with what was joined to it.
    package func joined(_ frame: SearchedFrame, of source: String) -> SearchedFrame {
        joined.take(of: source, into: frame)
    }

    /// Decodes and searches one still picture, which is a session of its own: ids start at 1.
    ///
    /// Blocks while it works. May be called from several threads at once.
    ///
    /// - Throws: ``PayloadError`` if there is nothing to search: undecodable, over a limit.
    public func update(for payload: Payload) throws(PayloadError) -> MetadataUpdate {
        let request = currentRequest
        let result = try detector.detect(request, in: payload)
        var (time, duration) = (Duration.zero, Duration?.none)
        if case .frame(let frame) = payload { (time, duration) = (frame.time, frame.duration) }
        let factory = MetadataObjectFactory(
            width: result.width, height: result.height, time: time, duration: duration,
            separatesUPCA: request.separatesUPCA)
        let filter = ResultFilter(of: result, for: request)
        let detections = filter.detections
        var ids = [Int](repeating: 0, count: detections.count)
        for (place, id) in zip(MetadataObjectFactory.order(of: detections), 1...) { ids[place] = id }
        var joiner = StructuredAppendJoiner()
        var update = MetadataUpdate(
            time: time, width: result.width, height: result.height,
            objects: joiner.joined(factory.objects(of: detections)), failures: result.failures,
            judgements: filter.judgements(numbered: ids) + result.refused)
        update.views = result.views
        (update.unread, update.hints) = (result.unread, result.hints)
        update.processorTime = result.processorTime
        return update
    }
}
