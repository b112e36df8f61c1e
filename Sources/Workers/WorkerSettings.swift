package import MetadataOutput

/// What workers are to be able to do, and what they may take.
public struct WorkerSettings: Sendable, Hashable {
    /// The worker's executable. Default: what ``standardExecutable()`` finds.
    public var executable: String
    /// Names of detectors, see `DetectorCatalog.names`; default all. With `faces` the models are read at the start.
    public var detectors = DetectorCatalog.names
    /// Path of a YuNet model to find faces with, or nil.
    public var faceModel: String?
    /// Path of MediaPipe's face mesh, or nil.
    public var faceMesh: String?
    /// Path of dlib's model of 68 points; nil where nobody will ask for landmarks, so that it is not opened.
    public var landmarkModel: String? = DetectorCatalog.landmarkModel
    /// Most private memory of one worker in bytes, default 1.5 GB: what `DecodingLimits.standard` lets a picture take,
    /// the engines' own and the models.
    public var memoryBytes = 1_500_000_000
    /// Whether what libraries print goes to standard error instead of nowhere, default false.
    public var showsLibraryOutput = false

    /// How many bytes of addresses a worker takes of its client's, nearly all of them without memory behind them.
    package static var addressBytes: Int { SharedArea.samples.end }

    /// Makes settings for an executable.
    public init(executable: String) {
        self.executable = executable
    }

    /// Where the worker is: the environment variable `SCANWATCH_WORKER`, else beside this process's executable, else in
    /// `../libexec/scanwatch` from there.
    ///
    /// - Throws: ``WorkerError`` that names the places where it is not.
    public static func standardExecutable() throws(WorkerError) -> String {
        try HelperChild.executable(named: "scanwatch-worker", variable: "SCANWATCH_WORKER")
    }
}

/// What a worker has loaded before its door closed.
enum WorkerKind: Sendable, Hashable {
    case standard
    /// A library for pictures of a format too, which is large and seldom needed.
    case pictures(EncodedPictureFormat)
    /// An encoder of movies, and no detector.
    case video
    /// A movie that is read from its beginning to its end, and no detector.
    case movie(MovieFile)
    /// A conversation with a network camera, and no detector.
    case stream(NetworkStreamSource)

    /// What its process has as standard input; nil where that is empty.
    var input: Int32? {
        guard case .movie(let file) = self, case .descriptor(let descriptor) = file.place else { return nil }
        return descriptor
    }

    /// Whether it has detectors.
    var searches: Bool {
        switch self {
        case .standard, .pictures: true
        case .video, .movie, .stream: false
        }
    }

    /// Whether one that is gone needs another in its place.
    var isRenewed: Bool {
        switch self {
        case .standard, .pictures, .video: true
        case .movie, .stream: false
        }
    }

    /// The kind that a payload takes.
    init(for payload: Payload) {
        switch payload {
        case .encoded(let bytes, _):
            let format = EncodedPictureFormat(prefix: bytes)
            if let format, format.isOpenedLate { self = .pictures(format) } else { self = .standard }
        case .frame: self = .standard
        case .cropped(let payload, _), .masked(let payload, _): self.init(for: payload)
        }
    }
}

/// A movie that a worker opens, and what its pictures may cost.
package struct MovieFile: Sendable, Hashable {
    /// Where it is.
    package enum Place: Sendable, Hashable {
        /// A path in the file system's own bytes.
        case path([UInt8])
        /// Something that is open already: this process's own descriptor; a worker's is its standard input.
        case descriptor(Int32)
    }

    package var place: Place
    package var limits: DecodingLimits
}
