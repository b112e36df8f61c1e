import Decoders
import Detectors
import MetadataOutput
import WorkerRuntime
import Workers
import scanwatch

/// The tool with the engines in its own process, which `scanwatch --isolation none` becomes.
@main
enum Main {
    static func main() async {
        Sandbox.keepFreedMemory()
        ScanwatchTool.prepare(with: InProcessBackend())
        await ScanwatchTool.run()
    }
}

/// Decodes and searches in this process.
private struct InProcessBackend: DetectionBackend {
    var isIsolated: Bool { false }

    func start(_ options: BackendOptions) -> any RunningBackend { Running(options: options) }

    private struct Running: RunningBackend {
        let options: BackendOptions
        var motion: any MotionEstimator { OpticalFlow() }
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
