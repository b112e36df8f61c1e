import Glibc
import MetadataOutput
import Synchronization
import Workers

/// Decodes and searches in worker processes.
public final class WorkerBackend: DetectionBackend {
    private let early = Mutex<EarlyWorker?>(nil)

    /// Makes them; nothing is started yet. This process, which searches nothing itself, has one heap from now on.
    public init() { StartMemory.shareHeap() }

    /// True.
    public var isIsolated: Bool { true }

    /// Starts a worker, which waits for its orders.
    public func preload() {
        guard let executable = try? WorkerSettings.standardExecutable() else { return }
        let worker = EarlyWorker(executable: executable, showsLibraryOutput: Self.showsLibraryOutput)
        early.withLock { $0 = worker }
    }

    /// Whether that worker waits still.
    public var hasPreloaded: Bool { early.withLock { $0 != nil } }

    private static var showsLibraryOutput: Bool { getenv("SCANWATCH_LIBRARY_OUTPUT") != nil }

    /// Starts the first worker.
    public func start(_ options: BackendOptions) throws -> any RunningBackend {
        if let lack = MachineRoom.lack { throw WorkerError(lack) }
        var settings = WorkerSettings(executable: try WorkerSettings.standardExecutable())
        settings.detectors = options.detectors
        settings.faceModel = options.faceModel
        settings.faceMesh = options.faceMesh
        if !options.usesLandmarks { settings.landmarkModel = nil }
        settings.showsLibraryOutput = Self.showsLibraryOutput
        // Beside a picture there are its planes at several sizes, the engines' own and the models.
        settings.memoryBytes = max(settings.memoryBytes, 1_000_000_000 + options.decodingBytes)
        return Running(pool: try WorkerPool(settings: settings, early: early.withLock { $0.take() }))
    }

    private struct Running: RunningBackend {
        let pool: WorkerPool

        var detector: any PayloadDetector { IsolatedDetector(pool: pool) }
        var motion: any MotionEstimator { IsolatedMotionEstimator(pool: pool) }
        var movies: any MovieDecoder { IsolatedMovieDecoder(pool: pool) }
        var streams: any NetworkStreamDecoder { IsolatedNetworkStreamDecoder(pool: pool) }
        var stills: any StillMaker { IsolatedStillMaker(pool: pool) }

        func describe() throws -> WorkerDescription { try pool.describe() }

        func close() { pool.close() }
    }
}
