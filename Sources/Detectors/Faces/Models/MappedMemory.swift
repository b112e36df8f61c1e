import Glibc

/// Memory that belongs to nobody else: a file's, or none's.
final class MappedMemory: Sendable {
    nonisolated(unsafe) private let memory: UnsafeMutableRawBufferPointer
    /// Whether the bytes are in a file too.
    private let isOfFile: Bool

    private init(_ memory: UnsafeMutableRawBufferPointer, isOfFile: Bool) {
        self.memory = memory
        self.isOfFile = isOfFile
    }

    deinit {
        munmap(memory.baseAddress, memory.count)
    }

    /// All of an open file, to be read; the descriptor is not needed any longer.
    ///
    /// - Parameters:
    ///   - descriptor: Of a regular file.
    ///   - size: Bytes the file must have; nil if it is not such a file.
    convenience init?(reading descriptor: Int32, size: Int) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == size
        else {
            return nil
        }
        self.init(descriptor: descriptor, size: size, protection: PROT_READ, flags: MAP_SHARED)
    }

    /// The memory that `write` fills: of an open file that gets `size` bytes, or of no file.
    convenience init?(descriptor: Int32?, size: Int) {
        if let descriptor, posix_fallocate(descriptor, 0, size) != 0 { return nil }
        self.init(
            descriptor: descriptor ?? -1, size: size, protection: PROT_READ | PROT_WRITE,
            flags: descriptor == nil ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED)
    }

    private convenience init?(descriptor: Int32, size: Int, protection: Int32, flags: Int32) {
        guard size > 0, let start = mmap(nil, size, protection, flags, descriptor, 0), start != MAP_FAILED
        else {
            return nil
        }
        self.init(
            UnsafeMutableRawBufferPointer(start: start, count: size), isOfFile: flags & MAP_ANONYMOUS == 0)
    }

    func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        body(UnsafeRawBufferPointer(memory))
    }

    /// Reads a byte of each page, so that nobody has to wait for it later.
    ///
    /// - Returns: Their sum; whoever keeps it keeps the compiler from leaving the reading out.
    func touch() -> UInt8 {
        stride(from: 0, to: memory.count, by: Int(getpagesize())).reduce(0) { $0 &+ memory[$1] }
    }

    /// Gives a file's pages back to the system, which keeps them for whoever reads them next while there is room.
    func giveBack() {
        if isOfFile { madvise(memory.baseAddress, memory.count, MADV_DONTNEED) }
    }

    /// Fills memory that can be written, once: from then on it can only be read.
    func fill<E: Error>(_ write: (UnsafeMutableRawBufferPointer) throws(E) -> Void) throws(E) {
        try write(memory)
        mprotect(memory.baseAddress, memory.count, PROT_READ)
    }
}
