import Foundation
import Testing

/// What the process of the page can reach, as strace sees it.
@Suite(.timeLimit(.minutes(2))) struct SandboxTests {
    private static let strace = "/usr/bin/strace"

    /// Whether it is there and may trace: containers and Yama (`kernel.yama.ptrace_scope`) may forbid it.
    private static let canTrace: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: strace)
        process.arguments = ["-f", "-o", "/dev/null", "/bin/true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationReason == .exit && process.terminationStatus == 0
    }()

    /// Landlock holds for the thread that calls it and those that this one starts later; the one that faces the network is
    /// another.
    @Test(.enabled(if: canTrace, "strace is not there, or may not trace"), arguments: [false, true])
    func everyThreadIsStartedBehindTheDoor(isUnix: Bool) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "web-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let trace = folder.appending(path: "trace").path
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // Its link is at its end at once, and so is it then.
        process.arguments = [
            "-c", "exec \"$@\" 3<&0", "sh", Self.strace, "-f", "-o", trace,
            "-e", "trace=landlock_create_ruleset,clone,clone3,seccomp",
            own.deletingLastPathComponent().appending(path: "scanwatch-web").path, "--inherited-link",
            "--listen", isUnix ? "unix:\(folder.path)/page" : "127.0.0.1:0",
        ]
        let link = Pipe()
        try link.fileHandleForWriting.close()
        process.standardInput = link
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
            .compactMap { $0.firstMatch(of: /[a-z_0-9]+(?=\()/)?.output }
        let door = try #require(calls.firstIndex(of: "landlock_create_ruleset"), "\(calls)")
        let thread = try #require(calls.firstIndex { $0.hasPrefix("clone") }, "\(calls)")
        #expect(door < thread, "\(calls)")
        #expect(calls.contains("seccomp"), "\(calls)")
    }
}
