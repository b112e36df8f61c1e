import Testing

@testable import AVFoundationCompat

/// What else is known of a frame.
@Suite struct AttachmentTests {
    private func frame(_ attachments: [String: any Sendable]) -> CMSampleBuffer {
        CMSampleBuffer(imageBuffer: nil, presentationTimeStamp: .zero, attachments: attachments)
    }

    /// As programs ask that look at all of it.
    @Test func allOfItIsADictionary() throws {
        let frame = frame([kCGImagePropertyExifDictionary: [kCGImagePropertyExifExposureTime: 0.01]])
        let copied = CMCopyDictionaryOfAttachments(
            allocator: kCFAllocatorDefault, target: frame, attachmentMode: kCMAttachmentMode_ShouldPropagate)
        let exif = try #require(copied?[kCGImagePropertyExifDictionary as String] as? [String: Any])
        #expect(exif[kCGImagePropertyExifExposureTime as String] as? Double == 0.01)
        var mode: CMAttachmentMode = 9
        let one = CMGetAttachment(frame, key: kCGImagePropertyExifDictionary, attachmentModeOut: &mode)
        #expect(one is [String: Any] && mode == kCMAttachmentMode_ShouldPropagate)
    }

    @Test func ofNothingThereIsNone() {
        let none = CMCopyDictionaryOfAttachments(
            allocator: nil, target: frame([:]), attachmentMode: kCMAttachmentMode_ShouldPropagate)
        let others = CMCopyDictionaryOfAttachments(
            allocator: nil, target: frame(["a": 1]), attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
        #expect(none?.isEmpty == nil && others?.isEmpty == nil)
    }
}
