import Foundation
import Testing

/// Files as ExifTool sees them.
enum ExifTool {
    static func run(_ file: [UInt8], _ suffix: String, _ arguments: String...) throws -> Data {
        try run(file, suffix, arguments).output
    }

    /// Runs it upon a file; what it writes goes through a file.
    ///
    /// - Returns: What it printed, and the file as it is afterwards.
    private static func run(
        _ file: [UInt8], _ suffix: String, _ arguments: [String]
    ) throws -> (output: Data, file: Data) {
        let name = FileManager.default.temporaryDirectory.appending(path: "scanwatch-\(UUID().uuidString)")
        let (path, output) = (name.appendingPathExtension(suffix), name.appendingPathExtension("output"))
        try Data(file).write(to: path)
        try Data().write(to: output)
        defer { for url in [path, output] { try? FileManager.default.removeItem(at: url) } }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["exiftool"] + arguments + [path.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        return (try Data(contentsOf: output), try Data(contentsOf: path))
    }

    /// The file as ExifTool leaves it.
    static func changed(_ file: [UInt8], _ suffix: String, _ arguments: String...) throws -> Data {
        try run(file, suffix, ["-q", "-overwrite_original"] + arguments).file
    }

    static func expectValid(_ file: [UInt8], _ suffix: String) throws {
        let words = String(
            decoding: try run(file, suffix, "-validate", "-warning", "-error", "-a"), as: UTF8.self)
        #expect(words == "Validate                        : OK\n")
    }

    static func tags(_ file: [UInt8], _ suffix: String, _ arguments: String...) throws -> [String: Any] {
        let json = try run(file, suffix, ["-json", "-n"] + arguments).output
        let list = try JSONSerialization.jsonObject(with: json) as? [[String: Any]]
        return try #require(list?.first)
    }
}
