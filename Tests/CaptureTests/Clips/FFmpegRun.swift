import Foundation

/// What FFmpeg makes of a file.
enum FFmpegRun {
    /// Its output, which goes through a file.
    ///
    /// - Parameters:
    ///   - options: Of the input.
    ///   - arguments: What is said after it.
    static func data(of input: [UInt8], options: [String] = [], _ arguments: [String]) throws -> Data {
        let folder = try TemporaryFolder()
        let (file, output) = (
            URL(filePath: folder.path + "/input"), URL(filePath: folder.path + "/output")
        )
        try Data(input).write(to: file)
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-v", "error"] + options + ["-i", file.path] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return try Data(contentsOf: output)
    }

    /// The same as text.
    static func output(of input: [UInt8], _ arguments: [String]) throws -> String {
        String(decoding: try data(of: input, arguments), as: UTF8.self)
    }
}
