import Capture

extension AVCaptureSession {
    /// What formats a session wants of its cameras.
    public struct Preset: RawRepresentable, Hashable, Sendable {
        /// Apple's name for it.
        public let rawValue: String

        /// Makes a preset of Apple's name.
        public init(rawValue: String) { self.rawValue = rawValue }

        private init(_ name: String) { rawValue = Self.prefix + name }

        private static let prefix = "AVCaptureSessionPreset"

        /// The largest size at any rate.
        public static let photo = Self("Photo")
        /// The largest size that reaches 30 frames a second; the default.
        public static let high = Self("High")
        /// The size nearest to 640 × 480.
        public static let medium = Self("Medium")
        /// The smallest size of at least 320 × 240.
        public static let low = Self("Low")
        /// 352 × 288.
        public static let cif352x288 = Self("352x288")
        /// 640 × 480.
        public static let vga640x480 = Self("640x480")
        /// 1280 × 720.
        public static let hd1280x720 = Self("1280x720")
        /// 1920 × 1080.
        public static let hd1920x1080 = Self("1920x1080")
        /// 3840 × 2160.
        public static let hd4K3840x2160 = Self("3840x2160")
        /// 960 × 540.
        public static let iFrame960x540 = Self("iFrame960x540")
        /// 1280 × 720.
        public static let iFrame1280x720 = Self("iFrame1280x720")
        /// Each camera's own `activeFormat`; a session changes to this when one is set.
        public static let inputPriority = Self("InputPriority")

        init(_ preset: CaptureSessionPreset) {
            self = Self.table.first { $0.core == preset }?.preset ?? .high
        }

        /// The library's own; nil for a name that is none of these.
        var core: CaptureSessionPreset? { Self.table.first { $0.preset == self }?.core }

        private static let table: [(preset: Preset, core: CaptureSessionPreset)] = [
            (.photo, .photo), (.high, .high), (.medium, .medium), (.low, .low),
            (.cif352x288, .cif352x288), (.vga640x480, .vga640x480), (.hd1280x720, .hd1280x720),
            (.hd1920x1080, .hd1920x1080), (.hd4K3840x2160, .hd4K3840x2160), (.iFrame960x540, .iFrame960x540),
            (.iFrame1280x720, .iFrame1280x720), (.inputPriority, .inputPriority),
        ]
    }
}
