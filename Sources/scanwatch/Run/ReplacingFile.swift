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
    ///   - temporaryName: Its name there as long as it is not whole. What has that name now is overwritten.
    ///   - folder: A folder's descriptor, borrowed until the file is done.
    init(name: [UInt8], temporaryName: [UInt8], in folder: Int32) throws(OutputFailure) {
        self.folder = folder
        self.name = name.cString
        self.temporaryName = temporaryName.cString
        try FilePlace.checkReplaceable(name, in: folder)
        // Whoever opens a pipe to write to it waits for a reader.
        try FilePlace.checkReplaceable(temporaryName, in: folder, isTemporary: true)
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
        output = try OutputDescriptor(openat(folder, self.temporaryName, flags, 0o666))
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
