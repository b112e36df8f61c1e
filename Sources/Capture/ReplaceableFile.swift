import Glibc

/// What a file that is written as a whole may take the place of.
package enum ReplaceableFile {
    /// What is said of everything else.
    package static let refusal = "it exists and is not a regular file"

    /// Whether nothing, a file or a link to one has the name. A device or a pipe could be replaced by a file too, and should
    /// not be.
    ///
    /// - Parameters:
    ///   - name: A path.
    ///   - folder: The descriptor of the folder that it begins in.
    package static func hasPlace(_ name: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD) -> Bool {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return true }
        if status.st_mode & S_IFMT == S_IFLNK {
            // /dev/stdout is a link into /proc, and at its end may be a file.
            if leadsToProcesses(name, in: folder) { return false }
            guard fstatat(folder, name, &status, 0) == 0 else { return true }
        }
        return status.st_mode & S_IFMT == S_IFREG
    }

    private static func leadsToProcesses(_ link: UnsafePointer<CChar>, in folder: Int32) -> Bool {
        let start = Array("/proc/".utf8).map { CChar(bitPattern: $0) }
        var target = [CChar](repeating: 0, count: start.count)
        let count = readlinkat(folder, link, &target, start.count)
        return count == start.count && target == start
    }
}
