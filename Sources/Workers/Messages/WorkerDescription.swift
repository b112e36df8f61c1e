public import MetadataOutput

/// What a worker says of itself once it is ready.
public struct WorkerDescription: Sendable, Hashable {
    /// The libraries behind the engines.
    public var libraries: [DetectorCatalog.EngineLibrary]
    /// The names of all steps that a request may leave out, in their order.
    public var steps: [String]
    /// Whether it encodes movies.
    var encodesVideo: Bool

    /// Makes a description.
    public init(
        libraries: [DetectorCatalog.EngineLibrary], steps: [String], encodesVideo: Bool = false
    ) {
        self.libraries = libraries
        self.steps = steps
        self.encodesVideo = encodesVideo
    }

    /// Some hundred names.
    private static let mostBytes = 1 << 20

    func write(to area: SharedArea) -> Int {
        var writer = WireWriter()
        write(to: &writer)
        area.bytes(of: SharedArea.answer, count: writer.bytes.count).copyBytes(from: writer.bytes)
        return writer.bytes.count
    }

    init(from area: SharedArea, count: Int) throws(MalformedMessage) {
        guard (0...Self.mostBytes).contains(count) else {
            throw MalformedMessage(reason: "a description of \(count) bytes")
        }
        var reader = WireReader(Array(area.bytes(of: SharedArea.answer, count: count)))
        try self.init(from: &reader)
        try reader.end()
    }

    init(from reader: inout WireReader) throws(MalformedMessage) {
        libraries = try reader.array(atMost: 100) { (reader) throws(MalformedMessage) in
            DetectorCatalog.EngineLibrary(
                name: try reader.name(atMost: 100), version: try reader.name(atMost: 100))
        }
        steps = try reader.array(atMost: 1000) { (reader) throws(MalformedMessage) in
            try reader.name(atMost: 100)
        }
        encodesVideo = try reader.bool()
    }

    func write(to writer: inout WireWriter) {
        writer.put(libraries) {
            $0.put($1.name)
            $0.put($1.version)
        }
        writer.put(steps) { $0.put($1) }
        writer.put(encodesVideo)
    }
}
