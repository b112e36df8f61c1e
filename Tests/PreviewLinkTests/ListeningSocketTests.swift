import Foundation
import Glibc
import PreviewLink
import Testing

/// The socket's file.
@Suite final class ListeningSocketTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "socket-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var path: String { folder.appending(path: "link").path }

    @Test(arguments: [0o600, 0o660] as [mode_t]) func itIsForThoseItIsFor(mode: mode_t) throws {
        let socket = try ListeningSocket(path: path, mode: mode)
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == mode)
        socket.remove()
        #expect(lstat(path, &status) != 0)
        close(socket.descriptor)
    }

    @Test func oneThatNobodyServesIsReplaced() throws {
        close(try ListeningSocket(path: path).descriptor)
        let socket = try ListeningSocket(path: path)
        close(socket.descriptor)
    }

    @Test func oneThatNobodyServesIsRemoved() throws {
        close(try ListeningSocket(path: path).descriptor)
        try ListeningSocket.removeStale(path)
        #expect(access(path, F_OK) != 0)
        // One that is not there is none that is left.
        try ListeningSocket.removeStale(path)
    }

    @Test func oneThatIsServedIsNot() throws {
        let socket = try ListeningSocket(path: path)
        #expect(throws: ListeningSocket.Failure.self) { try ListeningSocket.removeStale(path) }
        #expect(throws: ListeningSocket.Failure.self) { try ListeningSocket(path: path) }
        close(socket.descriptor)
    }

    @Test func afileIsNot() throws {
        try Data("precious".utf8).write(to: URL(filePath: path))
        #expect(throws: ListeningSocket.Failure.self) { try ListeningSocket(path: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    }

    @Test func aPathThatDoesNotFitIsAnError() {
        #expect(throws: ListeningSocket.Failure.self) {
            try ListeningSocket(path: "/tmp/" + String(repeating: "a", count: 200))
        }
    }
}
