/// What a client tells its worker on the command line, see `WorkerSettings`.
struct WorkerArguments {
    private(set) var detectors: [String] = []
    private(set) var faceModel: String?
    private(set) var landmarkModel: String?
    private(set) var memoryBytes = 0
    private(set) var loadsHEIF = false

    /// Why this is not what a client says.
    struct Failure: Error, CustomStringConvertible {
        var description: String { "this is scanwatch's helper, and nothing by itself; see scanwatch --help" }
    }

    init(_ arguments: some Sequence<String>) throws(Failure) {
        var rest = arguments.makeIterator()
        while let name = rest.next() {
            if name == "--heif" {
                loadsHEIF = true
                continue
            }
            guard let value = rest.next() else { throw Failure() }
            switch name {
            case "--detectors": detectors = value.split(separator: ",").map(String.init)
            case "--face-model": faceModel = value
            case "--landmark-model": landmarkModel = value
            case "--memory": memoryBytes = Int(value) ?? 0
            default: throw Failure()
            }
        }
        guard memoryBytes > 0, !detectors.isEmpty else { throw Failure() }
    }
}
