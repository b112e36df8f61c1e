import Capture

extension AVCaptureDevice {
    /// Where a camera looks.
    public enum Position: Int, Sendable {
        /// It does not say.
        case unspecified = 0
        /// Away from the screen.
        case back = 1
        /// To whoever looks at the screen.
        case front = 2
    }

    /// What kind of camera it is.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        /// Apple's name for it.
        public let rawValue: String

        /// Makes a type of Apple's name.
        public init(rawValue: String) { self.rawValue = rawValue }

        private init(_ name: String) { rawValue = "AVCaptureDeviceType" + name }

        /// A camera that is plugged in, such as any on USB.
        public static let external = Self("External")
        /// A camera that is built in.
        public static let builtInWideAngleCamera = Self("BuiltInWideAngleCamera")
        /// A camera that is built in and sees far.
        public static let builtInTelephotoCamera = Self("BuiltInTelephotoCamera")
        /// A camera that is built in and sees much.
        public static let builtInUltraWideCamera = Self("BuiltInUltraWideCamera")
        /// Two cameras as one. No camera here is.
        public static let builtInDualCamera = Self("BuiltInDualCamera")
        /// Two cameras as one. No camera here is.
        public static let builtInDualWideCamera = Self("BuiltInDualWideCamera")
        /// Three cameras as one. No camera here is.
        public static let builtInTripleCamera = Self("BuiltInTripleCamera")
        /// A camera that sees depth. No camera here does.
        public static let builtInTrueDepthCamera = Self("BuiltInTrueDepthCamera")
        /// A camera that sees depth. No camera here does.
        public static let builtInLiDARDepthCamera = Self("BuiltInLiDARDepthCamera")
        /// A telephone that serves as camera. No camera here is.
        public static let continuityCamera = Self("ContinuityCamera")
        /// A camera that looks on the desk. No camera here does.
        public static let deskViewCamera = Self("DeskViewCamera")
        /// A microphone. There is none.
        public static let microphone = Self("Microphone")
    }

    /// How a camera focuses.
    public enum FocusMode: Int, Sendable {
        /// The lens stays where it is.
        case locked = 0
        /// Focuses once, then locks.
        case autoFocus = 1
        /// Focuses whenever it needs to.
        case continuousAutoFocus = 2
    }

    /// How far away a camera looks for things to focus on.
    public enum AutoFocusRangeRestriction: Int, Sendable {
        /// Anywhere.
        case none = 0
        /// Near things, such as codes.
        case near = 1
        /// Things that are not near.
        case far = 2
    }

    /// How a camera exposes.
    public enum ExposureMode: Int, Sendable {
        /// Exposure stays as it is.
        case locked = 0
        /// Adjusts once, then locks.
        case autoExpose = 1
        /// Adjusts whenever it needs to.
        case continuousAutoExposure = 2
        /// Time and gain are set.
        case custom = 3
    }

    /// How a camera finds what is white.
    public enum WhiteBalanceMode: Int, Sendable {
        /// Stays as it is.
        case locked = 0
        /// Adjusts once, then locks.
        case autoWhiteBalance = 1
        /// Adjusts whenever it needs to.
        case continuousAutoWhiteBalance = 2
    }

    /// When a torch shines.
    public enum TorchMode: Int, Sendable {
        /// Never.
        case off = 0
        /// Always.
        case on = 1
        /// When it is dark.
        case auto = 2
    }

    /// When a flash fires.
    public enum FlashMode: Int, Sendable {
        /// Never.
        case off = 0
        /// Always.
        case on = 1
        /// When it is dark.
        case auto = 2
    }
}

/// Whether this process may use devices.
public enum AVAuthorizationStatus: Int, Sendable {
    /// Nobody has been asked.
    case notDetermined = 0
    /// Somebody else decides. Not used on Linux.
    case restricted = 1
    /// It may not.
    case denied = 2
    /// It may.
    case authorized = 3
}
