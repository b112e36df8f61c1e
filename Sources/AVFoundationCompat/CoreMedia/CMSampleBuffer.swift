import Capture

/// One frame on its way to a delegate: a picture and its time, or the word that frames were dropped.
public final class CMSampleBuffer: Sendable {
    /// The picture; nil of frames that were dropped.
    public let imageBuffer: CVImageBuffer?
    /// When it was taken, on the session's clock.
    public let presentationTimeStamp: CMTime
    /// How long it stands; invalid, for cameras do not say.
    public let duration: CMTime
    /// What the picture is; nil of frames that were dropped.
    public let formatDescription: CMFormatDescription?
    /// The picture as a file, of those that are taken as one; nil else.
    let file: Data?
    /// What else is known of it, by the keys below.
    let attachments: [String: any Sendable]

    init(
        imageBuffer: CVImageBuffer?, presentationTimeStamp: CMTime, duration: CMTime = .invalid,
        attachments: [String: any Sendable] = [:]
    ) {
        self.imageBuffer = imageBuffer
        self.presentationTimeStamp = presentationTimeStamp
        self.duration = duration
        self.attachments = attachments
        file = nil
        formatDescription = imageBuffer.map {
            CMFormatDescription(subType: $0.core.format.code, width: $0.core.width, height: $0.core.height)
        }
    }

    init(jpeg: Data, presentationTimeStamp: CMTime, dimensions: PhotoDimensions?) {
        imageBuffer = nil
        self.presentationTimeStamp = presentationTimeStamp
        duration = .invalid
        attachments = [:]
        file = jpeg
        formatDescription = CMFormatDescription(
            subType: FourCharCode(fourCharacters: "jpeg"), width: dimensions?.width ?? 0,
            height: dimensions?.height ?? 0)
    }

    /// Whether there is a picture.
    public var isValid: Bool { imageBuffer != nil || file != nil }
    /// Pictures in it: one, or none of frames that were dropped.
    public var numSamples: Int { isValid ? 1 : 0 }
}

/// The picture.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// When it was taken.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.presentationTimeStamp
}

/// How long it stands.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// What the picture is.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}

/// Pictures in it: one, or none of frames that were dropped.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> Int { sbuf.numSamples }

/// Whether there is a picture.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Whether the picture is there: always.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { true }

/// How an attachment goes on with copies.
public typealias CMAttachmentMode = UInt32

/// What else is known of a frame.
///
/// - Parameters:
///   - target: The frame.
///   - key: What is asked for, such as `kCMSampleBufferAttachmentKey_DroppedFrameReason`.
///   - attachmentModeOut: Set to ``kCMAttachmentMode_ShouldPropagate``.
public func CMGetAttachment(
    _ target: CMSampleBuffer, key: String, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> Any? {
    attachmentModeOut?.pointee = kCMAttachmentMode_ShouldPropagate
    return target.attachments[key]
}

/// All that else is known of a frame; nil if nothing is.
///
/// - Parameters:
///   - allocator: Not used.
///   - target: The frame.
///   - attachmentMode: Which attachments: all here go with copies, so that there are none of the other kind.
public func CMCopyDictionaryOfAttachments(
    allocator: CFAllocator?, target: CMSampleBuffer, attachmentMode: CMAttachmentMode
) -> [String: Any]? {
    guard attachmentMode == kCMAttachmentMode_ShouldPropagate, !target.attachments.isEmpty else { return nil }
    return target.attachments
}

/// Attachments that do not go with copies.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// Attachments that go with copies.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// What gives memory on Apple's systems; there is none here.
public enum CFAllocator: Sendable {}
/// The usual one.
public let kCFAllocatorDefault: CFAllocator? = nil

/// Of dropped frames: why, one of the names below.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason = "DroppedFrameReason"
/// The delegate was busy.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate = "FrameWasLate"
/// Nobody had a buffer left, because the application holds them.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers = "OutOfBuffers"
/// The camera or the bus lost frames.
public let kCMSampleBufferDroppedFrameReason_Discontinuity = "Discontinuity"
