import Foundation
import Testing

/// Movies as FFmpeg sees them.
enum FFmpeg {
    /// Runs a program upon a file; what it writes goes through a file.
    static func run(_ program: String, _ file: [UInt8], _ suffix: String, _ arguments: [String]) throws
        -> Data
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "scanwatch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let movie = folder.appending(path: "movie.\(suffix)")
        let output = folder.appending(path: "output")
        try Data(file).write(to: movie)
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program, "-v", "error"] + arguments.map { $0 == "MOVIE" ? movie.path : $0 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return try Data(contentsOf: output)
    }

    /// What `ffprobe` says of a file's streams, each packet counted.
    static func streams(_ file: [UInt8], _ suffix: String = "mp4") throws -> [[String: Any]] {
        let json = try run(
            "ffprobe", file, suffix, ["-count_packets", "-show_streams", "-of", "json", "MOVIE"])
        let whole = try JSONSerialization.jsonObject(with: json) as? [String: Any]
        return try #require(whole?["streams"] as? [[String: Any]])
    }

    /// What `ffprobe` says that a file says of itself.
    static func tags(_ file: [UInt8], _ suffix: String = "mp4") throws -> [String: String] {
        let json = try run("ffprobe", file, suffix, ["-show_format", "-of", "json", "MOVIE"])
        let whole = try JSONSerialization.jsonObject(with: json) as? [String: Any]
        let format = try #require(whole?["format"] as? [String: Any])
        return format["tags"] as? [String: String] ?? [:]
    }

    /// How many packets the video has; 0 of what is no movie.
    static func frameCount(
        _ file: [UInt8], _ suffix: String = "mp4", _ options: [String] = []
    ) throws -> Int {
        let text = try run(
            "ffprobe", file, suffix,
            options + ["-select_streams", "v", "-show_entries", "packet=size", "-of", "csv=p=0", "MOVIE"])
        return String(decoding: text, as: UTF8.self).split(separator: "\n").count
    }

    /// When packets of a stream begin and how long they last, in ticks; 0 where nobody knows yet.
    static func times(
        _ file: [UInt8], _ suffix: String = "mp4", stream: String = "v"
    ) throws -> [(time: Int, duration: Int)] {
        let text = try run(
            "ffprobe", file, suffix,
            ["-select_streams", stream, "-show_entries", "packet=pts,duration", "-of", "csv=p=0", "MOVIE"])
        return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: ",").map { Int($0) }
            return numbers.count == 2 ? numbers[0].map { ($0, numbers[1] ?? 0) } : nil
        }
    }

    /// The first frame's luma as it is shown.
    static func shownLuma(_ file: [UInt8], _ suffix: String = "mp4") throws -> [UInt8] {
        [UInt8](
            try run(
                "ffmpeg", file, suffix,
                ["-i", "MOVIE", "-frames:v", "1", "-pix_fmt", "gray", "-f", "rawvideo", "-"]))
    }
}
