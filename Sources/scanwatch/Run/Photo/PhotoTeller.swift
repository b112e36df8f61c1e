import Capture
import Synchronization

/// Waits for all photos of one call.
final class PhotoTeller: CapturePhotoCaptureDelegate {
    /// A photo, or why there is none.
    typealias Told = (photo: CapturePhoto, error: CaptureError?)

    private let told = Mutex<[Told]>([])
    private let (ends, end) = AsyncStream<Void>.makeStream()

    /// All of them, once nothing more comes.
    var photos: [Told] {
        get async {
            for await _ in ends {}
            return told.withLock { $0 }
        }
    }

    func photoOutput(
        _ output: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto, error: CaptureError?
    ) {
        told.withLock { $0.append((photo, error)) }
    }

    /// The error of the last call.
    private let last = Mutex<CaptureError?>(nil)

    /// Why something is missing, once nothing more comes.
    var error: CaptureError? { last.withLock { $0 } }

    func photoOutput(
        _ output: CapturePhotoOutput, didFinishCaptureFor resolvedSettings: CaptureResolvedPhotoSettings,
        error: CaptureError?
    ) {
        last.withLock { $0 = error }
        end.finish()
    }
}
