import Glibc
import MetadataOutput

/// What a worker gets to read a movie from, which it cannot write to.
final class MovieDescriptor: Sendable {
    let number: Int32

    /// - Parameter descriptor: Stays the caller's; this is one of its own.
    /// - Throws: `.unreadable` where nobody can read it without being able to write.
    init(readingFrom descriptor: Int32) throws(PayloadError) {
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0 else { throw PayloadError(.unreadable, String(cString: strerror(errno))) }
        if flags & O_ACCMODE == O_RDONLY {
            number = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        } else {
            // A terminal, or a file that was opened for both.
            number = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC | O_NOCTTY)
            guard number >= 0 || errno != ENXIO else {
                throw PayloadError(
                    .unreadable, "a movie cannot be read from a socket; put a pipe between: cat | …")
            }
        }
        guard number >= 0 else { throw PayloadError(.unreadable, String(cString: strerror(errno))) }
    }

    deinit { close(number) }

    /// Whether there is nothing to read, and may be later.
    var isWaiting: Bool {
        var wanted = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, 0) == 0
    }
}
