import Capture

extension AVCaptureDevice {
    /// One way in which a camera can deliver pictures: pixel format, size, and the frame rates it has at that size.
    public final class Format: AVObject, @unchecked Sendable {
        let core: CaptureDevice.Format
        private let device: CaptureDevice

        init(_ core: CaptureDevice.Format, of device: CaptureDevice) {
            (self.core, self.device) = (core, device)
        }

        /// Pictures.
        public var mediaType: AVMediaType { .video }
        /// The camera's pixel format and the size.
        public var formatDescription: CMFormatDescription {
            CMFormatDescription(
                subType: core.pixelFormat.rawValue.byteSwapped, width: core.width, height: core.height)
        }
        /// The rates it can have; empty where the driver does not say.
        public var videoSupportedFrameRateRanges: [AVFrameRateRange] {
            core.videoSupportedFrameRateRanges.map(AVFrameRateRange.init)
        }
        /// How wide the camera sees, in degrees; 0, for no camera here says so.
        public var videoFieldOfView: Float { 0 }
        /// Whether pixels are joined on the sensor; no camera here says so.
        public var isVideoBinned: Bool { false }
        /// The greatest zoom factor.
        public var videoMaxZoomFactor: CGFloat { device.videoMaxZoomFactor }
        /// The zoom factor from which pixels are made up; 1, for the picture's middle is cut out and never made larger.
        public var videoZoomFactorUpscaleThreshold: CGFloat { 1 }
        /// The least gain; 0 where there is none to set.
        public var minISO: Float { Float(device.minISO ?? 0) }
        /// The greatest gain; 0 where there is none to set.
        public var maxISO: Float { Float(device.maxISO ?? 0) }
        /// The shortest exposure; invalid where it cannot be set.
        public var minExposureDuration: CMTime { CMTime(device.minExposureDuration) }
        /// The longest exposure; invalid where it cannot be set.
        public var maxExposureDuration: CMTime { CMTime(device.maxExposureDuration) }
        /// Whether the camera can hold bright and dark parts in one picture.
        public var isVideoHDRSupported: Bool { device.isVideoHDRSupported }
        /// Whether photos are as good as the camera can at this size.
        public var isHighestPhotoQualitySupported: Bool {
            core.width * core.height == device.formats.map { $0.width * $0.height }.max()
        }
        /// The sizes that photos can have: its own, and the camera's larger ones, for which it is switched to another format and back.
        public var supportedMaxPhotoDimensions: [CMVideoDimensions] {
            device.supportedMaxPhotoDimensions(of: core).map(CMVideoDimensions.init)
        }
        /// The size of photos that are taken without a switch.
        public var highResolutionStillImageDimensions: CMVideoDimensions { formatDescription.dimensions }
        /// Whether it can be used in an ``AVCaptureMultiCamSession``.
        public var isMultiCamSupported: Bool { true }
        /// Formats of depth; none.
        public var supportedDepthDataFormats: [Format] { [] }
        /// How it focuses.
        public var autoFocusSystem: AutoFocusSystem {
            device.isFocusModeSupported(.continuousAutoFocus) ? .contrastDetection : .none
        }

        /// Whether it can steady its picture in this way.
        public func isVideoStabilizationModeSupported(_ mode: AVCaptureVideoStabilizationMode) -> Bool {
            mode == .off
        }

        /// How a camera focuses by itself.
        public enum AutoFocusSystem: Int, Sendable {
            /// It does not.
            case none = 0
            /// By the picture's sharpness.
            case contrastDetection = 1
            /// By the phases of light. No camera here says so.
            case phaseDetection = 2
        }

        /// Whether another object is the same format of the same camera.
        public override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? Format else { return false }
            return other.core == core && other.device === device
        }

        /// Hashes the format.
        public override var hash: Int { core.hashValue }
        /// Such as `MJPG 1280x720`.
        public override var description: String { core.description }
    }

    /// What the camera can deliver; empty if it cannot be asked.
    public var formats: [Format] { core.formats.map { Format($0, of: core) } }

    /// The format that was set, or the one that is or would be delivered. May be set to one of ``formats``, under the lock;
    /// a session with the camera changes to the preset `.inputPriority` then. Observable.
    public var activeFormat: Format {
        get {
            Format(core.activeFormat ?? core.formats.first ?? .unknown, of: core)
        }
        set {
            set("setActiveFormat:", "use -formats", isAsItIs: newValue == activeFormat) {
                () throws(CaptureError) in
                try core.setActiveFormat(newValue.core)
            }
        }
    }

    /// The shortest time between frames: what comes or would come; invalid only where the driver does not say. Set to invalid it is
    /// left to the camera. May be set under the lock. Observable.
    ///
    /// Formats of iPhones have every rate up to 30, which programs set unasked; those of cameras here have a few rates, of which the
    /// nearest is taken. Rates over 30 must be within ``Format/videoSupportedFrameRateRanges``, as there.
    public var activeVideoMinFrameDuration: CMTime {
        get { CMTime(frameDuration: core.presentFrameDuration) }
        set { setFrameDuration("setActiveVideoMinFrameDuration:", newValue) }
    }

    /// The longest time between frames; the same as ``activeVideoMinFrameDuration``, for cameras here have one.
    public var activeVideoMaxFrameDuration: CMTime {
        get { CMTime(frameDuration: core.presentFrameDuration) }
        set { setFrameDuration("setActiveVideoMaxFrameDuration:", newValue) }
    }

    private func setFrameDuration(_ selector: String, _ duration: CMTime) {
        let advice = "use -activeFormat.videoSupportedFrameRateRanges"
        set(selector, advice, isAsItIs: duration == activeVideoMinFrameDuration) { () throws(CaptureError) in
            if let duration = duration.duration {
                try core.setActiveVideoFrameDuration(near: duration)
            } else {
                try core.setActiveVideoMinFrameDuration(nil)
            }
        }
    }
}

/// Frame rates that a format can have: one, or all between two.
public final class AVFrameRateRange: AVObject, @unchecked Sendable {
    private let core: FrameRateRange

    init(_ core: FrameRateRange) {
        self.core = core
    }

    /// The lowest rate, frames a second.
    public var minFrameRate: Float64 { core.minFrameRate }
    /// The highest rate, frames a second.
    public var maxFrameRate: Float64 { core.maxFrameRate }
    /// The time between frames at the highest rate.
    public var minFrameDuration: CMTime { CMTime(frameDuration: core.minFrameDuration) }
    /// The time between frames at the lowest rate.
    public var maxFrameDuration: CMTime { CMTime(frameDuration: core.maxFrameDuration) }

    /// Whether another object is the same range.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AVFrameRateRange)?.core == core }
    /// Hashes the range.
    public override var hash: Int { core.hashValue }
    /// Such as `30-60 fps`.
    public override var description: String { "\(minFrameRate)-\(maxFrameRate) fps" }
}
