import MetadataOutput

/// Names for what people mistake for a picture that this package decodes.
enum ForeignFormat {
    /// What to say about bytes that no decoder recognised; the first 512 are enough.
    static func error(ofPrefix prefix: [UInt8]) -> PayloadError {
        guard let name = name(ofPrefix: prefix) else {
            return PayloadError(.unknownFormat, "not a picture in a supported format")
        }
        return PayloadError(
            .unknownFormat, "\(name) is not a supported picture format",
            instead: ForeignContent(rawValue: name))
    }

    /// What it is; nil of what nobody takes for a picture. The first 512 bytes are enough.
    static func name(ofPrefix prefix: [UInt8]) -> String? {
        func begins(_ text: String, at offset: Int = 0) -> Bool {
            prefix.dropFirst(offset).starts(with: Array(text.utf8))
        }
        if StandardMovieRecognizer().recognises(prefix: prefix) { return ForeignContent.movie.rawValue }
        if prefix.starts(with: [0, 0, 0, 1]) || prefix.starts(with: [0, 0, 1, 9]) { return "H.264" }
        if begins("%PDF") { return ForeignContent.pdf.rawValue }
        if begins("%!PS") { return "PostScript" }
        if begins("8BPS") { return "Photoshop (PSD)" }
        if prefix.starts(with: [0x76, 0x2F, 0x31, 0x01]) { return "OpenEXR" }
        if prefix.starts(with: [0, 0, 1, 0]) { return "a Windows icon" }
        if begins("ustar", at: 257) { return ForeignContent.tarArchive.rawValue }
        let text = String(decoding: prefix.prefix(64), as: UTF8.self)
        let start = text.lowercased()
        if start.contains("<!doctype html") || start.contains("<html") { return "HTML" }
        if text.contains("<svg") || text.contains("<?xml") { return "SVG or XML" }
        return nil
    }
}
