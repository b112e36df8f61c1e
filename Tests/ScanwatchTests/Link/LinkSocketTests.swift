import Foundation
import Glibc
import Testing

@testable import scanwatch

/// The socket's file.
@Suite struct LinkSocketTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private var path: String { folder.url.appending(path: "link").path }

    @Test func itIsForItsUserAlone() throws {
        let socket = try LinkSocket(path: path)
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        socket.remove()
        #expect(lstat(path, &status) != 0)
        close(socket.descriptor)
    }

    @Test func oneThatNobodyServesIsReplaced() throws {
        close(try LinkSocket(path: path).descriptor)
        let socket = try LinkSocket(path: path)
        close(socket.descriptor)
    }

    @Test func oneThatIsServedIsNot() throws {
        let socket = try LinkSocket(path: path)
        #expect(throws: LinkSocket.Failure.self) { try LinkSocket(path: path) }
        close(socket.descriptor)
    }

    @Test func afileIsNot() throws {
        try Data("precious".utf8).write(to: URL(filePath: path))
        #expect(throws: LinkSocket.Failure.self) { try LinkSocket(path: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    }

    @Test func aPathThatDoesNotFitIsAnError() {
        #expect(throws: LinkSocket.Failure.self) {
            try LinkSocket(path: "/tmp/" + String(repeating: "a", count: 200))
        }
    }
}
