import MetadataOutput

/// What stands around a WebP's bit streams: the chunks of its RIFF file.
///
/// libwebpdemux does this too, but it would be one more shared library for a walk over chunks.
struct WebPContainer {
    /// The first frame of an animation: its bit stream and where its top left pixel lies on the canvas.
    struct AnimationFrame {
        let bytes: ArraySlice<UInt8>
        let x: Int
        let y: Int
    }

    /// From the `EXIF` chunk.
    private(set) var orientation = PictureOrientation.up
    /// From the first `ANMF` chunk; nil if the file is no animation or is cut off before the end of it.
    private(set) var firstFrame: AnimationFrame?

    /// Walks the chunks of a whole file; stops where they make no sense any more.
    init(of bytes: [UInt8], hasAnimation: Bool) {
        for chunk in RIFFChunks(of: bytes) {
            switch chunk.type {
            case "EXIF": orientation = Exif.orientation(in: chunk.content)
            case "ANMF" where hasAnimation && firstFrame == nil: firstFrame = Self.frame(in: chunk.content)
            default: continue
            }
        }
    }

    /// 24-bit x and y in units of 2 pixels, 10 bytes of size, duration and flags, then the frame's own chunks.
    private static func frame(in content: ArraySlice<UInt8>) -> AnimationFrame? {
        let reader = ByteReader(content, order: .little)
        guard content.count > 16, let x = reader.uint32(at: 0), let y = reader.uint32(at: 3) else {
            return nil
        }
        return AnimationFrame(
            bytes: content.dropFirst(16), x: 2 * Int(x & 0xFF_FFFF), y: 2 * Int(y & 0xFF_FFFF))
    }
}
