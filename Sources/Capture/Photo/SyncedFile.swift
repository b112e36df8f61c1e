import Foundation
import MetadataOutput

/// Files that appear as a whole or not at all, also after a power cut.
package enum SyncedFile {
    /// What names of files that are not whole begin with.
    package static let partialPrefix = ".scanwatch-partial-"

    /// A name for a file that is not whole, under which nobody else writes, on whichever machine.
    package static func partialName() -> String {
        partialPrefix + String(UInt64.random(in: .min ... .max), radix: 16)
    }

    /// Opens a file that is not whole, whose name begins so, and empties it. It is locked as long as it is open: processes have the
    /// same numbers in several containers, and locks go with whoever had them. Waits for another who writes under that name.
    ///
    /// - Parameters:
    ///   - name: A path.
    ///   - folder: The descriptor of the folder that it begins in.
    ///   - mode: Who may do what with it.
    /// - Returns: Its descriptor, which is the caller's; negative, with `errno`, if it cannot be made.
    package static func openPartial(
        _ name: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD, mode: UInt32
    ) -> Int32 {
        while true {
            let descriptor = openat(folder, name, O_WRONLY | O_CREAT | O_CLOEXEC, mode)
            guard descriptor >= 0 else { return descriptor }
            while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
            // It may be whole by now and have its own name, or have been taken for a leftover.
            if FileIdentity.isName(name, of: descriptor, in: folder, followsLinks: true) {
                ftruncate(descriptor, 0)
                return descriptor
            }
            close(descriptor)
        }
    }

    /// Removes the files of a folder that are not whole and whose writers are gone. Where nothing can be locked, nothing is removed.
    package static func removeLeftovers(in folder: String) {
        guard let listing = opendir(folder) else { return }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
            let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            guard strncmp(name, partialPrefix, partialPrefix.utf8.count) == 0 else { continue }
            // For writing, as locks of other machines' files want it.
            let descriptor = openat(dirfd(listing), name, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            removeLeftover(name, of: descriptor, in: dirfd(listing))
            close(descriptor)
        }
    }

    /// Removes a file that is not whole, unless its writer is there or it is whole by now; its name may be that of another one then,
    /// whose writer has just begun.
    static func removeLeftover(
        _ name: UnsafePointer<CChar>, of descriptor: Int32, in folder: Int32
    ) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
            FileIdentity.isName(name, of: descriptor, in: folder)
        else { return }
        unlinkat(folder, name, 0)
    }

    /// Makes the folder of a file if somebody has removed it since it was opened, and that one alone: where the one above it is gone
    /// too, as of a disk that was pulled out, what is made there would lie on another disk.
    package static func makeFolderAgain(of path: String) { mkdir(folder(of: path), 0o777) }

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
        let folder = folder(of: path)
        let partial = "\(folder)\(partialPrefix)\(getpid())-\(path[path.utf8.nameStart...])"
        let descriptor = openPartial(partial, mode: 0o644)
        guard descriptor >= 0 else { throw failure(path) }
        // Locked until it has its own name.
        defer { close(descriptor) }
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
    static func synchronizeFolder(of path: String) { synchronizeFolder(folder(of: path)) }

    private static func synchronizeFolder(_ folder: String) {
        // A folder that cannot be synced has what it has.
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    /// The folder of a path with a slash at its end.
    private static func folder(of path: String) -> String {
        let start = path.utf8.nameStart
        return start == path.startIndex ? "./" : String(path[..<start])
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
        // Some file systems tell only when it is closed that there was no room.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        if copy >= 0, close(copy) != 0, error == nil { error = failure(path) }
        if let error { throw error }
    }

    /// What the system has just said of a file.
    static func failure(_ path: String) -> CaptureError {
        let number = errno
        let isFull = number == ENOSPC || number == EDQUOT
        return CaptureError(isFull ? .diskFull : .fileFailed, "\(path): \(String(cString: strerror(number)))")
    }
}
