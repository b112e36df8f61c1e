package import MetadataOutput
import Synchronization

/// What is hidden of each input's pictures; looked up at every frame.
final class PictureMasks: Sendable {
    /// Inputs are held, so that no other one is ever taken for one of them.
    private let entries = Mutex<[(input: any CaptureInput, mask: PictureMask)]>([])

    subscript(input: any CaptureInput) -> PictureMask? {
        get { entries.withLock { $0.first { $0.input === input }?.mask } }
        set {
            entries.withLock { entries in
                entries.removeAll { $0.input === input }
                if let newValue { entries.append((input, newValue)) }
            }
        }
    }
}

extension CaptureSession {
    /// What is hidden of an input's pictures; nil for nothing.
    package func pictureMask(for input: any CaptureInput) -> PictureMask? { masks[input] }
}

extension CaptureFrame {
    /// Hides what a mask hides of the camera's picture, zoomed or not, from everybody who gets the frame.
    mutating func hide(_ mask: PictureMask) {
        payload =
            if case .cropped(let whole, let part) = payload {
                .cropped(.masked(whole, by: mask), to: part)
            } else {
                .masked(payload, by: mask.cropped(to: part))
            }
        picture?.mask = mask
    }
}
