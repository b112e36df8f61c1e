import ArgumentParser
import MetadataOutput

/// What the names of written files promise.
enum OutputName {
    /// Extensions of pictures and movies, by which other programs choose what they open a file with.
    private static let known: Set<String> = [
        "3gp", "264", "arw", "asf", "avi", "avif", "bmp", "cr2", "dng", "flv", "gif", "h264", "heic", "heif",
        "hevc", "jfif",
        "jp2", "jpe", "jpeg", "jpg", "jxl", "m2ts", "m4v", "mjpeg", "mjpg", "mkv", "mov", "mp4", "mpeg",
        "mpg", "mts", "mxf",
        "nef", "ogg", "ogv", "pbm", "pdf", "pgm", "png", "pnm", "ppm", "qt", "svg", "tif", "tiff", "ts",
        "webm", "webp", "wmv",
        "y4m",
    ]

    /// - Parameters:
    ///   - path: The name that was given; one without an extension, or with one that says nothing of pictures, is right.
    ///   - own: Extensions of what is written.
    ///   - what: What that is, for the message.
    /// - Throws: `ValidationError` if the name is one of something else.
    static func check(_ path: String, as own: Set<String>, what: String) throws {
        let bytes = path.utf8
        let name = String(decoding: bytes[bytes.extensionStart...].dropFirst(), as: UTF8.self).lowercased()
        guard known.contains(name), !own.contains(name) else { return }
        throw ValidationError("\(what), and the name of --output ends in .\(name).")
    }
}
