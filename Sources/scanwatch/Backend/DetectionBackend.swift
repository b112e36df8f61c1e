public import MetadataOutput
import Synchronization
public import Workers

/// What decodes and searches: workers, or this process.
public protocol DetectionBackend: Sendable {
    /// Whether a picture cannot harm this process.
    var isIsolated: Bool { get }

    /// Starts loading before the options are known. A backend that loads nothing does nothing here.
    func preload()

    /// Whether something was loaded that nobody has taken yet.
    var hasPreloaded: Bool { get }

    /// Makes the backend ready.
    ///
    /// - Parameter options: What it will be asked for.
    /// - Throws: ``WorkerError`` if it cannot be started.
    func start(_ options: BackendOptions) throws -> any RunningBackend
}

extension DetectionBackend {
    /// Does nothing.
    public func preload() {}

    /// False.
    public var hasPreloaded: Bool { false }
}

/// A backend that is ready, or will be at its first request.
public protocol RunningBackend: Sendable {
    /// Decodes and searches.
    var detector: any PayloadDetector { get }
    /// Follows places from frame to frame.
    var motion: any MotionEstimator { get }
    /// Reads movies.
    var movies: any MovieDecoder { get }
    /// Speaks with network cameras.
    var streams: any NetworkStreamDecoder { get }
    /// Makes files of cameras' pictures.
    var stills: any StillMaker { get }

    /// Its libraries and steps; may wait for a worker's start.
    func describe() throws -> WorkerDescription

    /// Ends it; it is not asked for anything afterwards.
    func close()
}

/// What a backend will be asked for.
public struct BackendOptions: Sendable {
    /// Names of detectors, see `DetectorCatalog.names`.
    public var detectors = DetectorCatalog.names
    /// Whether faces are to get angles from the landmark model; if not, it is not even opened.
    public var usesLandmarks = true
    /// Path of a YuNet model.
    public var faceModel: String?
    /// Path of MediaPipe's face mesh.
    public var faceMesh: String?
    /// Most memory that decoding may take by estimate, in bytes.
    public var decodingBytes = DecodingLimits.standard.memoryBytes

    /// What decodes and encodes, and searches for nothing.
    static var withoutEngines: BackendOptions {
        var options = BackendOptions()
        (options.detectors, options.usesLandmarks) = ([], false)
        return options
    }
}

/// The backend of this process's command line. ArgumentParser makes the commands itself, so it cannot be passed to
/// them.
enum ChosenBackend {
    private static let chosen = Mutex<(any DetectionBackend)?>(nil)

    static var current: any DetectionBackend {
        get {
            guard let backend = chosen.withLock({ $0 }) else { preconditionFailure("no backend was chosen") }
            return backend
        }
        set { chosen.withLock { $0 = newValue } }
    }
}
