import Glibc

/// What the device layer asks of the system. Everything goes through one closure, so that a test can answer in the
/// kernel's place.
enum SystemCall {
    case open(path: String)
    case close(Int32)
    /// `argument` is the request's own structure, read and written in place.
    case ioctl(Int32, request: UInt, argument: UnsafeMutableRawPointer)
    /// Answers with the address.
    case map(Int32, length: Int, offset: Int)
    /// The same of memory that is written to.
    case mapForWriting(Int32, length: Int, offset: Int)
    case unmap(address: Int, length: Int)
    /// Answers with the number of bytes that were taken.
    case write(Int32, bytes: UnsafeRawBufferPointer)
    /// Waits until the file can be read; answers with the events that came, 0 if none did in time.
    case poll(Int32, milliseconds: Int32)
    /// The same for events, such as another value of a control.
    case pollEvents(Int32, milliseconds: Int32)
    /// The same for a buffer of either of a codec's two queues.
    case pollQueues(Int32, milliseconds: Int32)
}

/// Carries a call out and answers as the kernel does: 0 or a positive number, or an error number with a minus sign.
typealias SystemCalls = @Sendable (SystemCall) -> Int

/// A system call that failed.
struct SystemFailure: Error, Equatable {
    /// What was called, in the words of its manual page, such as `VIDIOC_S_FMT`.
    let operation: String
    /// The error number (`errno`).
    let number: Int32

    /// Whether it says that an open camera is gone for good.
    var isUnplugging: Bool { operation != "open" && [ENODEV, ENXIO, ESHUTDOWN].contains(number) }

    /// The system's own words.
    var words: String { String(cString: strerror(number)) }
}

extension SystemCall {
    /// The system itself.
    static let system: SystemCalls = { call in
        while true {
            let answer =
                switch call {
                case .open(let path): Int(Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC))
                case .close(let file): Int(Glibc.close(file))
                case .ioctl(let file, let request, let argument):
                    Int(Glibc.ioctl(file, request, argument))
                case .map(let file, let length, let offset):
                    Int(bitPattern: mmap(nil, length, PROT_READ, MAP_SHARED, file, offset))
                case .mapForWriting(let file, let length, let offset):
                    Int(bitPattern: mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset))
                case .unmap(let address, let length):
                    Int(munmap(UnsafeMutableRawPointer(bitPattern: address), length))
                case .write(let file, let bytes): Glibc.write(file, bytes.baseAddress, bytes.count)
                case .poll(let file, let milliseconds):
                    wait(for: POLLIN, of: file, milliseconds: milliseconds)
                case .pollEvents(let file, let milliseconds):
                    wait(for: POLLPRI, of: file, milliseconds: milliseconds)
                case .pollQueues(let file, let milliseconds):
                    wait(for: POLLIN | POLLOUT, of: file, milliseconds: milliseconds)
                }
            guard answer == -1 else { return answer }
            // Linux has closed the file even if close() was interrupted.
            if case .close = call { return -Int(errno) }
            guard errno == EINTR else { return -Int(errno) }
        }
    }

    private static func wait(for events: Int32, of file: Int32, milliseconds: Int32) -> Int {
        var wanted = pollfd(fd: file, events: Int16(events), revents: 0)
        let count = Glibc.poll(&wanted, 1, milliseconds)
        return count > 0 ? Int(wanted.revents) : Int(count)
    }
}
