import Glibc
import MetadataOutput

/// Why no worker can be had.
public struct WorkerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One line: what failed, on what, in the system's words where it has some.
    public let message: String

    /// Makes an error.
    public init(_ message: String) {
        self.message = message
    }

    /// A worker that nobody has anything to say to.
    package static let noClient = WorkerError("this process was not started by a client")

    /// Makes an error of a system call that has just failed.
    init(systemCall name: String) {
        self.init("\(name): \(String(cString: strerror(errno)))")
    }

    /// What it is to a payload that finds no worker.
    var payloadError: PayloadError {
        var error = PayloadError(.engineFailure, message)
        error.isOfMachine = true
        return error
    }

    /// The message.
    public var description: String { message }
}
