import CWorkers
import Glibc

/// The system calls of a worker's client.
enum LinuxCalls {
    /// A descriptor of `size` bytes that two processes can map, and that can grow and never shrink.
    static func memory(size: Int) throws(WorkerError) -> Int32 {
        let descriptor = CWorkersMemory(size)
        guard descriptor >= 0 else {
            throw errno == EFBIG
                ? WorkerError(
                    "the memory that is shared with a worker: \(String(cString: strerror(EFBIG))) (ulimit -f)"
                )
                : WorkerError(systemCall: "memfd_create")
        }
        return descriptor
    }

    /// Gives pages of such memory back.
    static func discard(_ memory: Int32, offset: Int, count: Int) { CWorkersDiscard(memory, offset, count) }

    /// Sends a descriptor over a unix socket as a message of its own, which comes without one if there is none; whether the
    /// other end is there.
    static func send(_ descriptor: Int32?, over socket: Int32) -> Bool {
        CWorkersSendDescriptor(socket, descriptor ?? -1)
    }

    /// Waits for such a message; nil if it has none.
    static func receiveDescriptor(over socket: Int32) -> Int32? {
        let received = CWorkersReceiveDescriptor(socket)
        return received < 0 ? nil : received
    }

    /// The path of this process's executable, without links; empty if the system does not say.
    static var executable: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        return String(decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Those of these variables that this process has, as another's environment takes them.
    static func inherited(_ names: [String]) -> [String] {
        names.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
    }

    /// Starts a program with a socket and, if there is any, memory as descriptors 3 and 4.
    ///
    /// - Parameters:
    ///   - arguments: The first one is its name.
    ///   - file: Where it is; nil if its name says so.
    ///   - input: Its standard input, which is empty if there is none.
    static func start(
        _ arguments: [String], file: String? = nil, environment: [String], input: Int32? = nil, log: Int32,
        socket: Int32, memory: Int32?
    ) throws(WorkerError) -> pid_t {
        var child: pid_t = 0
        let error = withCStrings(arguments) { strings in
            withCStrings(environment) { environment in
                CWorkersStart(
                    &child, file ?? arguments[0], strings, environment, input ?? -1, log, socket,
                    memory ?? -1)
            }
        }
        guard error == 0 else {
            let reason = String(cString: strerror(error))
            throw WorkerError("the program \(arguments[0]) cannot be started: \(reason)")
        }
        return child
    }

    private static func withCStrings<R>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
    ) -> R {
        let pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        // swift-format-ignore: NeverForceUnwrap
        return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }  // never empty: the final nil
    }
}
