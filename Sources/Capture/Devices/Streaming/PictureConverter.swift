import Glibc
import MetadataOutput

/// Pictures of formats that only libv4lconvert knows, as luma and two planes of chroma. The library is opened when a camera needs it; nothing is linked.
struct PictureConverter: ~Copyable {
    private typealias Create = @convention(c) (Int32) -> OpaquePointer?
    private typealias Destroy = @convention(c) (OpaquePointer) -> Void
    private typealias Convert =
        @convention(c) (
            OpaquePointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, Int32,
            UnsafeMutableRawPointer, Int32
        ) -> Int32

    private let source: V4L2Format
    /// What comes out.
    let target: V4L2Format
    private let converter: OpaquePointer
    private let convert: Convert
    private let destroy: Destroy

    /// Opens the library for pictures of `format`.
    ///
    /// - Parameter file: The camera's open file; the library asks it for its formats.
    /// - Throws: ``CaptureError/Code/unsupported`` if the library is not installed.
    init(format: V4L2Format, file: Int32, device: String) throws(CaptureError) {
        // Its code stays loaded; handles of dlopen are not counted against anything.
        guard let library = dlopen("libv4lconvert.so.0", RTLD_NOW | RTLD_LOCAL),
            let create = dlsym(library, "v4lconvert_create"),
            let convert = dlsym(library, "v4lconvert_convert"),
            let destroy = dlsym(library, "v4lconvert_destroy"),
            let converter = unsafeBitCast(create, to: Create.self)(file)
        else {
            throw CaptureError(
                .unsupported,
                "\(device): pictures in \(format.pixelFormat) need libv4lconvert (Debian: libv4lconvert0)")
        }
        self.converter = converter
        self.convert = unsafeBitCast(convert, to: Convert.self)
        self.destroy = unsafeBitCast(destroy, to: Destroy.self)
        source = format
        let planar = PixelFormat(name: "YU12") ?? format.pixelFormat
        target = V4L2Format(
            pixelFormat: planar, width: format.width, height: format.height, bytesPerRow: format.width,
            byteCount: format.width * format.height * 3 / 2)
    }

    deinit { destroy(converter) }

    /// Converts a picture.
    ///
    /// - Parameter room: Memory for a picture of ``target``.
    /// - Returns: Whether the library could make anything of it.
    func convert(_ bytes: UnsafeRawBufferPointer, to room: UnsafeMutableRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        let count = VideoNode.structure(of: source).withUnsafeBytes { from in
            VideoNode.structure(of: target).withUnsafeBytes { to -> Int32 in
                guard let from = from.baseAddress, let to = to.baseAddress, let room = room.baseAddress else {
                    return -1
                }
                return convert(converter, from, to, start, Int32(bytes.count), room, Int32(target.byteCount))
            }
        }
        return count >= target.width * target.height
    }

    /// A picture's luma, or nil if the library cannot make anything of it.
    func luma(of bytes: UnsafeRawBufferPointer) -> Plane? {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: target.byteCount, alignment: 16)
        defer { room.deallocate() }
        guard convert(bytes, to: room) else { return nil }
        return LumaLayout.plane.luma(of: UnsafeRawBufferPointer(room), format: target)
    }
}
