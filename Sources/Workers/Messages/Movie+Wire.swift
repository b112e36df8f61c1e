import MetadataOutput

/// Which frame of a movie is wanted, see `MovieReader`.
package struct MovieRequest: Sendable {
    /// From when on, counted from the movie's beginning.
    package var earliest: Duration
    /// Most pixels of it.
    package var mostPixels: Int

    func write(to writer: inout WireWriter) {
        writer.put(earliest)
        writer.put(mostPixels)
    }
}

extension MovieRequest {
    init(from reader: inout WireReader) throws(MalformedMessage) {
        earliest = try reader.duration()
        mostPixels = try reader.int(1...SharedArea.samples.count)
    }
}

extension MovieReading {
    /// - Parameter putPlane: Puts the frame's luma where it belongs.
    func write(to writer: inout WireWriter, plane putPlane: (Plane) -> Void) {
        switch self {
        case .frame(let frame, let number):
            writer.put(0)
            writer.put(number)
            writer.put(frame.time)
            writer.put(frame.duration) { $0.put($1) }
            writer.put(frame.luma.width)
            writer.put(frame.luma.height)
            putPlane(frame.luma)
        case .lost(let error, let number, let time):
            writer.put(1)
            writer.put(number)
            writer.put(time)
            error.write(to: &writer)
        case .passed: writer.put(4)
        case .end: writer.put(2)
        case .failed(let error):
            writer.put(3)
            error.write(to: &writer)
        }
    }

    /// - Parameter plane: The samples of a plane of this size.
    init(
        from reader: inout WireReader, to request: MovieRequest, plane: (_ width: Int, _ height: Int) -> Plane
    ) throws(MalformedMessage) {
        switch try reader.int(0...4) {
        case 0:
            let number = try reader.int(0...Int.max)
            let time = try reader.duration()
            let duration = try reader.optional { (reader) throws(MalformedMessage) in try reader.duration() }
            guard time >= request.earliest else {
                throw MalformedMessage(reason: "a frame that is too early")
            }
            let width = try reader.int(1...request.mostPixels)
            let luma = plane(width, try reader.int(1...(request.mostPixels / width)))
            self = .frame(Frame(luma: luma, time: time, duration: duration), number: number)
        case 1:
            let number = try reader.int(0...Int.max)
            let time = try reader.duration()
            guard time >= request.earliest else {
                throw MalformedMessage(reason: "a frame that is too early")
            }
            self = .lost(try PayloadError(from: &reader), number: number, time: time)
        case 2: self = .end
        case 4: self = .passed
        default: self = .failed(try PayloadError(from: &reader))
        }
    }
}
