package import MetadataOutput

/// What a client tells its worker first: what it is to be able to do, see ``WorkerSettings``.
package struct WorkerOrders: Sendable, Hashable {
    /// Names of detectors, see `DetectorCatalog.names`.
    package var detectors: [String]
    /// Path of a YuNet model, or nil.
    package var faceModel: String?
    /// Path of MediaPipe's face mesh, or nil.
    package var faceMesh: String?
    /// Path of dlib's model of 68 points; nil where it is not to be opened.
    package var landmarkModel: String?
    /// Most private memory in bytes.
    package var memoryBytes: Int
    /// The format whose library is to be loaded, or nil.
    package var pictureFormat: EncodedPictureFormat?
    /// Whether the encoder of movies is to be loaded.
    package var encodesVideo: Bool
    /// The movie that is to be opened, or nil.
    package var movie: MovieFile?
    /// The network camera that is to be spoken with, or nil.
    package var stream: NetworkStreamSource?

    /// Paths and names are no longer than this.
    private static let longest = 1 << 16

    init(_ settings: WorkerSettings, kind: WorkerKind) {
        detectors = kind.searches ? settings.detectors : []
        faceModel = settings.faceModel
        faceMesh = settings.faceMesh
        landmarkModel = settings.landmarkModel
        memoryBytes = settings.memoryBytes
        if case .pictures(let format) = kind { pictureFormat = format }
        encodesVideo = kind == .video
        if case .movie(let file) = kind { movie = file }
        if case .stream(let source) = kind { stream = source }
    }

    /// Writes them where questions lie; how many bytes they are, or nil if there is no room for them.
    func write(to area: SharedArea) -> Int? {
        var writer = WireWriter()
        writer.put(detectors) { $0.put($1) }
        for path in [faceModel, faceMesh, landmarkModel] { writer.put(path) { $0.put($1) } }
        writer.put(memoryBytes)
        writer.put(pictureFormat) { $0.put($1, of: EncodedPictureFormat.allCases) }
        writer.put(encodesVideo)
        writer.put(movie) { writer, movie in
            switch movie.place {
            case .path(let path): writer.put(path) { $0.put($1) }
            case .descriptor: writer.put(nil as [UInt8]?) { $0.put($1) }
            }
            movie.limits.write(to: &writer)
        }
        writer.put(stream) { $1.write(to: &$0) }
        guard writer.bytes.count <= SharedArea.question.count else { return nil }
        area.bytes(of: SharedArea.question, count: writer.bytes.count).copyBytes(from: writer.bytes)
        return writer.bytes.count
    }

    init(from area: SharedArea, count: Int) throws(MalformedMessage) {
        guard (0...SharedArea.question.count).contains(count) else {
            throw MalformedMessage(reason: "orders of \(count) bytes")
        }
        var reader = WireReader(Array(area.bytes(of: SharedArea.question, count: count)))
        let string = { (reader: inout WireReader) throws(MalformedMessage) in
            try reader.string(atMost: Self.longest)
        }
        detectors = try reader.array(atMost: 100, string)
        faceModel = try reader.optional(string)
        faceMesh = try reader.optional(string)
        landmarkModel = try reader.optional(string)
        memoryBytes = try reader.int(1...Int.max)
        pictureFormat = try reader.optional { (reader) throws(MalformedMessage) in
            try reader.choice(of: EncodedPictureFormat.allCases)
        }
        encodesVideo = try reader.bool()
        movie = try reader.optional { (reader) throws(MalformedMessage) in
            let path = try reader.optional { (reader) throws(MalformedMessage) in
                try reader.byteArray(atMost: Self.longest)
            }
            return MovieFile(
                place: path.map(MovieFile.Place.path) ?? .descriptor(0),
                limits: try DecodingLimits(from: &reader))
        }
        stream = try reader.optional { (reader) throws(MalformedMessage) in
            try NetworkStreamSource(from: &reader)
        }
        try reader.end()
    }
}
