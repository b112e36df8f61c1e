/// The limits of a JPEG in a buffer that may be larger.
package enum MotionJPEG {
    /// A picture's bytes from its first to its last marker, or nil if one of them is missing: the picture is cut short
    /// or is none.
    static func picture(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard bytes.count > 4, bytes[0] == 0xff, bytes[1] == 0xd8 else { return nil }
        // Cameras fill up behind the end; within a picture's own data FF D9 does not occur.
        var end = bytes.count
        while end >= 4 {
            if bytes[end - 2] == 0xff, bytes[end - 1] == 0xd9 {
                return UnsafeRawBufferPointer(rebasing: bytes[..<end])
            }
            end -= 1
        }
        return nil
    }
}
