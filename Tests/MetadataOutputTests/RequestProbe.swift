import MetadataOutput
import Synchronization

/// A detector that sees nothing and keeps what it was asked.
final class RequestProbe: Detector {
    let supportedTypes: Set<MetadataObjectType>
    private let asked = Mutex<[DetectionRequest]>([])

    init(supportedTypes: Set<MetadataObjectType> = [.qr, .face]) {
        self.supportedTypes = supportedTypes
    }

    var requests: [DetectionRequest] { asked.withLock { $0 } }

    func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
        asked.withLock { $0.append(request) }
        return DetectionResult(width: frame.luma.width, height: frame.luma.height)
    }
}
