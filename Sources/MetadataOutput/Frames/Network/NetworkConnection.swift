import Glibc
import Synchronization

/// A connection with a camera, which somebody has made for another to speak over.
public final class NetworkConnection: Sendable {
    private let descriptor: Mutex<Int32?>

    /// Takes a connected TCP socket over, on which calls do not block.
    public init(descriptor: Int32) {
        self.descriptor = Mutex(descriptor)
    }

    deinit { if let descriptor = take() { close(descriptor) } }

    /// The socket, which is the caller's from now on; nil once it was taken.
    public func take() -> Int32? { descriptor.withLock { $0.take() } }
}
