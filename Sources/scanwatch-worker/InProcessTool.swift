import Decoders
import Detectors
import Dispatch
import Glibc
import MetadataOutput
import WorkerRuntime
import Workers
import scanwatch

/// The tool with the engines in its own process, which `scanwatch --isolation none` becomes: in the worker's executable, so that
/// the engines are installed once.
enum InProcessTool {
    /// Whether that is what this process was begun as.
    static var isWanted: Bool { ProcessArguments.name == ScanwatchTool.inProcessName }

    /// Runs the process's command line and ends the process.
    @MainActor static func run() -> Never {
        Sandbox.keepFreedMemory()
        ScanwatchTool.prepare(with: InProcessBackend())
        // On this thread as far as it goes without waiting, as in a program whose main function waits.
        Task.immediate { @MainActor in
            await ScanwatchTool.run()
            exit(EXIT_SUCCESS)
        }
        dispatchMain()
    }
}

/// Decodes and searches in this process.
private struct InProcessBackend: DetectionBackend {
    var isIsolated: Bool { false }

    func start(_ options: BackendOptions) -> any RunningBackend { Running(options: options) }

    private struct Running: RunningBackend {
        let options: BackendOptions
        var motion: any MotionEstimator { OpticalFlow() }
        var movies: any MovieDecoder { StandardMovieDecoder() }
        var streams: any NetworkStreamDecoder { StandardNetworkStreamDecoder() }
        var stills: any StillMaker { StandardStillMaker() }

        var detector: any PayloadDetector {
            InProcessPayloadDetector(
                decoder: StandardPictureDecoder(),
                detectors: DetectorCatalog.detectors(
                    named: options.detectors, faceModel: options.faceModel, faceMesh: options.faceMesh),
                motion: motion, renderer: StandardPictureRenderer())
        }

        func describe() -> WorkerDescription {
            WorkerDescription(libraries: DetectorCatalog.libraries, steps: DetectorCatalog.steps)
        }

        func close() {}
    }
}
