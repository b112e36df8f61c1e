/// What formats a session wants of its cameras; AVFoundation's names.
public enum CaptureSessionPreset: String, Sendable, Hashable, CaseIterable {
    /// The largest size that reaches 30 frames a second; the default.
    case high
    /// The size nearest to 640 × 480.
    case medium
    /// The smallest size of at least 320 × 240.
    case low
    /// The largest size at any rate.
    case photo
    /// 352 × 288.
    case cif352x288
    /// 640 × 480.
    case vga640x480
    /// 1280 × 720.
    case hd1280x720
    /// 1920 × 1080.
    case hd1920x1080
    /// 3840 × 2160.
    case hd4K3840x2160
    /// 960 × 540.
    case iFrame960x540
    /// 1280 × 720.
    case iFrame1280x720
    /// Each camera's own `activeFormat`; a session changes to this when one is set.
    case inputPriority

    /// Width and height in pixels of a preset that names a size; nil of the others.
    public var size: (width: Int, height: Int)? {
        switch self {
        case .cif352x288: (352, 288)
        case .vga640x480: (640, 480)
        case .hd1280x720, .iFrame1280x720: (1280, 720)
        case .hd1920x1080: (1920, 1080)
        case .hd4K3840x2160: (3840, 2160)
        case .iFrame960x540: (960, 540)
        case .high, .medium, .low, .photo, .inputPriority: nil
        }
    }
}
