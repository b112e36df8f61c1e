import Foundation
import Glibc
import MetadataOutput
import Testing

@testable import Capture

@Suite struct FileReaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func error(_ path: String, limit: Int = 100) -> PayloadError? {
        FoundPicture(source: .file(Array(path.utf8))).contents(limit: limit).error
    }

    @Test func readsAllOfAFile() throws {
        let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try folder.add("large", bytes)
        #expect(try FileReader.contents(of: Array("\(folder.path)/large".utf8), limit: 600_000) == bytes)
        #expect(FileReader.prefix(of: Array("\(folder.path)/large".utf8), count: 3) == [0, 31, 62])
    }

    @Test func saysWhatIsWrong() throws {
        try folder.add("empty", [])
        #expect(error(folder.path + "/empty") == PayloadError(.empty, "it is empty"))
        #expect(error(folder.path + "/none")?.code == .notFound)
        #expect(error(folder.path + "/empty/below")?.code == .notFound)
        #expect(error(folder.path + "/a\0b")?.code == .notFound)
        #expect(error(folder.path) == PayloadError(.unreadable, "it is a folder"))
        #expect(error("/dev/zero") == PayloadError(.unreadable, "it is a device, not a file"))
    }

    @Test func aFileOverTheLimitIsNotRead() throws {
        try folder.add("eleven", Array(repeating: 0, count: 11))
        #expect(error(folder.path + "/eleven", limit: 11) == nil)
        let refused = PayloadError(.overLimit, "11 bytes exceed the limit of 10 bytes")
        #expect(error(folder.path + "/eleven", limit: 10) == refused)
    }

    @Test func aFileThatLiesAboutItsSizeIsRead() {
        // Files of /proc say 0 bytes.
        #expect(error("/proc/self/cmdline", limit: 1_000_000) == nil)
        #expect(error("/proc/self/cmdline", limit: 1)?.code == .overLimit)
    }

    @Test func aPipeIsReadIfSomebodyWritesToIt() throws {
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let soon = Duration.milliseconds(30)
        #expect(throws: PayloadError(.empty, "nobody has written to the pipe within 0.03 seconds")) {
            try FileReader.contents(of: Array(path.utf8), limit: 10, patience: soon)
        }
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        let writer = open(path, O_WRONLY)
        defer { close(reader) }
        let thread = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        let late = Thread {
            // Until the reader waits.
            for _ in 0..<200_000 where !Self.isAsleep(thread) { usleep(1_000) }
            _ = write(writer, "late", 4)
            close(writer)
        }
        late.start()
        #expect(try FileReader.contents(of: Array(path.utf8), limit: 10) == Array("late".utf8))
    }

    @Test func aPipeMayHaveItsWriterLater() throws {
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        for text in ["later", ""] {
            Thread {
                usleep(50_000)
                // Waits in turn until there is a reader.
                let writer = open(path, O_WRONLY)
                _ = write(writer, text, text.utf8.count)
                close(writer)
            }.start()
            let contents = try? FileReader.contents(of: Array(path.utf8), limit: 10, patience: .seconds(60))
            #expect(contents == (text.isEmpty ? nil : Array(text.utf8)))
        }
    }

    /// Whether a thread of this process waits for something.
    private static func isAsleep(_ thread: String) -> Bool {
        let state = try? String(contentsOfFile: "/proc/\(thread)/stat", encoding: .utf8)
        return state?.contains(") S ") == true
    }

    @Test func whatTheMachineLacksIsNoFaultOfAFile() {
        for number in [EMFILE, ENFILE, ENOMEM] { #expect(PayloadError(errno: number).isOfMachine) }
        for number in [ENOENT, EACCES, EIO, EISDIR] { #expect(!PayloadError(errno: number).isOfMachine) }
    }
}
