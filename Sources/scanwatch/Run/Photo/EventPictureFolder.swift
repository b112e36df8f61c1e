import CClock
import Capture
import Foundation
import Synchronization

/// The folder of event pictures or clips, or of both: names in the order of time, and no more than is to be kept. What goes
/// first is what was written first, whatever the clock said: of other runs their names tell.
struct EventPictureFolder {
    /// What is to be kept; nil for all.
    struct Limits {
        var files: Int?
        var bytes: Int?
        var days: Double?
    }

    private struct File {
        let name: String
        var bytes: Int
        var age: Age
        /// Whether it is a clip that another run is writing.
        var isGrowing = false
    }

    /// Since when there is a file.
    private enum Age {
        /// When this run wrote it or, as a clip, finished it, whatever the clock says then or later: it may be set by years, as of
        /// a machine that has none of its own until the network tells the time.
        case written(ContinuousClock.Instant)
        /// By the name that another run has given it, or by the file's own time.
        case named(Date)
        /// Since this run has known it: made before the machine's clock was set, and by one that nobody has set since.
        case undated(ContinuousClock.Instant)
    }

    /// Before there was this tool: the beginning of 2026. A machine without a clock of its own begins in 1970, or in another year
    /// that is long over, until the network tells it the time.
    private static let beginning = Date(timeIntervalSince1970: 1_767_225_600)

    /// `F_SETLEASE`, which Swift does not see.
    private static let setLease: Int32 = 1024

    let path: String
    private let limits: Limits
    private let isClockSet: @Sendable () -> Bool
    private let uptime: @Sendable () -> ContinuousClock.Instant
    /// When the folder was opened, and the time of the newest file at that moment; nil if there was none.
    private let opening: ContinuousClock.Instant
    private var newest: Date?
    /// What was written first stands first.
    private var files: [File] = []
    private var bytes = 0
    /// Clips of this run that are not finished.
    private var openClips: Set<String> = []
    /// When the folder was last changed, as far as it is known.
    private var lastChange = timespec()

    /// Opens a folder, making it if need be, and removes what an earlier run has left half done.
    ///
    /// - Parameters:
    ///   - isClockSet: Whether somebody who knows the time has set the machine's clock.
    ///   - uptime: The clock that nobody sets.
    /// - Throws: ``CaptureError/Code/fileFailed``
    init(
        path: String, limits: Limits, isClockSet: @escaping @Sendable () -> Bool = Self.isSystemClockSet,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws(CaptureError) {
        self.path = path
        self.limits = limits
        (self.isClockSet, self.uptime, opening) = (isClockSet, uptime, uptime())
        let names: [String]
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            SyncedFile.removeLeftovers(in: path)
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw CaptureError(.fileFailed, "\(path): the folder cannot be made or read")
        }
        for name in names where Self.isOurs(name) && size(of: name) == 0 && !isBeingWritten(name) {
            // A clip that was killed before its first frame.
            unlink("\(path)/\(name)")
        }
        if isLimited { takeInOthers() }
        for case .named(let date) in files.map(\.age) { newest = max(newest ?? date, date) }
        removeOld(at: Date())
    }

    /// Whether the kernel was told of late that its clock is right, as programs do that ask the network for the time.
    private static func isSystemClockSet() -> Bool {
        var clock = timex()
        return adjtimex(&clock) >= 0 && clock.status & STA_UNSYNC == 0
    }

    /// What counts as now where files are old. A clock that nobody has set may be years ahead, and what it has removed does not
    /// come back: it is believed no further than the files there were, and the time since, bear it out.
    private func now(by date: Date) -> Date {
        guard let newest, !isClockSet() else { return date }
        return min(date, newest.addingTimeInterval((uptime() - opening) / .seconds(1)))
    }

    /// Whether a file is one of those that are written here; nothing else is ever removed.
    private static func isOurs(_ name: String) -> Bool {
        EventPictureID(prefixOf: name) != nil && (name.hasSuffix(".jpg") || name.hasSuffix(".mp4"))
    }

    private func size(of name: String) -> Int? {
        var status = stat()
        return lstat("\(path)/\(name)", &status) == 0 ? Int(status.st_size) : nil
    }

    /// Whether a process has a file open to write to it: then nobody gets a lease to read it (fcntl(2), F_SETLEASE).
    private func isBeingWritten(_ name: String) -> Bool {
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard fcntl(descriptor, Self.setLease, F_RDLCK) != 0 else {
            _ = fcntl(descriptor, Self.setLease, F_UNLCK)
            return false
        }
        return errno == EAGAIN
    }

    private var change: timespec {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mtim : timespec()
    }

    /// Takes in what other runs have written to the folder, and forgets what they have removed from it.
    private mutating func takeInOthers() {
        for index in files.indices where files[index].isGrowing {
            files[index].isGrowing = isBeingWritten(files[index].name)
            let size = size(of: files[index].name) ?? 0
            bytes += size - files[index].bytes
            files[index].bytes = size
        }
        let change = change
        guard change.tv_sec != lastChange.tv_sec || change.tv_nsec != lastChange.tv_nsec,
            let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        else { return }
        lastChange = change
        var unknown = Set(names.filter { Self.isOurs($0) && !openClips.contains($0) })
        let gone = Set(files.map(\.name)).subtracting(unknown)
        for file in files {
            if gone.contains(file.name) { bytes -= file.bytes }
            unknown.remove(file.name)
        }
        files.removeAll { gone.contains($0.name) }
        let found = unknown.map { (name: $0, age: age(of: $0)) }.sorted { Self.isOrdered($0, $1) }
        for (name, age) in found {
            guard let size = size(of: name) else { continue }
            note(name, bytes: size, age)
            files[files.count - 1].isGrowing = name.hasSuffix(".mp4") && isBeingWritten(name)
        }
    }

    /// Whether of two files of other runs the first is the older one. Of what has no date nobody knows it: it goes last.
    private static func isOrdered(_ one: (name: String, age: Age), _ other: (name: String, age: Age)) -> Bool
    {
        switch (one.age, other.age) {
        case (.named(let date), .named(let otherDate)) where date != otherDate: date < otherDate
        case (.named, .undated): true
        case (.undated, .named): false
        default: one.name < other.name
        }
    }

    /// Since when a file of another run is there. What its name has of a clock that was not set yet says nothing: such a file counts
    /// from when a run whose clock is right has seen it, which is then the file's time.
    private func age(of name: String) -> Age {
        if let date = EventPictureID(prefixOf: name)?.date, date >= Self.beginning { return .named(date) }
        var status = stat()
        if lstat("\(path)/\(name)", &status) == 0 {
            let date = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
            if date >= Self.beginning { return .named(date) }
        }
        return .undated(uptime())
    }

    /// Dates what has no date yet, once the clock is set.
    private mutating func dateUndated() {
        let undated = files.indices.filter { index in
            guard case .undated = files[index].age else { return false }
            return !files[index].isGrowing
        }
        guard !undated.isEmpty, isClockSet() else { return }
        for index in undated {
            _ = utimensat(AT_FDCWD, "\(path)/\(files[index].name)", nil, AT_SYMLINK_NOFOLLOW)
            if case .undated(let moment) = files[index].age { files[index].age = .written(moment) }
        }
    }

    private mutating func forget(_ name: String) {
        guard let place = files.firstIndex(where: { $0.name == name }) else { return }
        bytes -= files.remove(at: place).bytes
    }

    private mutating func note(_ name: String, bytes count: Int, _ age: Age) {
        files.append(File(name: name, bytes: count, age: age))
        bytes += count
    }

    /// Without limits nothing needs to be known of files.
    private var isLimited: Bool { limits.files != nil || limits.bytes != nil || limits.days != nil }

    /// Writes a picture, after removing what has to go for it.
    ///
    /// - Throws: ``CaptureError/Code/diskFull``, ``CaptureError/Code/fileFailed``
    mutating func write(_ contents: [UInt8], as name: String, at date: Date) throws(CaptureError) {
        let file = "\(path)/\(name)"
        SyncedFile.makeFolderAgain(of: file)
        removeOld(at: date, roomFor: (files: 1, bytes: contents.count))
        try SyncedFile.write(contents, to: file)
        if isLimited {
            note(name, bytes: contents.count, .written(uptime()))
            lastChange = change
        }
    }

    /// Removes what has to go for a clip that is begun now; it counts when it is finished.
    mutating func beginClip(_ name: String, at date: Date) {
        // Its file may have been seen already.
        forget(name)
        openClips.insert(name)
        removeOld(at: date, roomFor: (files: 1, bytes: 0))
    }

    /// Takes a clip in that is finished, and removes what has to go for it.
    ///
    /// - Parameter count: How long it is; 0 if there is none.
    mutating func endClip(_ name: String, bytes count: Int, at date: Date) {
        openClips.remove(name)
        guard isLimited, count > 0 else { return }
        note(name, bytes: count, .written(uptime()))
        removeOld(at: date)
    }

    private mutating func removeOld(at date: Date, roomFor new: (files: Int, bytes: Int) = (0, 0)) {
        guard isLimited else { return }
        takeInOthers()
        dateUndated()
        var gone: Set<String> = []
        if let days = limits.days {
            let (now, uptime) = (self.now(by: date), self.uptime())
            // Not only the first: behind what was written before the clock was set back all may be older.
            for file in files where !file.isGrowing {
                let seconds =
                    switch file.age {
                    case .written(let moment), .undated(let moment): (uptime - moment) / .seconds(1)
                    case .named(let date): now.timeIntervalSince(date)
                    }
                guard seconds > days * 86_400 else { continue }
                remove(file)
                gone.insert(file.name)
            }
        }
        for file in files where !file.isGrowing && !gone.contains(file.name) {
            let areMany = limits.files.map { files.count - gone.count + new.files > $0 } ?? false
            let areLarge = limits.bytes.map { bytes + new.bytes > $0 } ?? false
            guard areMany || areLarge else { break }
            remove(file)
            gone.insert(file.name)
        }
        if !gone.isEmpty { files.removeAll { gone.contains($0.name) } }
        lastChange = change
    }

    private mutating func remove(_ file: File) {
        unlink("\(path)/\(file.name)")
        bytes -= file.bytes
    }
}
