import Dispatch
import Foundation
import Glibc
import PreviewLink
import Testing

@testable import scanwatch

/// The socket's file while the link is open.
@Suite(.timeLimit(.minutes(5))) final class LinkDoorTests {
    private let scratch: ScratchFolder
    private let server: LinkServer
    private let path: String

    init() throws {
        scratch = try ScratchFolder()
        path = scratch.url.appending(path: "link").path
        server = try LinkServer(path: path, interval: .milliseconds(5))
    }

    deinit { server.close(within: .seconds(0)) }

    /// A client that has been greeted; nil where nobody answers at the path.
    private func client() throws -> LinkReader? {
        let address = try #require(sockaddr_un(path: path))
        let reader = LinkReader(descriptor: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        guard address.with({ connect(reader.descriptor, $0, $1) }) == 0 else { return nil }
        return try reader.next()?.header.kind == .hello ? reader : nil
    }

    private func clientInTime() throws -> LinkReader {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            if let client = try client() { return client }
            try #require(.now < end, "nobody answers")
            usleep(1_000)
        }
    }

    @Test func aSocketThatWasRemovedIsMadeAnew() throws {
        let early = try clientInTime()
        for _ in 0..<3 {
            try FileManager.default.removeItem(atPath: path)
            _ = try clientInTime()
            var status = stat()
            #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        }
        // Who had come before has noticed nothing.
        server.send(.status, camera: nil, lines: Array("{}\n".utf8))
        early.say(.events(after: 0, boot: server.ring.boot))
        #expect(try early.next()?.header.seq == 1)
    }

    /// Or each run's link would leave a thread, and the next who comes would be let in.
    @Test func whatIsClosedWaitsForNobody() throws {
        let door = try LinkDoor(path: path + "2", interval: .seconds(3_600))
        weak var guest: DispatchQueue?
        do {
            let held = DispatchQueue(label: "guest")
            guest = held
            door.open { _ in withExtendedLifetime(held) { true } }
        }
        // It may be waiting by now, or not yet.
        usleep(20_000)
        #expect(guest != nil)
        door.close()
        let end = ContinuousClock.now + .seconds(60)
        while guest != nil, .now < end { usleep(1_000) }
        #expect(guest == nil)
    }

    @Test func afolderThatComesBackHasOneAgain() throws {
        try FileManager.default.removeItem(at: scratch.url)
        usleep(50_000)
        try FileManager.default.createDirectory(at: scratch.url, withIntermediateDirectories: true)
        _ = try clientInTime()
    }

    /// A file, or a socket that another process has bound, is the other's until it takes that away.
    @Test(arguments: [true, false]) func whatOthersPutThereStays(isSocket: Bool) throws {
        let others = scratch.url.appending(path: "others").path
        if isSocket {
            close(try ListeningSocket(path: others).descriptor)
        } else {
            try Data("precious".utf8).write(to: URL(filePath: others))
        }
        try #require(rename(others, path) == 0)
        var before = stat()
        try #require(lstat(path, &before) == 0)
        usleep(100_000)
        var after = stat()
        #expect(lstat(path, &after) == 0 && after.st_ino == before.st_ino)
        try FileManager.default.removeItem(atPath: path)
        _ = try clientInTime()
    }

    @Test func afterTheEndThereIsNone() throws {
        server.close(within: .seconds(0))
        usleep(100_000)
        #expect(access(path, F_OK) != 0)
    }
}
