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
        ScanwatchTool.prepare(with: OwnEngines())
        await ScanwatchTool.run()
    }
}

/// Engines in this process.
private struct OwnEngines: Engines {
    var isIsolated: Bool { false }

    func start(_ wishes: EngineWishes) -> any RunningEngines { Running(wishes: wishes) }

    private struct Running: RunningEngines {
        let wishes: EngineWishes
        var motion: any MotionEstimator { OpticalFlow() }

        var detector: any PayloadDetector {
            InProcessPayloadDetector(
                decoder: StandardPictureDecoder(),
                detectors: DetectorCatalog.detectors(named: wishes.detectors, faceModel: wishes.faceModel),
                motion: motion, renderer: StandardPictureRenderer())
        }

        func describe() -> WorkerDescription {
            WorkerDescription(libraries: DetectorCatalog.libraries, steps: DetectorCatalog.steps)
        }

        func close() {}
    }
}
