/// Tells movies from other files, by what is known without a decoder.
public struct StandardMovieRecognizer: PictureRecognizer {
    /// Makes one.
    public init() {}

    /// MPEG-4 and QuickTime, Matroska and WebM, AVI, MPEG's program and transport streams, Flash, Ogg, Windows Media and NUT. Not
    /// `ts`, which programs in TypeScript have too.
    public var fileExtensions: Set<String> {
        [
            "mp4", "m4v", "mov", "qt", "3gp", "3g2", "mkv", "webm", "avi", "mts", "m2ts", "mpg", "mpeg",
            "vob", "flv",
            "ogv", "wmv", "asf", "nut",
        ]
    }

    /// Whether a file that begins with these bytes is one of those, but for Ogg, which may be sound alone, and transport streams that
    /// begin anywhere.
    public func recognises(prefix: [UInt8]) -> Bool {
        func begins(_ text: String, at offset: Int) -> Bool {
            prefix.dropFirst(offset).starts(with: text.utf8)
        }
        if begins("ftyp", at: 4) {
            return EncodedPictureFormat(prefix: prefix) == nil && !Self.others.contains { begins($0, at: 8) }
        }
        if Self.boxes.contains(where: { begins($0, at: 4) }) { return true }
        if isTransportStream(prefix) { return true }
        return Self.signatures.contains { prefix.starts(with: $0) } || begins("FLV\u{1}", at: 0)
            || (begins("RIFF", at: 0) && begins("AVI ", at: 8)) || begins("nut/multimedia container\0", at: 0)
    }

    /// A first packet with the table of programs or the description of services (ISO/IEC 13818-1, 2.4.3.2; EN 300 468, 5.1.3).
    private func isTransportStream(_ prefix: [UInt8]) -> Bool {
        guard prefix.count >= 4, prefix[0] == 0x47, prefix[1] & 0xDF == 0x40 else { return false }
        return [0x00, 0x11].contains(prefix[2]) && [0x10, 0x30].contains(prefix[3] & 0xF0)
    }

    /// Brands of ISO media files with sound, or with a sensor's samples, alone.
    private static let others = ["M4A ", "M4B ", "M4P ", "crx "]
    /// Boxes that QuickTime's older movies begin with.
    private static let boxes = ["moov", "mdat", "wide"]
    /// Matroska, a program stream's first pack, Windows Media.
    private static let signatures: [[UInt8]] = [
        [0x1A, 0x45, 0xDF, 0xA3], [0, 0, 1, 0xBA], [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11],
    ]
}
