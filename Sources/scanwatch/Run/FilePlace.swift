import Capture
import Glibc

/// Where a file is or will be: a folder, held open, and a name in it.
struct FilePlace: ~Copyable, Sendable {
    /// The path as it was given, or what the link of that name leads to.
    let path: [UInt8]
    /// The folder's descriptor.
    let folder: Int32
    let name: [UInt8]

    init(_ path: [UInt8]) throws(OutputFailure) {
        let path = Self.target(of: path)
        let (folderName, name) = Self.split(path)
        folder = open(folderName.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .ofSystem().about(path) }
        self.path = path
        self.name = name
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
        var (named, opened) = (stat(), stat())
        return fstatat(folder, name.cString, &named, AT_SYMLINK_NOFOLLOW) == 0
            && fstat(file.number, &opened) == 0
            && FileIdentity(named) == FileIdentity(opened)
    }

    /// Waits until the folder's names are on the disk; some file systems cannot tell.
    func sync() { fsync(folder) }

    /// The path of the file that is written where a path is given: at the end of links, unless no file may take the place of what is
    /// there.
    static func target(of path: [UInt8]) -> [UInt8] {
        var target = path
        // As many as the system follows.
        for _ in 0..<40 {
            guard ReplaceableFile.hasPlace(target.cString), let link = link(at: target) else { break }
            let isWhole = link.first == UInt8(ascii: "/")
            target = isWhole ? link : target.dropLast(split(target).name.count) + link
        }
        return target
    }

    /// What a link says; nil of everything else.
    private static func link(at path: [UInt8]) -> [UInt8]? {
        var link = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path.cString, &link, link.count)
        return count > 0 ? link[..<count].map { UInt8(bitPattern: $0) } : nil
    }

    /// The folder of a path, `.` if it names none, and the rest.
    static func split(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]) {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return (Array(".".utf8), path) }
        return (Array(path[...slash]), Array(path[(slash + 1)...]))
    }
}
