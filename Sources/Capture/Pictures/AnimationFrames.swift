/// The frames of an animated GIF, PNG or WebP file, by the lengths of its blocks.
enum AnimationFrames {
    /// How many frames a file has; 1 for one that stands still, and 0 for a file of another format.
    static func count(in bytes: [UInt8]) -> Int {
        func begins(_ signature: String, at place: Int = 0) -> Bool {
            bytes.dropFirst(place).starts(with: signature.utf8)
        }
        if begins("GIF87a") || begins("GIF89a") { return gif(bytes) }
        if begins("PNG\r\n\u{1A}\n", at: 1) { return png(bytes) }
        if begins("RIFF"), begins("WEBP", at: 8) { return webP(bytes) }
        return 0
    }

    /// GIF89a, sections 17 to 27: blocks that begin with what they are, each with data in pieces of up to 255 bytes, of which the last
    /// has none.
    private static func gif(_ bytes: [UInt8]) -> Int {
        func byte(_ place: Int) -> Int? { place < bytes.count ? Int(bytes[place]) : nil }
        /// Bytes of a table of colours, by the flags before it.
        func table(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }
        func afterPieces(_ start: Int) -> Int? {
            var place = start
            while let size = byte(place) {
                place += 1 + size
                if size == 0 { return place }
            }
            return nil
        }
        var frames = 0
        var next = byte(10).map { 13 + table($0) }
        while let place = next, let kind = byte(place) {
            switch kind {
            case 0x21: next = afterPieces(place + 2)
            case 0x2C:
                frames += 1
                next = byte(place + 9).flatMap { afterPieces(place + 10 + table($0) + 1) }
            default: return max(1, frames)
            }
        }
        return max(1, frames)
    }

    /// A control chunk before each frame (PNG, third edition, 11.3.6.2); before the picture itself only where that is a frame too.
    private static func png(_ bytes: [UInt8]) -> Int {
        var (place, frames, isAlone) = (8, 0, false)
        while let length = number(bytes, at: place, isLittleEndian: false), place + 12 <= bytes.count {
            let name = bytes[place + 4..<place + 8]
            if name.elementsEqual("fcTL".utf8) { frames += 1 }
            if name.elementsEqual("IDAT".utf8), frames == 0 { isAlone = true }
            place += 12 + length
        }
        return frames + (isAlone || frames == 0 ? 1 : 0)
    }

    /// A chunk a frame (WebP Container Specification, "Animation").
    private static func webP(_ bytes: [UInt8]) -> Int {
        var (place, frames) = (12, 0)
        while let length = number(bytes, at: place + 4, isLittleEndian: true) {
            if bytes[place..<place + 4].elementsEqual("ANMF".utf8) { frames += 1 }
            place += 8 + length + length % 2
        }
        return max(1, frames)
    }

    /// Four bytes as a number; nil where the file ends before.
    private static func number(_ bytes: [UInt8], at place: Int, isLittleEndian: Bool) -> Int? {
        guard place <= bytes.count - 4 else { return nil }
        let digits = bytes[place..<place + 4]
        return (isLittleEndian ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
    }
}
