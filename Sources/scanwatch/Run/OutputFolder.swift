import Capture
import Glibc

/// A folder that files are written into, and never beside it whatever they are called.
final class OutputFolder {
    private let path: [UInt8]
    private let descriptor: Int32
    /// The folders in it from which leftovers of runs that were killed are removed.
    private var tidied: Set<FileIdentity> = []

    /// Opens a folder, making it and those on the way to it if need be.
    init(path: [UInt8]) throws(OutputFailure) {
        for end in path.indices.dropFirst() where path[end] == UInt8(ascii: "/") {
            try Self.makeFolder(Array(path[..<end]))
        }
        try Self.makeFolder(path)
        descriptor = open(path.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .ofSystem().about(path) }
        self.path = path
    }

    deinit { close(descriptor) }

    private static func makeFolder(_ path: [UInt8]) throws(OutputFailure) {
        guard mkdir(path.cString, 0o777) != 0, errno != EEXIST else { return }
        let failure = OutputFailure.ofSystem().about(path)
        // Some file systems say so of what is there.
        guard access(path.cString, F_OK) == 0 else { throw failure }
    }

    /// Writes a file, in place of one that may be there.
    ///
    /// - Parameter place: The names of folders, which are made if need be, and of the file. A folder's name that
    ///   is a link here is not followed.
    func write(_ bytes: [UInt8], to place: [[UInt8]]) throws(OutputFailure) {
        do throws(OutputFailure) {
            guard let name = place.last else { return }
            var folder = try OpenFolder(name: Array(".".utf8), in: descriptor)
            for name in place.dropLast() { folder = try OpenFolder(name: name, in: folder.descriptor) }
            tidy(folder)
            let file = try ReplacingFile(name: name, in: folder.descriptor)
            do throws(OutputFailure) {
                try file.write(bytes)
                try file.finish()
            } catch {
                file.discard()
                throw error
            }
        } catch {
            throw error.about(Array(([path] + place).joined(separator: [UInt8(ascii: "/")])))
        }
    }

    /// Removes leftovers, once a run.
    private func tidy(_ folder: borrowing OpenFolder) {
        var status = stat()
        guard fstat(folder.descriptor, &status) == 0, tidied.insert(FileIdentity(status)).inserted else {
            return
        }
        SyncedFile.removeLeftovers(in: "/proc/self/fd/\(folder.descriptor)")
    }

    /// A folder on the way, made if need be; closed at the end of its life.
    private struct OpenFolder: ~Copyable {
        let descriptor: Int32

        init(name: [UInt8], in parent: Int32) throws(OutputFailure) {
            let isMade = mkdirat(parent, name.cString, 0o777) == 0
            let failure = OutputFailure.ofSystem()
            descriptor = openat(parent, name.cString, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { throw isMade || errno != ENOENT ? .ofSystem() : failure }
        }

        deinit { close(descriptor) }
    }
}
