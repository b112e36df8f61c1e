import Glibc

/// Where a file is or will be: a folder, held open, and a name in it.
struct FilePlace: ~Copyable, Sendable {
    /// The path as it was given.
    let path: [UInt8]
    /// The folder's descriptor.
    let folder: Int32
    let name: [UInt8]

    init(_ path: [UInt8]) throws(OutputFailure) {
        let (folderName, name) = Self.split(path)
        folder = open(folderName.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .ofSystem().about(path) }
        self.path = path
        self.name = name
    }

    deinit { close(folder) }

    /// - Throws: If what has the name now is no file that may be replaced.
    static func checkReplaceable(_ name: [UInt8], in folder: Int32) throws(OutputFailure) {
        var status = stat()
        guard fstatat(folder, name.cString, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        // A device could be replaced by a file too, and should not be.
        let isReplaceable = [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT)
        guard isReplaceable else { throw .system("it exists and is not a regular file") }
    }

    /// Whether the folder has something of this name.
    func has(_ name: [UInt8]) -> Bool { faccessat(folder, name.cString, F_OK, 0) == 0 }

    /// Whether it is this file.
    func has(_ name: [UInt8], _ file: borrowing OutputDescriptor) -> Bool {
        var (named, opened) = (stat(), stat())
        return fstatat(folder, name.cString, &named, AT_SYMLINK_NOFOLLOW) == 0
            && fstat(file.number, &opened) == 0
            && (named.st_dev, named.st_ino) == (opened.st_dev, opened.st_ino)
    }

    /// Waits until the folder's names are on the disk; some file systems cannot tell.
    func sync() { fsync(folder) }

    /// The folder of a path, `.` if it names none, and the rest.
    static func split(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]) {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return (Array(".".utf8), path) }
        return (Array(path[...slash]), Array(path[(slash + 1)...]))
    }
}
