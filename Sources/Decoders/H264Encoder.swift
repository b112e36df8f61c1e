import COpenH264
public import MetadataOutput
import Synchronization

/// H.264 by openh264, which is opened where it is asked for and may be missing.
public final class H264Encoder: VideoEncoder {
    /// As good as a camera's own JPEGs look, at a fifth of their size.
    private static let quantizer: Int32 = 24

    private let encoder = Mutex<Native?>(nil)

    /// Makes an encoder; nil if libopenh264 cannot be opened.
    public init?() {
        guard Self.version != nil else { return nil }
    }

    /// The library's version; nil if it cannot be opened. A process that will not be able to open files later asks before.
    public static var version: String? {
        guard COpenH264Open() == nil else { return nil }
        var (major, minor, revision): (UInt32, UInt32, UInt32) = (0, 0, 0)
        COpenH264Version(&major, &minor, &revision)
        return "\(major).\(minor).\(revision)"
    }

    /// Encodes a picture.
    public func frame(_ request: VideoRequest) throws(PayloadError) -> EncodedVideoFrame {
        guard let samples = try StandardStillMaker().stills(request.picture).stills.first else {
            throw PayloadError(.undecodable, "there is no picture")
        }
        return try encoder.withLock { (encoder) throws(PayloadError) -> EncodedVideoFrame in
            if encoder?.isFor(samples) != true { encoder = try Native(samples) }
            guard let frame = encoder?.frame(samples, isKeyFrame: request.isKeyFrame) else {
                // One that has failed is not asked again.
                encoder = nil
                throw PayloadError(.engineFailure, "openh264 could not encode a picture")
            }
            return frame
        }
    }

    /// Owner of an encoder of the library.
    private struct Native: ~Copyable {
        private let encoder: OpaquePointer
        private let width: Int
        private let height: Int

        init(_ samples: StillResult.Still) throws(PayloadError) {
            (width, height) = (samples.width, samples.height)
            let made = COpenH264Create(
                Int32(clamping: width), Int32(clamping: height), H264Encoder.quantizer)
            guard let made else {
                throw PayloadError(.overLimit, "openh264 encodes no pictures of \(width)x\(height) pixels")
            }
            encoder = made
        }

        deinit { COpenH264Destroy(encoder) }

        func isFor(_ samples: StillResult.Still) -> Bool {
            (width, height) == (samples.width, samples.height)
        }

        func frame(_ samples: StillResult.Still, isKeyFrame: Bool) -> EncodedVideoFrame? {
            var frame = COpenH264Frame()
            let isEncoded = samples.bytes.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { COpenH264Encode(encoder, $0, isKeyFrame, &frame) } ?? false
            }
            guard isEncoded else { return nil }
            return EncodedVideoFrame(
                bytes: Array(UnsafeBufferPointer(start: frame.start, count: frame.count)), width: width,
                height: height, isKeyFrame: frame.is_key_frame)
        }
    }
}
