import Foundation

/// Files that appear as a whole or not at all, also after a power cut.
package enum SyncedFile {
    /// What names of files that are not whole begin with.
    package static let partialPrefix = ".scanwatch-partial-"

    /// Whether a file is one that is not whole and whose writer is gone.
    package static func isLeftover(_ name: String) -> Bool {
        guard name.hasPrefix(partialPrefix) else { return false }
        guard let writer = pid_t(name.dropFirst(partialPrefix.count).prefix { $0 != "-" }), writer > 0 else {
            return true
        }
        return writer == getpid() || (kill(writer, 0) != 0 && errno == ESRCH)
    }

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - bytes: All of it.
    ///   - path: Where to; a file that is there is replaced, and nothing else.
    /// - Throws: ``CaptureError/Code/diskFull``, or ``CaptureError/Code/fileFailed`` with the system's own words.
    package static func write(_ bytes: [UInt8], to path: String) throws(CaptureError) {
        guard ReplaceableFile.hasPlace(path) else {
            throw CaptureError(.fileFailed, "\(path): \(ReplaceableFile.refusal)")
        }
        let (folder, name) = split(path)
        let partial = "\(folder)/\(partialPrefix)\(getpid())-\(name)"
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(path) }
        do throws(CaptureError) {
            try fill(descriptor, with: bytes, path)
        } catch {
            unlink(partial)
            throw error
        }
        guard rename(partial, path) == 0 else {
            let error = failure(path)
            unlink(partial)
            throw error
        }
        synchronizeFolder(folder)
    }

    /// Sees to it that the name of a file that was made is on the disk.
    static func synchronizeFolder(of path: String) { synchronizeFolder(split(path).folder) }

    private static func synchronizeFolder(_ folder: String) {
        // A folder that cannot be synced has what it has.
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (
            slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...])
        )
    }

    private static func fill(_ descriptor: Int32, with bytes: [UInt8], _ path: String) throws(CaptureError) {
        var error: CaptureError?
        var place = 0
        while place < bytes.count, error == nil {
            let count = bytes[place...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { error = failure(path) }
            place += max(0, count)
        }
        if error == nil, fsync(descriptor) != 0 { error = failure(path) }
        // Some file systems tell only now that there was no room.
        if close(descriptor) != 0, error == nil { error = failure(path) }
        if let error { throw error }
    }

    /// What the system has just said of a file.
    static func failure(_ path: String) -> CaptureError {
        let number = errno
        let isFull = number == ENOSPC || number == EDQUOT
        return CaptureError(isFull ? .diskFull : .fileFailed, "\(path): \(String(cString: strerror(number)))")
    }
}
