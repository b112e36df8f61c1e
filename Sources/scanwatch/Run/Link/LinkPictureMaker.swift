import Capture
import MetadataOutput
import PreviewLink

/// Makes the JPEG that clients get of a frame.
///
/// What a camera gave as JPEG goes on as it is; anything else is encoded once for all clients, in colour where the frame
/// has its colours, by a worker.
final class LinkPictureMaker: Sendable {
    /// As libjpeg counts it: what webcams have.
    private static let quality = 85

    private let worker = PictureWorker()

    /// A frame's JPEG; nil if there is none.
    func picture(of frame: CaptureVideoPreviewLayer.PreviewFrame) -> StillResult.Still? {
        switch frame.picture {
        case .encoded(let bytes, _):
            if let whole = MotionJPEG.selfContained(bytes) { return still(whole, frame) }
        case .masked(.encoded, _):
            // Not a sample of what may be seen is changed.
            if let masked = maskedPicture(of: frame) { return masked }
        case .cropped, .masked, .frame: break
        }
        guard let request = frame.stillRequest([StillView(quality: Self.quality)]) else { return nil }
        return try? worker.backend().stills.stills(request).stills.first
    }

    /// Ends the worker.
    func close() { worker.close() }

    private func maskedPicture(of frame: CaptureVideoPreviewLayer.PreviewFrame) -> StillResult.Still? {
        var request = DetectionRequest(types: [])
        request.views = PictureViewRequest(includesPicture: true)
        let result = try? worker.backend().detector.detect(request, in: frame.picture)
        guard let view = result?.views.picture, view.mediaType == "image/jpeg" else { return nil }
        return StillResult.Still(bytes: view.bytes, width: view.width, height: view.height)
    }

    /// - Parameter bytes: The camera's own; it is as large as what was searched.
    private func still(
        _ bytes: [UInt8], _ frame: CaptureVideoPreviewLayer.PreviewFrame
    ) -> StillResult.Still? {
        frame.update.map { StillResult.Still(bytes: bytes, width: $0.width, height: $0.height) }
    }
}
