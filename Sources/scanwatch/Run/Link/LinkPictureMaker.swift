import Capture
import MetadataOutput
import PreviewLink
import Synchronization

/// Makes the JPEG that clients get of a frame.
///
/// What a camera gave as JPEG goes on as it is; anything else is encoded once for all clients, by a worker of its own
/// that has no engines, so that the search does not wait for it. It is started when the first picture needs it.
final class LinkPictureMaker: Sendable {
    private let worker = Mutex<(any RunningBackend)?>(nil)

    /// A frame's JPEG; nil if there is none.
    func picture(of payload: Payload) -> [UInt8]? {
        if case .encoded(let bytes, _) = payload, let whole = MotionJPEG.selfContained(bytes) { return whole }
        guard let detector = try? detector() else { return nil }
        var request = DetectionRequest(types: [])
        request.views = PictureViewRequest(includesPicture: true)
        return (try? detector.detect(request, in: payload))?.views.picture?.bytes
    }

    /// Ends the worker.
    func close() { worker.withLock { $0.take() }?.close() }

    private func detector() throws -> any PayloadDetector {
        try worker.withLock { worker in
            if let worker { return worker.detector }
            var options = BackendOptions()
            (options.detectors, options.usesLandmarks) = ([], false)
            let started = try ChosenBackend.current.start(options)
            worker = started
            return started.detector
        }
    }
}
