/// Payload in, readings out: the one door through which picture data is decoded and searched.
///
/// Argument and result are plain values, so that what stands behind the door can be in this process or another.
public protocol PayloadDetector: Sendable {
    /// What it can find.
    var supportedTypes: Set<MetadataObjectType> { get }

    /// Decodes a payload if need be and searches it.
    ///
    /// - Throws: ``PayloadError`` if there is nothing to search: undecodable, over a limit.
    func detect(_ request: DetectionRequest, in payload: Payload) throws(PayloadError) -> DetectionResult
}

/// A payload detector in this process: a decoder, then each detector that supports one of the requested types.
public struct InProcessPayloadDetector: PayloadDetector {
    private let decoder: any PictureDecoder
    private let detectors: [any Detector]
    private let motion: (any MotionEstimator)?
    private let renderer: (any PictureRenderer)?

    /// Makes one from its parts; detectors are asked in the order given.
    ///
    /// - Parameters:
    ///   - decoder: Decodes pictures that come encoded.
    ///   - detectors: What searches.
    ///   - motion: Makes the plane that ``DetectionRequest/includesMotionPlane`` asks for.
    ///   - renderer: Makes what ``DetectionRequest/views`` asks for; without one there are none.
    public init(
        decoder: any PictureDecoder, detectors: [any Detector], motion: (any MotionEstimator)? = nil,
        renderer: (any PictureRenderer)? = nil
    ) {
        self.decoder = decoder
        self.detectors = detectors
        self.motion = motion
        self.renderer = renderer
    }

    /// The union of the detectors' types.
    public var supportedTypes: Set<MetadataObjectType> {
        detectors.reduce(into: []) { $0.formUnion($1.supportedTypes) }
    }

    /// Decodes the payload and asks every detector that supports a requested type; their readings are joined.
    ///
    /// - Throws: Why the payload cannot be decoded, or what the first of the detectors threw that did.
    public func detect(
        _ request: DetectionRequest, in payload: Payload
    ) throws(PayloadError) -> DetectionResult {
        let start = ProcessorTime.ofThisThread
        let work = request.beginWork()
        let frame = try EngineActivity.of(.decoder) { () throws(PayloadError) in
            try decoder.frame(from: payload)
        }
        var joined = DetectionResult(width: frame.luma.width, height: frame.luma.height)
        if request.includesMotionPlane { joined.motionPlane = motion?.plane(of: frame.luma) }
        var request = request
        if let scene = request.liveFrame?.scene, let motion, let plane = joined.motionPlane {
            joined.changes = motion.changes(from: scene.plane, to: plane)
            let due = request.due(changes: joined.changes, width: joined.width, height: joined.height)
            (joined.parts, joined.round) = due
            request.liveFrame?.parts = due.parts
            if let round = due.round {
                request.liveFrame?.number = round
                request.liveFrame?.isRound = true
            }
        }
        if joined.isSearched { try search(frame, for: request, since: work, into: &joined) }
        if request.includesHints, joined.isSearched {
            joined.hints = HintSearch(in: frame.luma).hints(unread: joined.unread, hasRead: joined.hasRead)
        }
        if let renderer { joined.views = renderer.views(request.views, of: payload, frame: frame) }
        joined.processorTime = ProcessorTime.ofThisThread - start
        return joined
    }

    /// Asks every detector that supports a requested type.
    ///
    /// - Parameter work: Begun with the request's deadline: decoding and other detectors take their part of it.
    private func search(
        _ frame: Frame, for request: DetectionRequest, since work: WorkTime,
        into joined: inout DetectionResult
    ) throws(PayloadError) {
        let due = detectors.filter { !$0.supportedTypes.isDisjoint(with: request.types) }
        let results = due.mapped(onThreads: request.runsSideBySide ? due.count : 1) { detector in
            var request = request
            request.deadline = max(.zero, request.deadline - work.elapsed)
            return Result { [request] () throws(PayloadError) in try detector.detect(request, in: frame) }
        }
        for result in results {
            let result = try result.get()
            joined.readings += result.readings
            joined.refused += result.refused
            joined.failures += result.failures
            joined.unread += result.unread
            joined.shares.merge(result.shares) { max($0, $1) }
            joined.liveCycle = max(joined.liveCycle, result.liveCycle)
        }
    }
}

extension DetectionResult {
    /// Whether a face was found or a code decoded.
    fileprivate var hasRead: Bool {
        readings.contains { reading in
            if case .code(let content) = reading.content { content.isDecoded } else { true }
        }
    }
}
