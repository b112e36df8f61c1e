import MetadataOutput
import Synchronization

/// What the frames of a movie are.
public enum MovieVideoCodec: String, Sendable, Hashable, CaseIterable {
    /// A JPEG each.
    case jpeg
    /// H.264, a fraction of that: a camera's own, or encoded by the machine's encoder, else by openh264, which must be installed
    /// (Debian's `libopenh264-7`).
    case h264
}

/// What movies of cameras' pictures can be, looked for once.
final class MovieCodecs: Sendable {
    private let stills: any StillMaker
    private let hardware: HardwareEncoders?
    private let hasEncoder = Mutex<Bool?>(nil)

    init(_ stills: any StillMaker, hardware: HardwareEncoders?) {
        (self.stills, self.hardware) = (stills, hardware)
    }

    /// The usual one first. May wait for an encoder to start, the first time.
    ///
    /// - Parameter connections: Over which cameras' pictures come.
    func available(over connections: [CaptureConnection]) -> [MovieVideoCodec] {
        let formats = connections.filter(\.isEnabled).compactMap { $0.camera?.activeFormat }
        if formats.contains(where: { LumaLayout($0.pixelFormat) == .video }) { return [.h264] }
        return encodesVideo ? [.jpeg, .h264] : [.jpeg]
    }

    /// Whether pictures can be encoded in H.264.
    var encodesVideo: Bool {
        hasEncoder.withLock { known in
            let hasEncoder =
                known ?? (hardware.map { !$0.paths().isEmpty } ?? false || stills.makeVideoEncoder() != nil)
            known = hasEncoder
            return hasEncoder
        }
    }
}
