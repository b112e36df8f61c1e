import CAssertGuard
import Decoders
import Detectors
import Glibc
import MetadataOutput
import WorkerRuntime
import Workers

/// Decodes and searches for a client that started it; nobody else can use it.
@main
enum Main {
    static func main() {
        do {
            try Sandbox.dieWithParent()
            Sandbox.keepFreedMemory()
            let arguments = try WorkerArguments(CommandLine.arguments.dropFirst())
            let detectors = DetectorCatalog.detectors(
                named: arguments.detectors, faceModel: arguments.faceModel,
                landmarkModel: arguments.landmarkModel, isExpendable: true)
            // Later they could not open their models any more.
            for case let detector as FaceDetector in detectors {
                detector.prepare(includesLandmarks: arguments.landmarkModel != nil)
            }
            if arguments.loadsHEIF { StandardPictureDecoder.prepareForWorker() }
            let motion = OpticalFlow()
            let service = WorkerService(
                detector: InProcessPayloadDetector(
                    decoder: StandardPictureDecoder(), detectors: detectors, motion: motion,
                    renderer: StandardPictureRenderer()),
                motion: motion, isDamaged: { CAssertGuardHasFailed() })
            try service.run(
                describing: WorkerDescription(
                    libraries: DetectorCatalog.libraries, steps: DetectorCatalog.steps),
                memoryBytes: arguments.memoryBytes)
        } catch {
            let line = Array("scanwatch-worker: \(error)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(error is Sandbox.Failure ? WorkerDeath.unconfined : 70)
        }
    }
}
