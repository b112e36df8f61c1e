import Foundation
import Glibc

/// The built tool, run as its users run it.
enum Tool {
    /// What came of a run.
    struct Outcome {
        var output: String
        var errors: String
        var status: Int32
    }

    /// The root of the package.
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The tool in the folder that `SCANWATCH_TEST_TOOLS` names, or beside the test bundle that runs now.
    static let path: String = {
        if let folder = ProcessInfo.processInfo.environment["SCANWATCH_TEST_TOOLS"], !folder.isEmpty {
            return URL(filePath: folder).appending(path: "scanwatch").path
        }
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        else {
            preconditionFailure("/proc/self/exe cannot be read")
        }
        return URL(filePath: program).deletingLastPathComponent().appending(path: "scanwatch").path
    }()

    /// Root may read everything, which would leave errors of permission untested: this takes that right away.
    private static let withoutRootsRights =
        getuid() == 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : []

    /// Runs a line of bash in which `scanwatch` is the tool. One that hangs is ended after a quarter of an hour, and what it left running
    /// with it: all tests would wait for either.
    static func run(_ line: String, in folder: URL) throws -> Outcome {
        let scratch = try ScratchFolder()
        let (output, errors) = (scratch.url.appending(path: "output"), scratch.url.appending(path: "errors"))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            withoutRootsRights + ["timeout", "--kill-after=5", "900"]
            + ["bash", "-c", "scanwatch() { \"$SCANWATCH\" \"$@\"; }\n" + line]
        process.environment = ProcessInfo.processInfo.environment.merging(
            // What is installed for whoever runs the tests must make no difference.
            ["SCANWATCH": path, "SCANWATCH_MODELS": "/dev/null/models", "LC_ALL": "C.UTF-8", "COLUMNS": "80"]
        ) { $1 }
        process.currentDirectoryURL = folder
        for file in [output, errors] { try Data().write(to: file) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        var end = siginfo_t()
        while waitid(P_PID, id_t(process.processIdentifier), &end, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        // timeout(1) has a process group of its own.
        kill(-process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return Outcome(
            output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self),
            status: process.terminationStatus)
    }
}

/// A folder for one run, removed with it.
final class ScratchFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "scanwatch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
