import Capture
import Glibc

/// A file that is written under another name and put in its place, and in that of one that was there, when it is
/// whole.
struct ReplacingFile: ~Copyable {
    private let folder: Int32
    private let name: [CChar]
    private let temporaryName: [CChar]
    private let output: OutputDescriptor

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - name: Its name in `folder`.
    ///   - temporaryName: Its name there as long as it is not whole. What has that name now is overwritten, unless somebody
    ///     else is writing it. Default: a name of its own, which later runs know for a leftover (`SyncedFile`).
    ///   - folder: A folder's descriptor, borrowed until the file is done.
    init(name: [UInt8], temporaryName: [UInt8]? = nil, in folder: Int32) throws(OutputFailure) {
        self.folder = folder
        self.name = name.cString
        self.temporaryName = (temporaryName ?? Array(SyncedFile.partialName().utf8)).cString
        try FilePlace.checkReplaceable(name, in: folder)
        output =
            if let temporaryName {
                try Self.claim(temporaryName, in: folder)
            } else {
                try OutputDescriptor(SyncedFile.openPartial(self.temporaryName, in: folder, mode: 0o666))
            }
    }

    /// An empty file of a name under which others may write too, one at a time.
    private static func claim(_ name: [UInt8], in folder: Int32) throws(OutputFailure) -> OutputDescriptor {
        // Whoever opens a pipe to write to it waits for a reader.
        try FilePlace.checkReplaceable(name, in: folder, isTemporary: true)
        let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC
        let output = try OutputDescriptor(openat(folder, name.cString, flags, 0o666))
        // Also if that run has finished meanwhile, and this is not the file of that name any more.
        guard output.lock(), FilePlace.has(name, output, in: folder) else {
            throw .system("another run is writing to it")
        }
        try output.cut(to: 0)
        return output
    }

    func write(_ bytes: [UInt8]) throws(OutputFailure) {
        try output.write(bytes)
    }

    /// Puts it in its place.
    ///
    /// - Parameter isSynced: Whether it is to be on the disk first: a power cut leaves the old one or all of the new one.
    func finish(isSynced: Bool = false) throws(OutputFailure) {
        if isSynced { try output.sync() }
        try output.settle()
        guard renameat(folder, temporaryName, folder, name) == 0 else { throw .ofSystem() }
    }

    /// Takes away what was written so far; of no effect on a finished file.
    func discard() {
        unlinkat(folder, temporaryName, 0)
    }
}

extension [UInt8] {
    /// The bytes as C has them; they end at the first zero.
    var cString: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
