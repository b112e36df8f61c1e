import Capture
import Decoders
import MetadataOutput
import PixelConversion
import Synchronization

/// Hands frames to an application.
public final class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
    private let frames: CaptureVideoFrameOutput
    private let bridge = Mutex<DelegateBridge?>(nil)

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
    /// Frames have the size of their camera's format, turned as the connection says; with `kCVPixelBufferWidthKey` and
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
        // Settings that were read, and are set again with another pixel format, ask for no size.
        guard frames.maxVideoDimensions != nil || wanted != arrivingDimensions else { return }
        try? frames.setMaxVideoDimensions(wanted)
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
