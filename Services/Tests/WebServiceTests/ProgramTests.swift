import Foundation
import Glibc
import Testing

/// What scanwatch-web says before it serves anybody.
@Suite(.timeLimit(.minutes(2))) struct ProgramTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "scanwatch-web-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Runs it with a file of tokens and a proxy that is none, so that it ends whatever it thinks of the tokens.
    ///
    /// - Parameters:
    ///   - tokens: What the file has; nil: there is none.
    ///   - mode: The file's rights.
    ///   - address: Where it is to listen.
    ///   - proxy: The proxy's address.
    /// - Returns: Its exit status, and its messages without its name and the file's.
    private func run(
        tokens: String?, mode: mode_t = 0o600, at address: String = "127.0.0.1:0", proxy: String = "localhost"
    ) throws -> (status: Int32, messages: [Substring]) {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "tokens").path
        if let tokens {
            try Data(tokens.utf8).write(to: URL(filePath: file))
            chmod(file, mode)
        }
        let own = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let process = Process()
        process.executableURL = own.deletingLastPathComponent().appending(path: "scanwatch-web")
        process.arguments = [
            "--listen", address, "--link", "/nowhere", "--token-file", file, "--proxy", proxy,
        ]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        // What it takes for an address makes it wait for its link.
        let end = ContinuousClock.now + .seconds(60)
        while process.isRunning, .now < end { usleep(10_000) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let said = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
            .replacing("scanwatch-web: ", with: "").replacing(file, with: "FILE")
        return (process.terminationStatus, said.split(separator: "\n"))
    }

    private static let proxyIsNone =
        "--proxy needs an address such as 127.0.0.1 or ::1, and neither a name nor a port"

    @Test func aProxyThatIsNoAddressIsWrongConfiguration() throws {
        let (status, messages) = try run(tokens: "view look-look-look-look\n")
        #expect(status == 78)
        #expect(messages == [Self.proxyIsNone[...]])
    }

    @Test func tokensForEverybodyAreToldOf() throws {
        let (_, messages) = try run(tokens: "view look-look-look-look\n", mode: 0o644)
        #expect(messages == ["everybody on this machine can read the tokens in FILE", Self.proxyIsNone[...]])
    }

    @Test func whyThereAreNoTokensIsSaid() throws {
        let missing = try run(tokens: nil)
        #expect(missing.status == 78)
        #expect(missing.messages == ["FILE cannot be read: No such file or directory"])
    }

    @Test(arguments: [
        ("", "it has no line of 'view TOKEN' or 'control TOKEN'"),
        (
            "#\nlook look-look-look-look",
            "line 2 is neither 'view TOKEN' nor 'control TOKEN' with 16 characters or more"
        ),
        ("view short", "line 1 is neither 'view TOKEN' nor 'control TOKEN' with 16 characters or more"),
        (
            "view look-look-look-look\ncontrol look-look-look-look",
            "the token of line 2 has another role above it"
        ),
    ])
    func whatIsNoFileOfTokensIsSaid(contents: String, mistake: String) throws {
        let (status, messages) = try run(tokens: contents)
        #expect(status == 78)
        #expect(messages == ["FILE is no file of tokens: \(mistake)"])
    }

    /// The first address is one for documentation, which no machine has.
    @Test(arguments: [
        ("203.0.113.1:0", "Cannot assign requested address"),
        ("door.local:0", "it is no address such as 127.0.0.1, and no name but localhost"),
    ])
    func whyAnAddressCannotBeListenedOnIsSaid(address: String, reason: String) throws {
        let (status, messages) = try run(
            tokens: "view look-look-look-look\n", at: address, proxy: "127.0.0.1")
        #expect(status == 69)
        #expect(messages == ["\(address) cannot be listened on: \(reason)"])
    }
}
