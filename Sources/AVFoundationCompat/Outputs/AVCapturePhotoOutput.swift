import Capture
import Synchronization

/// Takes photos. It can be added and connected; photos cannot be taken yet, which its delegate is told.
public final class AVCapturePhotoOutput: AVCaptureOutput, @unchecked Sendable {
    private let used = Mutex<Set<Int64>>([])

    /// Makes an output.
    public init() { super.init(core: CaptureIdleOutput()) }

    /// Asks for a photo. The delegate is told that none can be taken yet.
    ///
    /// - Parameters:
    ///   - settings: What is wanted; settings can be used once.
    ///   - delegate: Is told on a queue of the system, held until then.
    public func capturePhoto(
        with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate
    ) {
        guard connection(with: .video)?.isActive ?? false else {
            raiseException(
                "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] No active and enabled video connection"
            )
        }
        guard used.withLock({ $0.insert(settings.uniqueID).inserted }) else {
            raiseException(
                "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] Settings may not be re-used")
        }
        let call = Call(delegate: delegate)
        DispatchQueue.global().async {
            call.delegate.photoOutput(
                self, didFinishCaptureFor: AVCaptureResolvedPhotoSettings(of: settings),
                error: AVError(.unknown, "photos cannot be taken yet"))
        }
    }

    /// A delegate on its way to a queue, as Apple's are: the application sees to it.
    private struct Call: @unchecked Sendable {
        let delegate: any AVCapturePhotoCaptureDelegate
    }

    /// When the flash can fire: never.
    public var supportedFlashModes: [AVCaptureDevice.FlashMode] { [.off] }
    /// The codecs that photos can have; none yet.
    public var availablePhotoCodecTypes: [AVVideoCodecType] { [] }
    /// Whether short films around photos can be taken; false.
    public var isLivePhotoCaptureSupported: Bool { false }
    /// Whether photos can have depth; false.
    public var isDepthDataDeliverySupported: Bool { false }
}
