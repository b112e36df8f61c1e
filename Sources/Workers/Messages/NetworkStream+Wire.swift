package import MetadataOutput

/// What a worker is asked that speaks with a network camera, see `NetworkStreamReader`.
package struct NetworkStreamRequest: Sendable {
    /// How long to wait for a picture.
    package var timeout: Duration
    /// Whether a connection follows.
    package var hasConnection: Bool
    /// Most pixels of a picture that the worker decodes itself.
    package var mostPixels: Int
    /// Most bytes of one that it does not.
    package var mostBytes: Int
    /// What is wanted of the former, and instead.
    package var wishes: NetworkStreamWishes

    /// The most that ``mostPixels`` may be: luma has its room in the area, and so have colours, of which a line has as many samples.
    static let mostPossiblePixels = SharedArea.samples.count / 2 - 1

    /// Room for a picture in the area.
    var sampleCount: Int { wishes.includesColors ? 2 * mostPixels + 2 : mostPixels }

    func write(to writer: inout WireWriter) {
        writer.put(timeout)
        writer.put(hasConnection)
        writer.put(mostPixels)
        writer.put(mostBytes)
        writer.put(wishes.includesColors)
        writer.put(wishes.includesVideo)
        writer.put(wishes.includesPictures)
    }
}

extension NetworkStreamRequest {
    init(from reader: inout WireReader) throws(MalformedMessage) {
        timeout = try reader.duration()
        hasConnection = try reader.bool()
        mostPixels = try reader.int(1...Self.mostPossiblePixels)
        mostBytes = try reader.int(1...SharedArea.answer.count)
        wishes = NetworkStreamWishes(
            includesColors: try reader.bool(), includesVideo: try reader.bool(),
            includesPictures: try reader.bool())
    }
}

extension NetworkStreamReading {
    /// What an answer has beside a picture's bytes.
    static let mostOtherBytes = 1 << 16

    /// - Parameter putPlane: Puts a plane of the frame behind those before.
    func write(to writer: inout WireWriter, plane putPlane: (Plane) -> Void) {
        switch self {
        case .payload(let bytes, let time, let losses):
            writer.put(0)
            writer.put(bytes)
            writer.put(time)
            losses.write(to: &writer)
        case .frame(let frame, let colors, let losses):
            writer.put(1)
            writer.put(frame.time)
            writer.put(frame.duration) { $0.put($1) }
            writer.put(frame.luma.width)
            writer.put(frame.luma.height)
            putPlane(frame.luma)
            writer.put(colors) {
                $0.put($1.matrix, of: StillSamples.Matrix.allCases)
                putPlane($1.blue)
                putPlane($1.red)
            }
            losses.write(to: &writer)
        case .nothing: writer.put(2)
        case .needsConnection: writer.put(3)
        case .failed(let error):
            writer.put(4)
            error.write(to: &writer)
        case .refused(let error):
            writer.put(5)
            error.write(to: &writer)
        case .video(let units):
            writer.put(6)
            writer.put(units.count)
            for unit in units {
                writer.put(unit.bytes)
                writer.put(unit.time)
                writer.put(unit.followsGap)
            }
        case .unusable(let unusable):
            writer.put(7)
            writer.put(unusable.kind, of: NetworkStreamUnusable.Kind.allCases)
            writer.put(min(unusable.count, NetworkStreamLosses.range.upperBound))
        }
    }

    /// - Parameter plane: The samples of a plane of this size, behind those before.
    init(
        from reader: inout WireReader, to request: NetworkStreamRequest,
        plane: (_ width: Int, _ height: Int) -> Plane
    ) throws(MalformedMessage) {
        switch try reader.int(0...7) {
        case 0:
            let bytes = try reader.byteArray(atMost: request.mostBytes)
            let time = try reader.duration()
            self = .payload(bytes, time: time, try NetworkStreamLosses(from: &reader))
        case 1:
            let time = try reader.duration()
            let duration = try reader.optional { (reader) throws(MalformedMessage) in try reader.duration() }
            let width = try reader.int(1...request.mostPixels)
            let luma = plane(width, try reader.int(1...(request.mostPixels / width)))
            let colors = try reader.optional { (reader) throws(MalformedMessage) in
                guard request.wishes.includesColors else {
                    throw MalformedMessage(reason: "colours that nobody asked for")
                }
                let matrix = try reader.choice(of: StillSamples.Matrix.allCases)
                let size = FrameColors.size(width: luma.width, height: luma.height)
                let blue = plane(size.width, size.height)
                return FrameColors(blue: blue, red: plane(size.width, size.height), matrix: matrix)
            }
            self = .frame(
                Frame(luma: luma, time: time, duration: duration), colors: colors,
                try NetworkStreamLosses(from: &reader))
        case 2: self = .nothing
        case 3: self = .needsConnection
        case 4: self = .failed(try PayloadError(from: &reader))
        case 5: self = .refused(try PayloadError(from: &reader))
        case 7:
            let kind = try reader.choice(of: NetworkStreamUnusable.Kind.allCases)
            self = .unusable(
                NetworkStreamUnusable(kind, count: try reader.int(NetworkStreamLosses.range)))
        default:
            guard request.wishes.includesVideo else {
                throw MalformedMessage(reason: "video that nobody asked for")
            }
            var units: [NetworkVideoUnit] = []
            // All of them have as much room as one picture.
            var left = request.mostBytes
            for _ in 0..<(try reader.int(1...NetworkVideoUnit.mostInOneAnswer)) {
                let bytes = try reader.byteArray(atMost: left)
                left -= bytes.count
                let time = try reader.duration()
                units.append(NetworkVideoUnit(bytes, time: time, followsGap: try reader.bool()))
            }
            self = .video(units)
        }
    }
}

extension NetworkStreamLosses {
    /// Nobody loses more between two pictures, and sums of them stay numbers.
    fileprivate static let range = 0...1 << 32

    fileprivate func write(to writer: inout WireWriter) {
        writer.put(late)
        writer.put(corrupted)
        writer.put(min(missing, Self.range.upperBound))
    }

    fileprivate init(from reader: inout WireReader) throws(MalformedMessage) {
        self.init(
            late: try reader.int(Self.range), corrupted: try reader.int(Self.range),
            missing: try reader.int(Self.range))
    }
}

extension NetworkStreamSource {
    func write(to writer: inout WireWriter) {
        writer.put(address.url)
        writer.put(credentials) {
            $0.put($1.user)
            $0.put($1.password)
        }
        writer.put(certificates) { $0.put($1) }
        writer.put(snapshotRate)
        limits.write(to: &writer)
    }

    init(from reader: inout WireReader) throws(MalformedMessage) {
        let longest = 1 << 12
        guard let address = try? NetworkAddress(try reader.string(atMost: longest)) else {
            throw MalformedMessage(reason: "an address that is none")
        }
        self.init(address)
        credentials = try reader.optional { (reader) throws(MalformedMessage) in
            NetworkCredentials(
                user: try reader.string(atMost: longest), password: try reader.string(atMost: longest))
        }
        certificates = try reader.optional { (reader) throws(MalformedMessage) in
            try reader.string(atMost: longest)
        }
        snapshotRate = try reader.double(0.0001...1e6)
        limits = try DecodingLimits(from: &reader)
    }
}
