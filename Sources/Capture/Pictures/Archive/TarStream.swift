import Glibc
import MetadataOutput

/// The bytes of an archive, a piece at a time.
struct TarStream: ~Copyable {
    private let file: OpenFile
    /// Bytes of a regular file, in which one can go on without reading; nil of a pipe.
    private let size: Int?
    /// Whether somebody may be writing into its other end.
    private let isPipe: Bool
    private var piece = [UInt8](repeating: 0, count: 1 << 16)
    /// What of the piece is not yet handed out.
    private var unread = 0..<0
    /// Bytes handed out or passed over so far.
    private(set) var position = 0

    init(file: consuming OpenFile) {
        var status = stat()
        let kind = fstat(file.descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        isPipe = kind == S_IFIFO || kind == S_IFSOCK
        // Standard input may be a file of which somebody has read the beginning.
        let start = kind == S_IFREG ? lseek(file.descriptor, 0, SEEK_CUR) : -1
        size = start >= 0 ? Int(status.st_size) - start : nil
        self.file = file
    }

    /// The next bytes; fewer than `count` only at the end of the file.
    mutating func read(_ count: Int) throws(PayloadError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            if try !fill() { break }
            let part = unread.prefix(count - bytes.count)
            bytes.append(contentsOf: piece[part])
            take(part.count)
        }
        return bytes
    }

    /// Passes over bytes.
    ///
    /// - Returns: Whether there were as many.
    mutating func skip(_ count: Int) throws(PayloadError) -> Bool {
        var rest = count
        while rest > 0 {
            if unread.isEmpty, let size, rest > piece.count {
                let step = min(rest, size - position)
                guard step > 0, lseek(file.descriptor, step, SEEK_CUR) >= 0 else { return false }
                position += step
                rest -= step
            } else {
                guard try fill() else { return false }
                let part = min(rest, unread.count)
                take(part)
                rest -= part
            }
        }
        return true
    }

    /// Reads a pipe to its end, so that whoever writes into it is not cut off. Devices may have no end.
    mutating func drain() throws(PayloadError) {
        guard isPipe else { return }
        while try fill() { take(unread.count) }
    }

    private mutating func take(_ count: Int) {
        unread = (unread.lowerBound + count)..<unread.upperBound
        position += count
    }

    /// Sees to it that there is something to hand out.
    ///
    /// - Returns: Whether there is.
    private mutating func fill() throws(PayloadError) -> Bool {
        if unread.isEmpty { unread = 0..<(try FileReader.readSome(from: file.descriptor, into: &piece)) }
        return !unread.isEmpty
    }
}
