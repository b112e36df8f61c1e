import Capture
import Glibc
import MetadataOutput

/// Where a file is or will be: a folder, held open, and a name in it.
struct FilePlace: ~Copyable, Sendable {
    /// The path as it was given, or what the link of that name leads to.
    let path: [UInt8]
    /// The folder's descriptor.
    let folder: Int32
    let name: [UInt8]

    init(_ path: [UInt8]) throws(OutputFailure) {
        let path = try Self.target(of: path)
        let (folderName, name) = Self.split(path)
        let folder = open(folderName.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .ofSystem().about(path) }
        (self.path, self.folder, self.name) = (path, folder, name)
    }

    deinit { close(folder) }

    /// - Throws: If what has the name now is no file that may be replaced; of a file that has it for a time only, with the
    ///   name.
    static func checkReplaceable(
        _ name: [UInt8], in folder: Int32, isTemporary: Bool = false
    ) throws(OutputFailure) {
        guard ReplaceableFile.hasPlace(name.cString, in: folder) else {
            let failure = OutputFailure.system(ReplaceableFile.refusal)
            throw isTemporary ? failure.about(name) : failure
        }
    }

    /// Whether the folder has something of this name.
    func has(_ name: [UInt8]) -> Bool { faccessat(folder, name.cString, F_OK, 0) == 0 }

    /// Whether it is this file.
    func has(_ name: [UInt8], _ file: borrowing OutputDescriptor) -> Bool {
        Self.has(name, file, in: folder)
    }

    /// Whether a name in a folder is this file's.
    static func has(_ name: [UInt8], _ file: borrowing OutputDescriptor, in folder: Int32) -> Bool {
        FileIdentity.isName(name.cString, of: file.number, in: folder)
    }

    /// Waits until the folder's names are on the disk; some file systems cannot tell.
    func sync() { fsync(folder) }

    /// The path of the file that is written where a path is given: at the end of links, unless no file may take the place of what is
    /// there.
    ///
    /// - Throws: If a link is not to be followed.
    static func target(of path: [UInt8]) throws(OutputFailure) -> [UInt8] {
        var target = path
        // As many as the system follows.
        for _ in 0..<40 {
            guard ReplaceableFile.hasPlace(target.cString), let link = try link(at: target) else { break }
            let isWhole = link.first == UInt8(ascii: "/")
            target = isWhole ? link : target[..<target.nameStart] + link
        }
        return target
    }

    /// The same for the library, whose files have texts as names.
    static func target(of path: String) throws(OutputFailure) -> String {
        let target = try target(of: Array(path.utf8))
        guard let text = String(validating: target, as: UTF8.self) else {
            throw .system("the link leads to a name that is not UTF-8").about(Array(path.utf8))
        }
        return text
    }

    /// O_PATH, a macro that Swift does not see: opens links themselves, and folders that may not be read.
    private static let pathOnly: Int32 = 0x20_0000

    /// What a link says; nil of everything else.
    ///
    /// - Throws: If the kernel would not follow it (fs.protected_symlinks), which does not see that it is followed here: who puts links
    ///   where all put files might have others write over their own.
    private static func link(at path: [UInt8]) throws(OutputFailure) -> [UInt8]? {
        let (folderName, name) = split(path)
        let folder = open(folderName.cString, Self.pathOnly | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        defer { close(folder) }
        // Held, so that what is read is the link that was looked at.
        let link = openat(folder, name.cString, Self.pathOnly | O_NOFOLLOW | O_CLOEXEC)
        guard link >= 0 else { return nil }
        defer { close(link) }
        var (found, place) = (stat(), stat())
        guard fstat(link, &found) == 0, found.st_mode & S_IFMT == S_IFLNK, fstat(folder, &place) == 0 else {
            return nil
        }
        let isOpenToAll = place.st_mode & (S_ISVTX | S_IWOTH) == S_ISVTX | S_IWOTH
        guard !isOpenToAll || found.st_uid == geteuid() || found.st_uid == place.st_uid else {
            throw .system("another user's link in a folder for all is not followed").about(path)
        }
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(link, "", &text, text.count)
        return count > 0 ? text[..<count].map { UInt8(bitPattern: $0) } : nil
    }

    /// The folder of a path, `.` if it names none, and the rest.
    static func split(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]) {
        let start = path.nameStart
        return (start == 0 ? Array(".".utf8) : Array(path[..<start]), Array(path[start...]))
    }
}
