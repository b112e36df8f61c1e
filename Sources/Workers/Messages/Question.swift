package import Foundation
package import MetadataOutput

/// What a worker is asked.
package enum Question: Sendable {
    case detect(DetectionRequest, Payload)
    /// How places moved between two planes of one size.
    case motions(places: [CGRect], earlier: Plane, later: Plane)
    /// Files of a picture.
    case stills(StillRequest)
    /// The next frame of a movie that is made.
    case video(VideoRequest)
    /// The next frame of a movie that is read.
    case movie(MovieRequest)
    /// The next picture of a network camera.
    case stream(NetworkStreamRequest)

    /// More than anybody tracks.
    private static let mostPlaces = 10_000

    /// Most bytes of an answer without views of pictures: what the largest codes say, a few hundred times.
    private static let mostBytes = 4 << 20

    /// Whether the answer is worth nothing later, however busy the machine is, as those about a camera are. What is told of files
    /// is the same on a busy machine.
    var isUrgent: Bool {
        switch self {
        case .detect(let request, _): request.liveFrame != nil
        case .movie, .motions: false
        case .stills, .video, .stream: true
        }
    }

    /// How long an answer to it may be.
    var mostAnswerBytes: Int {
        switch self {
        case .detect(let request, _):
            let hasViews = request.views.includesPicture || request.views.thumbnailSide != nil
            return hasViews ? SharedArea.answer.count : Self.mostBytes
        case .motions, .movie: return Self.mostBytes
        case .stills, .video: return SharedArea.answer.count
        case .stream(let request): return request.mostBytes + NetworkStreamReading.mostOtherBytes
        }
    }

    /// Writes it into the area.
    ///
    /// - Returns: The bytes of the question, and of its samples.
    /// - Throws: `PayloadError`, `.overLimit` if it has no room there, or a worker would not take it.
    func write(to area: SharedArea) throws(PayloadError) -> (question: Int, samples: Int) {
        let tooLarge = PayloadError(.overLimit, "it is too large for a worker")
        guard area.reserve(samples: sampleCount) else { throw tooLarge }
        var writer = WireWriter()
        var samples = SampleWriter(area: area)
        switch self {
        case .detect(let request, let payload):
            writer.put(0)
            request.write(to: &writer)
            writer.put(request.liveFrame?.scene) { writer, scene in
                scene.settled.write(to: &writer)
                writer.put(scene.round) { $0.put($1) }
                samples.put(scene.plane, to: &writer)
            }
            payload.write(to: &writer, &samples)
        case .motions(let places, let earlier, let later):
            writer.put(1)
            writer.put(places.prefix(Self.mostPlaces)) { $0.put($1) }
            for plane in [earlier, later] { samples.put(plane, to: &writer) }
        case .stills(let request):
            writer.put(2)
            request.write(to: &writer)
            samples.put(request.source.bytes, to: &writer)
        case .video(let request):
            writer.put(3)
            writer.put(request.isKeyFrame)
            request.picture.write(to: &writer)
            samples.put(request.picture.source.bytes, to: &writer)
        case .movie(let request):
            writer.put(4)
            request.write(to: &writer)
        case .stream(let request):
            writer.put(5)
            request.write(to: &writer)
        }
        guard writer.bytes.count <= SharedArea.question.count else { throw tooLarge }
        // What a worker cannot read would end it, and the search would be blamed.
        var reader = WireReader(writer.bytes)
        do throws(MalformedMessage) { _ = try Question(from: &reader, nil) } catch {
            throw PayloadError(.overLimit, "no worker takes it: \(error.reason)")
        }
        area.bytes(of: SharedArea.question, count: writer.bytes.count).copyBytes(from: writer.bytes)
        return (writer.bytes.count, samples.count)
    }

    /// Reads it from the area; samples stay there.
    init(from area: SharedArea, count: Int) throws(MalformedMessage) {
        guard (0...SharedArea.question.count).contains(count) else {
            throw MalformedMessage(reason: "a question of \(count) bytes")
        }
        var reader = WireReader(Array(area.bytes(of: SharedArea.question, count: count)))
        try self.init(from: &reader, area)
    }

    /// - Parameter area: Where its samples lie; nil to look at the question alone.
    private init(from reader: inout WireReader, _ area: SharedArea?) throws(MalformedMessage) {
        switch try reader.int(0...5) {
        case 0:
            var request = try DetectionRequest(from: &reader)
            let scene = try reader.optional { (reader) throws(MalformedMessage) in
                let settled = try PlaneBlocks(from: &reader)
                let round = try reader.optional { (reader) throws(MalformedMessage) in
                    try reader.int(0...Int.max)
                }
                var scene = SearchedScene(plane: try Plane.read(from: &reader, area), settled: settled)
                scene.round = round
                return scene
            }
            request.liveFrame?.scene = scene
            self = .detect(request, try Payload(from: &reader, area))
        case 1:
            let places = try reader.array(of: "places", atMost: Self.mostPlaces) {
                (reader) throws(MalformedMessage) in
                let range = -1e9...1e9
                return CGRect(
                    x: try reader.double(range), y: try reader.double(range), width: try reader.double(range),
                    height: try reader.double(range))
            }
            self = .motions(
                places: places, earlier: try Plane.read(from: &reader, area),
                later: try Plane.read(from: &reader, area))
        case 2:
            var request = try StillRequest(from: &reader)
            request.source.bytes = try [UInt8].read(from: &reader, area)
            self = .stills(request)
        case 4: self = .movie(try MovieRequest(from: &reader))
        case 5: self = .stream(try NetworkStreamRequest(from: &reader))
        default:
            let isKeyFrame = try reader.bool()
            var picture = try StillRequest(from: &reader)
            picture.source.bytes = try [UInt8].read(from: &reader, area)
            self = .video(VideoRequest(picture, isKeyFrame: isKeyFrame))
        }
        try reader.end()
    }

    private var sampleCount: Int {
        switch self {
        case .detect(let request, let payload):
            SampleWriter.room(for: payload)
                + (request.liveFrame?.scene.map { SampleWriter.room(for: $0.plane) } ?? 0)
        case .motions(_, let earlier, let later):
            SampleWriter.room(for: earlier) + SampleWriter.room(for: later)
        case .stills(let request): SampleWriter.room(for: request.source.bytes.count)
        case .video(let request): SampleWriter.room(for: request.picture.source.bytes.count)
        // The answer's planes lie there.
        case .movie(let request): request.mostPixels
        case .stream(let request): request.sampleCount
        }
    }
}

/// Puts samples and pictures one after the other into an area.
private struct SampleWriter {
    let area: SharedArea
    private(set) var count = 0

    private static let alignment = 64

    init(area: SharedArea) {
        self.area = area
    }

    static func room(for bytes: Int) -> Int { (bytes + alignment - 1) / alignment * alignment }

    static func room(for plane: Plane) -> Int { room(for: plane.width * plane.height) }

    static func room(for payload: Payload) -> Int {
        switch payload {
        case .encoded(let bytes, _): room(for: bytes.count)
        case .frame(let frame): room(for: frame.luma)
        case .cropped(let payload, _), .masked(let payload, _): room(for: payload)
        }
    }

    mutating func put(_ plane: Plane, to writer: inout WireWriter) {
        for value in [count, plane.width, plane.height] { writer.put(value) }
        plane.copy(to: target)
        count += Self.room(for: plane)
    }

    mutating func put(_ bytes: [UInt8], to writer: inout WireWriter) {
        for value in [count, bytes.count] { writer.put(value) }
        bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { target.copyMemory(from: start, byteCount: bytes.count) }
        }
        count += Self.room(for: bytes.count)
    }

    private var target: UnsafeMutableRawPointer {
        // swift-format-ignore: NeverForceUnwrap
        area.bytes(of: SharedArea.samples, count: SharedArea.samples.count).baseAddress! + count
    }
}

extension Plane {
    fileprivate static func read(
        from reader: inout WireReader, _ area: SharedArea?
    ) throws(MalformedMessage) -> Plane {
        let offset = try reader.int(0...SharedArea.samples.count)
        let width = try reader.int(1...SharedArea.samples.count)
        let height = try reader.int(1...SharedArea.samples.count)
        guard width <= (SharedArea.samples.count - offset) / height else {
            throw MalformedMessage(reason: "a plane beyond the area")
        }
        guard let area else { return Plane(width: 1, height: 1, samples: [0]) }
        return area.plane(at: SharedArea.samples.offset + offset, width: width, height: height)
    }
}

extension [UInt8] {
    fileprivate static func read(
        from reader: inout WireReader, _ area: SharedArea?
    ) throws(MalformedMessage) -> [UInt8] {
        let offset = try reader.int(0...SharedArea.samples.count)
        let count = try reader.int(0...(SharedArea.samples.count - offset))
        guard let area else { return [] }
        let bytes = area.bytes(of: SharedArea.samples, count: offset + count)[offset...]
        // Rebased, they are copied at once and not one by one.
        return Array(UnsafeRawBufferPointer(rebasing: bytes))
    }
}

extension Payload {
    /// A masked crop of a crop is nobody's.
    private static let mostSteps = 8

    fileprivate func write(to writer: inout WireWriter, _ samples: inout SampleWriter) {
        switch self {
        case .encoded(let bytes, let limits):
            writer.put(0)
            limits.write(to: &writer)
            samples.put(bytes, to: &writer)
        case .frame(let frame):
            writer.put(1)
            writer.put(frame.time)
            writer.put(frame.duration) { $0.put($1) }
            samples.put(frame.luma, to: &writer)
        case .cropped(let payload, let part):
            writer.put(2)
            writer.put(part)
            payload.write(to: &writer, &samples)
        case .masked(let payload, let mask):
            writer.put(3)
            writer.put(mask.part)
            writer.put(mask.areas) { writer, area in
                writer.put(area.corners) { writer, corner in
                    writer.put(corner.x)
                    writer.put(corner.y)
                }
            }
            payload.write(to: &writer, &samples)
        }
    }

    fileprivate init(
        from reader: inout WireReader, _ area: SharedArea?, depth: Int = 0
    ) throws(MalformedMessage) {
        guard depth < Self.mostSteps else { throw MalformedMessage(reason: "crops without end") }
        switch try reader.int(0...3) {
        case 0:
            let limits = try DecodingLimits(from: &reader)
            self = .encoded(try [UInt8].read(from: &reader, area), limits: limits)
        case 1:
            let time = try reader.duration()
            let duration = try reader.optional { (reader) throws(MalformedMessage) in try reader.duration() }
            self = .frame(
                Frame(luma: try Plane.read(from: &reader, area), time: time, duration: duration))
        case 2:
            let part = try reader.unitRectangle()
            self = .cropped(try Payload(from: &reader, area, depth: depth + 1), to: part)
        default:
            let part = try reader.unitRectangle()
            let areas = try reader.array(of: "masks", atMost: PictureMask.mostAreas) {
                (reader) throws(MalformedMessage) in try Zone(maskFrom: &reader)
            }
            guard let mask = PictureMask(areas: areas), !part.isEmpty else {
                throw MalformedMessage(reason: "an empty mask")
            }
            self = .masked(
                try Payload(from: &reader, area, depth: depth + 1), by: mask.cropped(to: part))
        }
    }
}

extension Zone {
    fileprivate init(maskFrom reader: inout WireReader) throws(MalformedMessage) {
        let corners = try reader.array(of: "corners", atMost: Self.mostCorners) {
            (reader) throws(MalformedMessage) in
            CGPoint(x: try reader.double(0...1), y: try reader.double(0...1))
        }
        guard let area = Zone(name: "mask", corners: corners) else {
            throw MalformedMessage(reason: "a mask that is no polygon")
        }
        self = area
    }
}
