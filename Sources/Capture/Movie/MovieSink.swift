import CFallocate
import Foundation

/// Where a movie's bytes go. Used by one thread.
protocol MovieSink: AnyObject {
    /// Sees to it that a file of this size has room. Where that cannot be said beforehand, nothing happens.
    func reserve(_ byteCount: Int) throws(CaptureError)
    /// Writes over what is at this place, or behind the end.
    func write(_ bytes: [UInt8], at offset: Int) throws(CaptureError)
    /// Returns when everything that was written is on the disk.
    func synchronize() throws(CaptureError)
    /// Makes the file so small; room that was reserved is given back.
    func truncate(to byteCount: Int)
    /// Room on the disk for those who are not its administrators, in bytes; nil if nobody knows.
    var freeByteCount: Int? { get }
    /// Nothing more is written.
    ///
    /// - Parameter isKept: Whether the file stays.
    func close(isKept: Bool)
}

/// Makes a file by its path.
typealias OpenMovieSink = @Sendable (_ path: String) throws(CaptureError) -> any MovieSink

/// A file on a disk.
final class MovieFileSink: MovieSink {
    private let path: String
    private let descriptor: Int32

    /// Makes the file.
    ///
    /// - Throws: ``CaptureError/Code/fileAlreadyExists`` if there is one, ``CaptureError/Code/diskFull``, or
    ///   ``CaptureError/Code/fileFailed`` with the system's own words.
    init(_ path: String) throws(CaptureError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            if errno == EEXIST { throw CaptureError(.fileAlreadyExists, "\(path): there is such a file") }
            throw SyncedFile.failure(path)
        }
        SyncedFile.synchronizeFolder(of: path)
    }

    func reserve(_ byteCount: Int) throws(CaptureError) {
        guard fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, byteCount) != 0 else { return }
        // Some file systems cannot.
        if errno == ENOSPC || errno == EDQUOT { throw SyncedFile.failure(path) }
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(CaptureError) {
        var place = 0
        while place < bytes.count {
            let count = bytes[place...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, offset + place)
            }
            if count < 0, errno != EINTR { throw SyncedFile.failure(path) }
            place += max(0, count)
        }
    }

    func synchronize() throws(CaptureError) {
        if fdatasync(descriptor) != 0 { throw SyncedFile.failure(path) }
    }

    func truncate(to byteCount: Int) { _ = ftruncate(descriptor, byteCount) }

    var freeByteCount: Int? {
        var info = statvfs()
        guard fstatvfs(descriptor, &info) == 0 else { return nil }
        // Some file systems that have no limit say so with the largest numbers there are.
        let (count, isLarger) = UInt64(info.f_bavail).multipliedReportingOverflow(by: UInt64(info.f_frsize))
        return isLarger ? .max : Int(clamping: count)
    }

    func close(isKept: Bool) {
        if !isKept { unlink(path) }
        _ = Glibc.close(descriptor)
    }
}
