import CAssertGuard
import Decoders
import Detectors
import Glibc
import MetadataOutput
import WorkerRuntime
import Workers

/// Decodes and searches for a client that started it, or is the tool with the engines in its own process.
@main
enum Main {
    @MainActor static func main() {
        if InProcessTool.isWanted { InProcessTool.run() }
        work()
    }

    private static func work() {
        do {
            try Sandbox.dieWithParent()
            Sandbox.takeName()
            Sandbox.keepFreedMemory()
            // While the client reads its command line.
            let (libraries, steps) = (DetectorCatalog.libraries, DetectorCatalog.steps)
            guard let end = try WorkerEnd() else { return }
            let orders = end.orders
            let detectors = DetectorCatalog.detectors(
                named: orders.detectors, faceModel: orders.faceModel, faceMesh: orders.faceMesh,
                landmarkModel: orders.landmarkModel)
            // Later they could not open their models any more.
            for case let detector as FaceDetector in detectors {
                detector.prepare(includesLandmarks: orders.landmarkModel != nil)
            }
            if let format = orders.pictureFormat { StandardPictureDecoder.prepareForWorker(format) }
            let encodesVideo = orders.encodesVideo && H264Encoder.version != nil
            let movie = orders.movie.map { file in
                Result { () throws(PayloadError) in
                    let decoder = StandardMovieDecoder()
                    switch file.place {
                    case .path(let path): return try decoder.movie(at: path, limits: file.limits)
                    case .descriptor(let input): return try decoder.movie(from: input, limits: file.limits)
                    }
                }
            }
            let stream = orders.stream.map { source in
                Result { () throws(PayloadError) in
                    try StandardNetworkStreamDecoder(isConfined: true).stream(from: source)
                }
            }
            let motion = OpticalFlow()
            let service = WorkerService(
                detector: InProcessPayloadDetector(
                    decoder: StandardPictureDecoder(), detectors: detectors, motion: motion,
                    renderer: StandardPictureRenderer()),
                motion: motion, stills: StandardStillMaker(), movie: movie, stream: stream,
                isDamaged: { CAssertGuardHasFailed() })
            try service.run(
                end,
                describing: WorkerDescription(
                    libraries: libraries, steps: steps,
                    encodesVideo: encodesVideo))
        } catch let error as WorkerError where error == .noClient {
            end(with: "this program is started by scanwatch and does nothing by itself; see scanwatch --help")
        } catch {
            end(with: "\(error)", status: error is Sandbox.Failure ? WorkerDeath.unconfined : 70)
        }
    }

    private static func end(with message: String, status: Int32 = 70) -> Never {
        let line = Array("scanwatch-worker: \(message)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(status)
    }
}
