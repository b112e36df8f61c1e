import Foundation

extension PlantedPicture {
    /// A JPEG with EXIF, XMP, IPTC, a profile, comments, an index of pictures, and behind it a second picture and a film.
    static func jpeg(_ plain: [UInt8], orientation: UInt8 = 1) -> [UInt8] {
        func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            // With a fill byte before the marker.
            [0xFF, 0xFF, marker] + big(content.count + 2, 2) + content
        }
        let exifName = Array("Exif\0\0".utf8)
        let city = text("IPTC")
        let iptc = [0x1C, 2, 90] + big(city.count, 2) + city
        var second = Array(plain.prefix(2))
        second += segment(0xE1, exifName + exif("second-picture")) + segment(0xFE, text("second-comment"))
        second += plain.dropFirst(2)
        // A directory that says that there are two.
        var index = Array("II".utf8) + [42, 0] + little(8, 4) + little(1, 2)
        index += little(0xB001, 2) + little(4, 2) + little(1, 4) + little(2, 4) + little(0, 4)
        var planted = Array(plain.prefix(2))
        planted += segment(0xE1, exifName + exif("EXIF", orientation: orientation))
        planted += segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp("XMP"))
        planted += segment(0xE2, Array("MPF\0".utf8) + index + text("MPF"))
        planted += segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + text("profile"))
        planted += segment(
            0xED, Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0] + big(iptc.count, 4) + iptc)
        planted += segment(0xE0, Array("JFXX\0".utf8) + [0x10] + text("JFXX-thumbnail"))
        planted += segment(0xEE, text("an-APP14-that-is-not-Adobe's")) + segment(0xFE, text("comment"))
        planted += plain.dropFirst(2)
        // Before the end of the picture, where it has one, and behind it.
        if planted.suffix(2) == [0xFF, 0xD9] {
            planted = planted.dropLast(2) + segment(0xFE, text("comment-behind-the-scans")) + [0xFF, 0xD9]
        }
        let film = big(16, 4) + Array("ftypmp42".utf8) + big(0, 4) + Array("moov".utf8) + text("motion-photo")
        return planted + second + film
    }

    /// A PNG with EXIF, texts of three kinds, a profile, a private chunk, chunks that are damaged, and bytes behind it.
    static func png(_ plain: [UInt8]) -> [UInt8] {
        func chunk(_ type: String, _ content: [UInt8], isDamaged: Bool = false) -> [UInt8] {
            let checked = Array(type.utf8) + content
            let checksum = CRC32.of(checked) ^ (isDamaged ? 1 : 0)
            return big(content.count, 4) + checked + big(checksum, 4)
        }
        // A zlib stream of one stored block; readers that unpack it for its text do not insist on its checksum.
        func stored(_ content: [UInt8]) -> [UInt8] {
            [0x78, 1, 1] + little(content.count, 2) + little(~content.count, 2) + content
                + adler32(of: content)
        }
        let header = 8 + 25
        let end = chunk("IEND", [])
        precondition(plain.suffix(12) == end[...])
        var planted = Array(plain.prefix(header))
        planted += chunk("tEXt", Array("Comment\0".utf8) + text("tEXt"))
        planted += chunk("zTXt", Array("Author\0\0".utf8) + stored(text("zTXt")))
        planted += chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp("iTXt"))
        planted += chunk("eXIf", exif("eXIf"))
        planted += chunk("iCCP", text("iCCP") + [0, 0] + stored(text("profile")))
        planted += chunk("prVt", text("private"))
        planted += chunk("tEXt", Array("Title\0".utf8) + text("damaged"), isDamaged: true)
        planted += chunk("tRNS", text("tRNS"), isDamaged: true)
        planted += plain[header...].dropLast(12)
        planted += chunk("tEXt", Array("Comment\0".utf8) + text("behind-the-samples"))
        return planted + end + plain + text("trailer")
    }

    /// A WebP with EXIF, XMP, a profile, an unknown chunk and bytes behind it.
    ///
    /// - Parameter canvas: Its width and height, in pixels.
    static func webp(_ plain: [UInt8], canvas: (width: Int, height: Int)) -> [UInt8] {
        func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
            Array(type.utf8) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
        }
        var flags: UInt8 = 0x2C
        var pictures = Array(plain[12...])
        // A container that has flags: they are its first byte behind type and size.
        if pictures.starts(with: Array("VP8X".utf8)) {
            flags |= pictures[8]
            pictures = Array(pictures[18...])
        }
        let extended = [flags, 0, 0, 0] + little(canvas.width - 1, 3) + little(canvas.height - 1, 3)
        var content = Array("WEBP".utf8) + chunk("VP8X", extended) + chunk("ICCP", text("ICCP")) + pictures
        content += chunk("EXIF", exif("EXIF")) + chunk("XMP ", xmp("XMP")) + chunk("prVt", text("unknown"))
        return chunk("RIFF", content) + text("trailer")
    }

    /// A GIF with comments, a packet of XMP, a text to be shown, and bytes behind it.
    static func gif(_ plain: [UInt8]) -> [UInt8] {
        func block(_ content: [UInt8]) -> [UInt8] { [UInt8(content.count)] + content }
        let colours = 13 + (plain[10] & 0x80 == 0 ? 0 : 3 << (Int(plain[10] & 7) + 1))
        // XMP stands bare behind the application's name; the 257 bytes behind it lead any reader of blocks to the end.
        let trailer: [UInt8] = [1] + (0...255).reversed() + [0]
        let packet = [0x21, 0xFF] + block(Array("XMP DataXMP".utf8)) + xmp("XMP") + trailer
        let comment = [0x21, 0xFE] + block(text("comment")) + [0]
        precondition(plain.last == 0x3B)
        var planted = Array(plain.prefix(colours)) + comment + packet
        planted += plain[colours...].dropLast() + comment
        return planted + [0x3B] + text("trailer")
    }

    private static func adler32(of bytes: [UInt8]) -> [UInt8] {
        let sums = bytes.reduce((first: 1, second: 0)) { sums, byte in
            let first = (sums.first + Int(byte)) % 65_521
            return (first, (sums.second + first) % 65_521)
        }
        return big(sums.second << 16 | sums.first, 4)
    }
}

/// The checksum of PNG's chunks.
private enum CRC32 {
    static func of(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { remainder, byte in
            (0..<8).reduce(remainder ^ UInt32(byte)) { value, _ in
                value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320)
            }
        }
    }
}
