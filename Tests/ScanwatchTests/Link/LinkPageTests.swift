import Foundation
import Glibc
import PreviewLink
import Testing

@testable import scanwatch

/// The page's process, whatever becomes of it.
@Suite(.timeLimit(.minutes(20))) struct LinkPageTests {
    private let folder: ScratchFolder
    private let run: LinkRun

    init() throws {
        folder = try ScratchFolder()
        run = LinkRun(folder)
    }

    /// A program in the place of scanwatch-web.
    private func page(_ script: String) throws -> String {
        let url = folder.url.appending(path: "web")
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: url)
        chmod(url.path, 0o700)
        return url.path
    }

    @Test(arguments: [78, 69]) func aPageThatCannotBeginEndsTheRun(status: Int32) throws {
        let web = try page("echo 'scanwatch-web: no tokens' >&2; exit \(status)")
        let outcome = try Tool.run(
            "SCANWATCH_WEB=\(web) scanwatch --device synthetic:code --preview-http 127.0.0.1:0 --link link",
            in: folder.url)
        #expect(outcome.status == status)
        #expect(outcome.errors == "scanwatch-web: no tokens\n")
        #expect(outcome.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: run.path))
    }

    @Test func aPageThatCrashesEndsNothing() throws {
        let web = try page("kill -9 $$")
        try run.start(
            ["--device", "synthetic:code", "--types", "qr", "--preview-http", "127.0.0.1:0"],
            ["SCANWATCH_WEB": web])
        defer { run.process.terminate() }
        let reader = try run.connect()
        reader.say(.credit(camera: 0, count: 1))
        #expect(try reader.next(.frame) != nil)
    }

    /// The child may not remove its socket; the tool does.
    @Test func aPageAtAUnixSocketLeavesNothing() throws {
        let socket = folder.url.appending(path: "page").path
        // It listens, says something over the link, and stays.
        let web = try page(
            """
            exec python3 -c '
            import socket, sys, time
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(sys.argv[1].removeprefix("unix:"))
            listener.listen()
            link = socket.socket(fileno=3)
            header = b"{\\"kind\\":\\"events\\"}"
            link.sendall((4 + len(header)).to_bytes(4, "little") + len(header).to_bytes(4, "little") + header)
            time.sleep(600)
            ' "$3"
            """)
        try run.start(
            ["--device", "synthetic:code", "--types", "qr", "--preview-http", "unix:\(socket)"],
            ["SCANWATCH_WEB": web])
        let reader = try run.connect()
        // From the first frame on a signal ends the run as it should.
        reader.say(.credit(camera: 0, count: 1))
        #expect(try reader.next(.frame) != nil)
        #expect(access(socket, F_OK) == 0)
        run.process.terminate()
        run.process.waitUntilExit()
        #expect(access(socket, F_OK) != 0)
    }
}
