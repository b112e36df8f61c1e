import Capture
import Foundation
import Synchronization
import Testing

@testable import scanwatch

@Suite struct EventPictureFolderTests {
    private let scratch: ScratchFolder
    private var path: String { scratch.url.appending(path: "events/door").path }
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws { scratch = try ScratchFolder() }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// A clock that nobody sets but a test.
    private final class Uptime: Sendable {
        private let passed = Mutex(Duration.zero)
        private let start = ContinuousClock.now

        var now: ContinuousClock.Instant { start + passed.withLock { $0 } }
        func pass(_ time: Duration) { passed.withLock { $0 += time } }
    }

    private let uptime = Uptime()

    private func open(_ limits: EventPictureFolder.Limits) throws -> EventPictureFolder {
        try EventPictureFolder(path: path, limits: limits, isClockSet: { true }) { [uptime] in uptime.now }
    }

    /// Writes as many pictures of ten bytes, a minute apart.
    private func write(_ count: Int, to folder: inout EventPictureFolder, from first: Int = 0) throws
        -> [String]
    {
        try (first..<first + count).map { number in
            uptime.pass(.seconds(60))
            let date = start.addingTimeInterval(Double(number) * 60)
            let name = EventPictureID(at: date).text + ".jpg"
            let byte = UInt8(truncatingIfNeeded: number)
            try folder.write([UInt8](repeating: byte, count: 10), as: name, at: date)
            return name
        }
    }

    @Test func namesStandInTheOrderOfTime() {
        let ids = (0..<100).map { EventPictureID(at: start.addingTimeInterval(Double($0) / 1000)) }
        #expect(ids.map(\.text) == ids.map(\.text).sorted() && Set(ids.map(\.text)).count == 100)
        #expect(
            ids.allSatisfy { $0.text.wholeMatch(of: /[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}/) != nil })
        let date = EventPictureID(prefixOf: ids[5].text + "-object.jpg")?.date
        #expect(abs((date?.timeIntervalSince(start) ?? 9) - 0.005) < 0.001)
        #expect(EventPictureID(prefixOf: "holiday.jpg") == nil)
    }

    /// A folder that somebody has removed is made again; not so those above it.
    @Test func aFolderThatIsRemovedIsMadeAgain() throws {
        var folder = try open(.init(files: 4))
        _ = try write(3, to: &folder)
        try FileManager.default.removeItem(atPath: path)
        let written = try write(3, to: &folder, from: 3)
        #expect(names == written)
        try FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
        let error = #expect(throws: CaptureError.self) { try write(1, to: &folder, from: 6) }
        #expect(error?.code == .fileFailed && names.isEmpty)
    }

    @Test func theOldestGoWhenThereAreTooMany() throws {
        var folder = try EventPictureFolder(path: path, limits: .init(files: 4))
        let written = try write(10, to: &folder)
        #expect(names == Array(written.suffix(4)))
        // Another run goes on with what is there; what is not ours stays.
        // Nor does what a run is writing; nobody has the other file open, whatever number its writer had.
        let writing = SyncedFile.partialPrefix + "1999999999-a.jpg"
        let others = ["0.jpg", "notes.txt", writing]
        for name in others + [SyncedFile.partialPrefix + "1-a.jpg"] {
            try Data([1]).write(to: URL(filePath: "\(path)/\(name)"))
        }
        let writer = SyncedFile.openPartial("\(path)/\(writing)", mode: 0o644)
        defer { close(writer) }
        var next = try EventPictureFolder(path: path, limits: .init(files: 2))
        #expect(names == (Array(written.suffix(2)) + others).sorted())
        let more = try write(1, to: &next, from: 20)
        #expect(names == ([written[9]] + more + others).sorted())
    }

    @Test(arguments: [EventPictureFolder.Limits(files: 4), .init(bytes: 40)])
    func whatOtherRunsWriteAtTheSameTimeCounts(limits: EventPictureFolder.Limits) throws {
        var one = try EventPictureFolder(path: path, limits: limits)
        var other = try EventPictureFolder(path: path, limits: limits)
        var written: [String] = []
        for number in 0..<10 {
            written += try write(1, to: &one, from: 2 * number)
            // Long enough for the folder to have another time.
            usleep(20_000)
            written += try write(1, to: &other, from: 2 * number + 1)
            usleep(20_000)
        }
        #expect(names == written.suffix(4))
    }

    /// The clip of another run grows after it was seen first, and a new run leaves it alone while it is empty.
    @Test func clipsThatOthersWriteCountAsLargeAsTheyAre() throws {
        var one = try EventPictureFolder(path: path, limits: .init(bytes: 100))
        let clip = EventPictureID(at: start.addingTimeInterval(3600)).text + ".mp4"
        let file = "\(path)/\(clip)"
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        let writer = try #require(FileHandle(forWritingAtPath: file))
        _ = try EventPictureFolder(path: path, limits: .init(bytes: 100))
        #expect(names == [clip])
        var written = try write(5, to: &one)
        #expect(names.count == 6)
        try writer.write(contentsOf: Data(count: 65))
        written += try write(1, to: &one, from: 5)
        // Three of ten beside its 65.
        #expect(names == Array(written.suffix(3)) + [clip])
        try writer.close()
    }

    /// A clip counts from when it is finished, whatever came meanwhile.
    @Test func picturesAndClipsOfAFolderGoTogether() throws {
        var folder = try EventPictureFolder(path: path, limits: .init(files: 4))
        let clip = EventPictureID(at: start.addingTimeInterval(-30)).text + ".mp4"
        folder.beginClip(clip, at: start)
        try Data(count: 100).write(to: URL(filePath: "\(path)/\(clip)"))
        let pictures = try write(4, to: &folder)
        #expect(names == [clip] + pictures)
        folder.endClip(clip, bytes: 100, at: start)
        #expect(names == [clip] + pictures.dropFirst())
        let next = EventPictureID(at: start.addingTimeInterval(1000)).text + ".mp4"
        folder.beginClip(next, at: start.addingTimeInterval(1000))
        #expect(names == [clip] + pictures.dropFirst(2))
        try Data(count: 100).write(to: URL(filePath: "\(path)/\(next)"))
        folder.endClip(next, bytes: 100, at: start.addingTimeInterval(1000))
        // The next run knows it, and removes what was killed before it had anything in it.
        let empty = EventPictureID(at: start.addingTimeInterval(2000)).text + ".mp4"
        try Data().write(to: URL(filePath: "\(path)/\(empty)"))
        _ = try EventPictureFolder(path: path, limits: .init(bytes: 105))
        #expect(names == [next])
    }

    /// What is written last goes last, though its name says that it is the oldest.
    @Test func aClockThatIsSetBackCostsNothingNew() throws {
        var folder = try open(.init(files: 4, days: 1))
        let before = try write(4, to: &folder, from: 10_000)
        let after = try write(3, to: &folder)
        #expect(names == (before.suffix(1) + after).sorted())
        // They grow old all the same.
        uptime.pass(.seconds(86_400))
        let last = try write(1, to: &folder, from: 1_500)
        #expect(names == last)
    }

    /// As of a machine that has none of its own, once the network tells the time.
    @Test func aClockThatIsSetForwardCostsNothingNew() throws {
        var folder = try open(.init(days: 1))
        let clip = EventPictureID(at: start.addingTimeInterval(-600_030_000)).text + ".mp4"
        folder.beginClip(clip, at: start.addingTimeInterval(-600_030_000))
        try Data(count: 100).write(to: URL(filePath: "\(path)/\(clip)"))
        folder.endClip(clip, bytes: 100, at: start.addingTimeInterval(-600_000_000))
        let before = try write(2, to: &folder, from: -10_000_000)
        let after = try write(1, to: &folder)
        #expect(names == [clip] + before + after)
    }

    /// A run that began its clip before the clock was set is still writing it.
    @Test func whatAnotherRunIsWritingIsNotOld() throws {
        var folder = try open(.init(days: 1))
        let clip = EventPictureID(at: start.addingTimeInterval(-20_000_000)).text + ".mp4"
        #expect(FileManager.default.createFile(atPath: "\(path)/\(clip)", contents: Data(count: 10)))
        let writer = try #require(FileHandle(forWritingAtPath: "\(path)/\(clip)"))
        var written = try write(1, to: &folder)
        #expect(names == [clip] + written)
        try writer.close()
        written += try write(1, to: &folder, from: 1)
        #expect(names == written)
    }

    @Test func theOldestGoWhenTheyAreTooLarge() throws {
        var folder = try EventPictureFolder(path: path, limits: .init(bytes: 35))
        let written = try write(6, to: &folder)
        #expect(names == Array(written.suffix(3)))
    }

    @Test func theOldGo() throws {
        var folder = try open(.init(days: 3.0 / 1440))
        let written = try write(6, to: &folder)
        // Three minutes old is not older.
        #expect(names == Array(written.suffix(4)))
    }

    /// Whether the clock is known to be right or has not been set yet, and is months ahead.
    @Test(arguments: [true, false])
    func aClockThatNobodyHasSetRemovesOnlyWhatIsOldWithoutIt(isSet: Bool) throws {
        let limits = EventPictureFolder.Limits(days: 1)
        var written: [String] = []
        do {
            var folder = try EventPictureFolder(path: path, limits: .init())
            for hours in [0.0, 30, 40, 50] {
                let date = Date(timeIntervalSince1970: 1_770_000_000 + hours * 3600)
                written.append(EventPictureID(at: date).text + ".jpg")
                try folder.write([1], as: written[written.count - 1], at: date)
            }
        }
        var folder = try EventPictureFolder(path: path, limits: limits) { isSet }
        #expect(names == (isSet ? [] : Array(written.suffix(3))))
        let more = try write(2, to: &folder)
        #expect(names == (isSet ? [] : Array(written.suffix(3))) + more)
    }

    /// What a run wrote whose clock stood in 1970 is as old as the next run knows, once that one's is right.
    @Test func whatWasWrittenBeforeTheClockWasSetCountsFromWhenItWasSeen() throws {
        let undated = EventPictureID(at: Date(timeIntervalSince1970: 3_600)).text + ".jpg"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: "\(path)/\(undated)"))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 3_600)], ofItemAtPath: "\(path)/\(undated)")
        func modified() throws -> Date {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(undated)")
            return try #require(attributes[.modificationDate] as? Date)
        }
        let limits = EventPictureFolder.Limits(days: 1)
        // Of a run whose clock is not set either.
        _ = try EventPictureFolder(path: path, limits: limits, isClockSet: { false })
        #expect(names == [undated])
        #expect(try modified() == Date(timeIntervalSince1970: 3_600))
        var folder = try open(limits)
        #expect(names == [undated])
        #expect(try modified() > Date(timeIntervalSinceNow: -60))
        uptime.pass(.seconds(86_300))
        let written = try write(1, to: &folder)
        #expect(names == [undated] + written)
        uptime.pass(.seconds(200))
        let last = try write(1, to: &folder, from: 1)
        #expect(names == written + last)
    }

    /// Nobody knows how old it is, and what has a date is older for all that is known.
    @Test func whatHasNoDateIsNotTheOldest() throws {
        var folder = try open(.init())
        let dated = try write(2, to: &folder)
        let undated = EventPictureID(at: Date(timeIntervalSince1970: 3_600)).text + ".jpg"
        try Data([1]).write(to: URL(filePath: "\(path)/\(undated)"))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 3_600)], ofItemAtPath: "\(path)/\(undated)")
        _ = try open(.init(files: 2))
        #expect(names == [undated, dated[1]])
    }

    @Test func aFolderThatCannotBeMadeIsAnError() {
        #expect(throws: CaptureError.self) {
            try EventPictureFolder(path: "/dev/null/events", limits: .init())
        }
    }

    /// A run that is killed at any moment leaves whole pictures, and nothing half done after the next start.
    @Test func aRunThatIsKilledLeavesNoHalfPicture() async throws {
        var count = 0
        for attempt in 0..<5 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, attempt = attempt as Int] in
                var folder = try EventPictureFolder(path: path, limits: .init(files: 400))
                Thread {
                    usleep(UInt32(5_000 + attempt * 7_919))
                    kill(getpid(), SIGKILL)
                }.start()
                while true {
                    let date = Date()
                    let name = EventPictureID(at: date).text + ".jpg"
                    // Their last byte is their first.
                    let mark = UInt8.random(in: 0...255)
                    let middle = [UInt8](repeating: 7, count: .random(in: 10_000...80_000))
                    try folder.write([mark] + middle + [mark], as: name, at: date)
                }
            }
            _ = try EventPictureFolder(path: path, limits: .init())
            for name in names {
                let bytes = try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
                #expect(name.hasSuffix(".jpg") && bytes.count > 10_000 && bytes.first == bytes.last)
            }
            count = names.count
        }
        #expect(count > 0)
    }
}
