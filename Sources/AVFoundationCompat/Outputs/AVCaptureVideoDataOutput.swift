import Capture
import Decoders
import MetadataOutput
import PixelConversion
import Synchronization

/// Hands frames to an application.
public final class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
    private let frames: CaptureVideoFrameOutput
    private let bridge = Mutex<DelegateBridge?>(nil)
    private let dimensions = Mutex(Dimensions())

    /// What says how large frames are.
    private struct Dimensions {
        /// The size of settings.
        var wanted: PhotoDimensions?
        var areAutomatic = true
        var arePreviewSized = false

        /// No side of a picture for a screen is longer: of a camera of 4:3 it is what iPhones deliver, 1440 × 1080.
        private static let preview = PhotoDimensions(width: 1_440, height: 1_440)

        var most: PhotoDimensions? { wanted ?? (arePreviewSized ? Self.preview : nil) }
    }

    /// Makes an output.
    public init() {
        frames = CaptureVideoFrameOutput(decoder: StandardPictureDecoder(), converter: YUVPixelConverter())
        super.init(core: frames)
        frames.includesAttachments = true
        use(nil)
    }

    /// The pixel formats with colours that frames can have, those that cost least first. `kCVPixelFormatType_OneComponent8`
    /// can be asked for as well, and costs less than these.
    public var availableVideoPixelFormatTypes: [OSType] { coloured.map(\.code) }

    private var coloured: [VideoPixelFormat] { frames.availableVideoPixelFormats.filter { $0 != .luma } }

    /// What frames are to be: `kCVPixelBufferPixelFormatTypeKey` with one of ``availableVideoPixelFormatTypes``. Without it,
    /// nil or empty, frames have the one that costs least with colours.
    ///
    /// Frames have the size of their camera's format, turned as the connection says, unless they are for a screen
    /// (``deliversPreviewSizedOutputBuffers``); with `kCVPixelBufferWidthKey` and
    /// `kCVPixelBufferHeightKey`, which come together, they are made as much smaller as need be to fit into these. Other than on
    /// Apple's systems a camera of another shape, or one that gives less, does not end the program: frames keep its shape, and are
    /// never made larger. What is read here has the size that comes, after the first frame.
    public var videoSettings: [String: Any]! {
        get {
            var settings: [String: Any] = [
                kCVPixelBufferPixelFormatTypeKey: frames.videoPixelFormat?.code ?? 0
            ]
            if let size = arrivingDimensions {
                settings[kCVPixelBufferWidthKey] = size.width
                settings[kCVPixelBufferHeightKey] = size.height
            }
            return settings
        }
        set {
            limit(newValue?[kCVPixelBufferWidthKey], newValue?[kCVPixelBufferHeightKey])
            guard let value = newValue?[kCVPixelBufferPixelFormatTypeKey] else { return use(nil) }
            let code = OSType(setting: value)
            let wanted = VideoPixelFormat.allCases.first { $0.code == code }
            guard let wanted else {
                raiseException(
                    "*** -[AVCaptureVideoDataOutput setVideoSettings:] Unsupported pixel format type - "
                        + "use -availableVideoPixelFormatTypes")
            }
            use(wanted)
        }
    }

    /// The size of the frames that come.
    private var arrivingDimensions: PhotoDimensions? {
        let size = outputRectConverted(fromMetadataOutputRect: CGRect(x: 0, y: 0, width: 1, height: 1)).size
        guard size.width > 0, size.height > 0 else { return nil }
        return PhotoDimensions(width: Int(size.width.rounded()), height: Int(size.height.rounded()))
    }

    /// Takes the size of settings.
    private func limit(_ width: Any?, _ height: Any?) {
        let sides = [width, height].map { $0.flatMap { Int(setting: $0) } }
        let wanted: PhotoDimensions?
        switch (sides[0], sides[1]) {
        case (nil, nil): wanted = nil
        case (let width?, let height?) where width > 0 && height > 0:
            wanted = PhotoDimensions(width: width, height: height)
        default:
            raiseException(
                "*** -[AVCaptureVideoDataOutput setVideoSettings:] Width and height come together, and are positive"
            )
        }
        let arriving = arrivingDimensions
        change { dimensions in
            // Settings that were read, and are set again with another pixel format, ask for no size.
            if dimensions.wanted != nil || wanted != arriving { dimensions.wanted = wanted }
        }
    }

    private func change(_ body: (inout Dimensions) -> Void) {
        dimensions.withLock { dimensions in
            body(&dimensions)
            // Within the lock, so that the last change stands. Sides of 0 were refused.
            try? frames.setMaxVideoDimensions(dimensions.most)
        }
    }

    /// Whether frames are made smaller, to about a screen's size, by what the session is for: while its preset is `.photo`, or a photo
    /// output of it takes Live Photos. Default true. The size of ``videoSettings`` goes before it.
    public var automaticallyConfiguresOutputBufferDimensions: Bool {
        get { dimensions.withLock { $0.areAutomatic } }
        set {
            change { $0.areAutomatic = newValue }
            didChange()
        }
    }

    /// Whether frames are made smaller to about a screen's size: no side is longer than 1440 pixels. May be set while
    /// ``automaticallyConfiguresOutputBufferDimensions`` is false.
    public var deliversPreviewSizedOutputBuffers: Bool {
        get { dimensions.withLock { $0.arePreviewSized } }
        set {
            guard !automaticallyConfiguresOutputBufferDimensions else {
                raiseException(
                    "*** -[AVCaptureVideoDataOutput setDeliversPreviewSizedOutputBuffers:] Cannot be set when "
                        + "automaticallyConfiguresOutputBufferDimensions is YES")
            }
            change { $0.arePreviewSized = newValue }
            didChange()
        }
    }

    /// Whether frames are for a screen, for the session is there to take photos.
    private var isSessionForPhotos: Bool {
        guard let session else { return false }
        return session.sessionPreset == .photo
            || session.outputs.contains { ($0 as? AVCapturePhotoOutput)?.isLivePhotoCaptureEnabled == true }
    }

    override func didChange() {
        let isForPhotos = isSessionForPhotos
        change { if $0.areAutomatic { $0.arePreviewSized = isForPhotos } }
        super.didChange()
    }

    private func use(_ format: VideoPixelFormat?) {
        // With a converter every format can be set.
        try? frames.setVideoPixelFormat(format ?? coloured.first)
    }

    /// Whether a frame that comes before the one before it was taken replaces that one, default true. If not, up to eight
    /// frames wait for a slow delegate.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { frames.alwaysDiscardsLateVideoFrames }
        set { frames.alwaysDiscardsLateVideoFrames = newValue }
    }

    /// Says whom to hand frames to.
    ///
    /// - Parameters:
    ///   - sampleBufferDelegate: Held weakly; nil for nobody.
    ///   - sampleBufferCallbackQueue: A serial queue on which it is called.
    public func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        if sampleBufferDelegate != nil, sampleBufferCallbackQueue == nil {
            raiseException("*** -[AVCaptureVideoDataOutput setSampleBufferDelegate:queue:] NULL queue passed")
        }
        let bridge = sampleBufferDelegate.map { DelegateBridge($0, of: self) }
        self.bridge.withLock { $0 = bridge }
        frames.setVideoFrameDelegate(bridge, queue: sampleBufferCallbackQueue)
    }

    /// Whom it hands frames to.
    public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
        bridge.withLock { $0 }?.delegate
    }

    /// Where that is called.
    public var sampleBufferCallbackQueue: DispatchQueue? { frames.videoFrameCallbackQueue }
}

/// Takes the library's calls and makes Apple's of them.
private final class DelegateBridge: CaptureVideoFrameOutputDelegate, @unchecked Sendable {
    /// So many frames that are missing in a row are told of at most.
    private static let mostDrops = 1_000

    /// Weak references may be read anywhere.
    private(set) weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
    private weak let output: AVCaptureVideoDataOutput?

    init(
        _ delegate: any AVCaptureVideoDataOutputSampleBufferDelegate, of output: AVCaptureVideoDataOutput
    ) {
        self.delegate = delegate
        self.output = output
    }

    func videoFrameOutput(
        _: CaptureVideoFrameOutput, didOutput frame: CaptureVideoFrameOutput.VideoFrame,
        from connection: CaptureConnection
    ) {
        guard let output, let sample = CMSampleBuffer(frame) else { return }
        delegate?.captureOutput(output, didOutput: sample, from: .wrapping(connection))
    }

    func videoFrameOutput(
        _: CaptureVideoFrameOutput, didDrop drop: CaptureVideoFrameOutput.VideoFrameDrop,
        from connection: CaptureConnection
    ) {
        guard let output else { return }
        let reason =
            switch drop.reason {
            case .late: kCMSampleBufferDroppedFrameReason_FrameWasLate
            case .outOfBuffers: kCMSampleBufferDroppedFrameReason_OutOfBuffers
            case .discontinuity, .corrupted, .failed: kCMSampleBufferDroppedFrameReason_Discontinuity
            }
        let sample = CMSampleBuffer(
            imageBuffer: nil, presentationTimeStamp: CMTime(drop.time),
            attachments: [kCMSampleBufferAttachmentKey_DroppedFrameReason: reason])
        // AVFoundation tells of each frame by itself. The count is the driver's: a camera whose numbers jump, or a program that
        // was stopped for an hour, is not to be told of for minutes.
        for _ in 0..<min(drop.count, Self.mostDrops) {
            delegate?.captureOutput(output, didDrop: sample, from: .wrapping(connection))
        }
    }
}

extension CMSampleBuffer {
    /// A frame with its pixels; nil if it has none.
    convenience init?(_ frame: CaptureVideoFrameOutput.VideoFrame) {
        guard let buffer = frame.pixelBuffer else { return nil }
        self.init(
            imageBuffer: CVPixelBuffer(buffer), presentationTimeStamp: CMTime(frame.frame.time),
            duration: CMTime(frame.frame.duration), attachments: frame.attachments?.dictionary ?? [:])
    }
}

extension FrameAttachments {
    /// As a picture's EXIF data has it.
    fileprivate var dictionary: [String: any Sendable] {
        var values: [String: any Sendable] = [:]
        values["ExposureTime"] = exposureDuration.map { $0 / .seconds(1) }
        values["ISOSpeedRatings"] = iso.map { [$0] }
        values["BrightnessValue"] = brightness
        return [kCGImagePropertyExifDictionary: values]
    }
}
