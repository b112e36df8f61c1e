import ArgumentParser
import MetadataOutput

/// What the names of written files promise.
enum OutputName {
    /// Extensions of pictures and movies, by which other programs choose what they open a file with.
    private static let known: Set<String> = [
        "3gp", "264", "arw", "asf", "avi", "avif", "bmp", "cr2", "dng", "flv", "gif", "h264", "heic", "heif",
        "hevc", "jfif",
        "j2c", "j2k", "jp2", "jpe", "jpeg", "jpg", "jpx", "jxl", "m2ts", "m4v", "mjpeg", "mjpg", "mkv", "mov",
        "mp4", "mpeg",
        "mpg", "mts", "mxf",
        "nef", "ogg", "ogv", "pbm", "pdf", "pgm", "png", "pnm", "ppm", "qt", "svg", "tif", "tiff", "ts",
        "webm", "webp", "wmv",
        "y4m",
    ]

    /// - Parameters:
    ///   - path: The name that was given; one without an extension, or with one that says nothing of pictures, is right.
    ///   - own: Extensions of what is written.
    ///   - what: What that is, for the message.
    /// - Throws: `ValidationError` if the name, or that of the file to which it is a link, is one of something else.
    static func check(_ path: String, as own: Set<String>, what: String) throws {
        if let other = other(than: own, in: Array(path.utf8)) {
            throw ValidationError("\(what), and the name of --output ends in .\(other).")
        }
        // Why a link is not followed is said by whoever writes.
        if let target = try? FilePlace.target(of: Array(path.utf8)), let other = other(than: own, in: target)
        {
            throw ValidationError("\(what), and --output is a link to a name that ends in .\(other).")
        }
    }

    /// The extension of a name, if it says that the file is something else.
    private static func other(than own: Set<String>, in path: [UInt8]) -> String? {
        let name = String(decoding: path[path.extensionStart...].dropFirst(), as: UTF8.self).lowercased()
        return known.contains(name) && !own.contains(name) ? name : nil
    }

    /// - Throws: `ValidationError` if the value of --output cannot be a file's name.
    static func checkFile(_ path: String?) throws {
        guard path != "", path?.utf8.last != UInt8(ascii: "/") else {
            throw ValidationError("--output needs the name of a file.")
        }
        try checkText(path, of: "--output")
    }

    /// Checks a name of a file or folder that the library writes, whose names are texts.
    ///
    /// - Throws: `ValidationError` if it is not UTF-8; another file would be written.
    static func checkText(_ path: String?, of option: String) throws {
        guard let path, RawArguments.bytes(of: path) != Array(path.utf8) else { return }
        throw ValidationError("\(option) needs a name in UTF-8.")
    }
}
