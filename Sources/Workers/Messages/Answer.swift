import Foundation
package import MetadataOutput

/// What a worker answers.
package enum Answer: Sendable {
    case result(DetectionResult)
    case failed(PayloadError)
    case motions([Motion?])
    case stills(StillResult)
    case video(EncodedVideoFrame)
    case movie(MovieReading)
    case stream(NetworkStreamReading)

    /// Whether it is no more than ``read(from:count:to:)`` takes, its length aside.
    func isWithinBounds(of question: Question) -> Bool {
        guard case .result(let result) = self, case .detect(let request, _) = question else { return true }
        return result.readings.count + result.refused.count <= request.mostReadings
    }

    /// Writes it into the area; nil if it has no room there.
    ///
    /// - Parameters:
    ///   - most: Most bytes.
    ///   - mustRenew: Whether the worker should not be asked again.
    /// - Returns: Its bytes.
    func write(to area: SharedArea, atMost most: Int, mustRenew: Bool) -> Int? {
        var writer = WireWriter()
        writer.put(mustRenew)
        var part = SharedArea.motionPlane
        switch self {
        case .movie, .stream: part = SharedArea.samples
        default: break
        }
        var used = 0
        write(to: &writer) { plane in
            let end = used + plane.width * plane.height
            if let start = area.bytes(of: part, count: end).baseAddress { plane.copy(to: start + used) }
            used = end
        }
        guard writer.bytes.count <= most else { return nil }
        area.bytes(of: SharedArea.answer, count: writer.bytes.count).copyBytes(from: writer.bytes)
        return writer.bytes.count
    }

    /// - Parameter putPlane: Puts the samples of a plane of it where they belong, behind those before.
    func write(to writer: inout WireWriter, plane putPlane: (Plane) -> Void) {
        switch self {
        case .result(let result):
            writer.put(0)
            result.write(to: &writer)
            let plane = result.motionPlane.flatMap {
                $0.width * $0.height <= SharedArea.motionPlane.count ? $0 : nil
            }
            writer.put(plane) {
                $0.put($1.width)
                $0.put($1.height)
                putPlane($1)
            }
        case .failed(let error):
            writer.put(1)
            error.write(to: &writer)
        case .motions(let motions):
            writer.put(2)
            writer.put(motions) { writer, motion in
                writer.put(motion) {
                    $0.put($1.center)
                    $0.put($1.movedCenter)
                    $0.put($1.scale)
                    $0.put($1.rotation)
                }
            }
        case .stills(let result):
            writer.put(3)
            result.write(to: &writer)
        case .video(let frame):
            writer.put(4)
            frame.write(to: &writer)
        case .movie(let reading):
            writer.put(5)
            reading.write(to: &writer, plane: putPlane)
        case .stream(let reading):
            writer.put(6)
            reading.write(to: &writer, plane: putPlane)
        }
    }

    /// Reads what a worker has written, which may be anything, and may still change: it is copied first.
    ///
    /// - Returns: The answer, and whether the worker should not be asked again.
    static func read(
        from area: SharedArea, count: Int, to question: Question
    ) throws(MalformedMessage) -> (Answer, mustRenew: Bool) {
        guard (0...question.mostAnswerBytes).contains(count) else {
            throw MalformedMessage(reason: "an answer of \(count) bytes")
        }
        var reader = WireReader(Array(area.bytes(of: SharedArea.answer, count: count)))
        let mustRenew = try reader.bool()
        var part = SharedArea.motionPlane
        switch question {
        case .movie, .stream: part = SharedArea.samples
        default: break
        }
        var used = 0
        let answer = try Answer(from: &reader, to: question) { (width, height) in
            let end = used + width * height
            let samples = area.bytes(of: part, count: end)[used...]
            used = end
            return Plane(width: width, height: height) { target in
                UnsafeMutableRawBufferPointer(target).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: samples))
            }
        }
        try reader.end()
        return (answer, mustRenew)
    }

    /// - Parameter plane: The samples of a plane of this size, behind those before.
    init(
        from reader: inout WireReader, to question: Question,
        plane: (_ width: Int, _ height: Int) -> Plane
    ) throws(MalformedMessage) {
        let kind = try reader.int(0...6)
        switch (kind, question) {
        case (0, .detect(let request, _)):
            var result = try DetectionResult(from: &reader, to: request)
            result.motionPlane = try reader.optional { (reader) throws(MalformedMessage) in
                guard request.includesMotionPlane else {
                    throw MalformedMessage(reason: "a plane that nobody asked for")
                }
                let width = try reader.int(1...SharedArea.motionPlane.count)
                return plane(width, try reader.int(1...(SharedArea.motionPlane.count / width)))
            }
            guard result.changes == nil || request.liveFrame?.scene != nil else {
                throw MalformedMessage(reason: "changes to what nobody told it of")
            }
            (result.parts, result.round) = request.due(
                changes: result.changes, width: result.width, height: result.height)
            self = .result(result)
        case (1, .detect), (1, .stills), (1, .video): self = .failed(try PayloadError(from: &reader))
        case (2, .motions(let places, _, _)):
            let motions = try reader.array(atMost: places.count) { (reader) throws(MalformedMessage) in
                try reader.optional { (reader) throws(MalformedMessage) in
                    Motion(
                        center: try reader.point(), movedCenter: try reader.point(),
                        scale: try reader.double(0.01...100), rotation: try reader.double(-1e6...1e6))
                }
            }
            self = .motions(motions)
        case (3, .stills(let request)): self = .stills(try StillResult(from: &reader, to: request))
        case (4, .video(let request)): self = .video(try EncodedVideoFrame(from: &reader, to: request))
        case (5, .movie(let request)):
            self = .movie(try MovieReading(from: &reader, to: request, plane: plane))
        case (6, .stream(let request)):
            self = .stream(try NetworkStreamReading(from: &reader, to: request, plane: plane))
        default: throw MalformedMessage(reason: "it answers another question")
        }
    }
}
