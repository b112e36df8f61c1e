import Glibc
import MetadataOutput

/// The visible names in a folder, in the order of their bytes, held compactly: a folder may have millions.
struct FolderListing: Sendable {
    /// A name's place among the letters, and what the system says it is.
    private struct Entry {
        let start: Int
        /// More than 255 where a file system counts letters and not bytes.
        let count: UInt16
        let type: UInt8

        var range: Range<Int> { start..<(start + Int(count)) }
    }

    let identity: FileIdentity
    /// All names, one after the other.
    private var letters: [UInt8] = []
    /// The names still to be handed out, the next at the end.
    private var entries: [Entry] = []

    /// Lists a folder.
    init(of path: [UInt8]) throws(PayloadError) {
        guard let folder = path.withCString({ opendir($0) }) else { throw PayloadError(errno: errno) }
        defer { closedir(folder) }
        var status = stat()
        guard fstat(dirfd(folder), &status) == 0 else { throw PayloadError(errno: errno) }
        identity = FileIdentity(status)
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                guard errno == 0 else { throw PayloadError(errno: errno) }
                break
            }
            add(entry)
        }
        sort()
    }

    /// Takes the next name and what the system says it is, nil where it does not say; nil at the end.
    mutating func popFirst() -> (name: ArraySlice<UInt8>, kind: FileKind?)? {
        guard let entry = entries.popLast() else { return nil }
        return (letters[entry.range], FileKind(entryType: entry.type))
    }

    private mutating func add(_ entry: UnsafeMutablePointer<dirent>) {
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
        // The record is only as long as its name needs: the whole structure must not be copied.
        let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: UInt8.self)
        guard name[0] != UInt8(ascii: ".") else { return }
        let count = strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
        entries.append(Entry(start: letters.count, count: UInt16(count), type: entry.pointee.d_type))
        letters.append(contentsOf: UnsafeBufferPointer(start: name, count: Int(count)))
    }

    private mutating func sort() {
        letters.withUnsafeBytes { letters in
            entries.sort { a, b in
                let (first, second) = (letters[a.range], letters[b.range])
                return second.lexicographicallyPrecedes(first)
            }
        }
    }
}
