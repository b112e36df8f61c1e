public import MetadataOutput
import Synchronization
public import Workers

/// What decodes and searches: workers, or this process.
public protocol Engines: Sendable {
    /// Whether a picture cannot harm this process.
    var isIsolated: Bool { get }

    /// Begins what takes a while whatever will be wanted; nothing need come of it.
    func foresee()

    /// Gets them ready.
    ///
    /// - Parameter wishes: What will be wanted of them.
    /// - Throws: ``WorkerError`` if they cannot be had.
    func start(_ wishes: EngineWishes) throws -> any RunningEngines
}

extension Engines {
    /// Nothing takes a while.
    public func foresee() {}
}

/// Engines that are ready, or will be once they are asked.
public protocol RunningEngines: Sendable {
    /// Decodes and searches.
    var detector: any PayloadDetector { get }
    /// Follows places from frame to frame.
    var motion: any MotionEstimator { get }

    /// What they are made of; may wait.
    func describe() throws -> WorkerDescription

    /// Lets go of everything; nothing is asked any more.
    func close()
}

/// What will be wanted of engines.
public struct EngineWishes: Sendable {
    /// Names of detectors, see `DetectorCatalog.names`.
    public var detectors = DetectorCatalog.names
    /// Whether faces are to get angles from the landmark model; if not, it is not even opened.
    public var usesLandmarks = true
    /// Path of a YuNet model.
    public var faceModel: String?
    /// Most memory that decoding may take by estimate, in bytes.
    public var decodingBytes = DecodingLimits.standard.memoryBytes
}

/// The engines of this process's command line; ArgumentParser makes the commands itself, so that nothing can be handed
/// to them.
enum ChosenEngines {
    private static let chosen = Mutex<(any Engines)?>(nil)

    static var current: any Engines {
        get {
            guard let engines = chosen.withLock({ $0 }) else { preconditionFailure("no engines were chosen") }
            return engines
        }
        set { chosen.withLock { $0 = newValue } }
    }
}
