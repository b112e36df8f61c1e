import Glibc
import Synchronization

/// A program of scanwatch's that is started with one socket, as descriptor 3, and nothing else of this process.
package final class HelperChild: Sendable {
    /// How it ended.
    package enum End: Sendable, Hashable {
        case exit(Int32)
        case signal(Int32)
    }

    private let process: pid_t
    private let isRunning = Mutex(true)

    /// Starts it; it may ask to die with the thread that calls this.
    ///
    /// - Parameters:
    ///   - arguments: The path of the executable first.
    ///   - socket: Stays the caller's.
    ///   - log: Where what it prints goes; stays the caller's.
    package init(_ arguments: [String], socket: Int32, log: Int32) throws(WorkerError) {
        process = try LinuxCalls.start(
            arguments, environment: ["LC_ALL=C"] + LinuxCalls.inherited(["LD_LIBRARY_PATH"]), log: log,
            socket: socket, memory: nil)
    }

    /// Waits for its end; to be called once.
    package func wait() -> End {
        var information = siginfo_t()
        // Its number stays taken until it is reaped, under the lock, so that nobody else is ever killed.
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        var status: Int32 = 0
        isRunning.withLock { isRunning in
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            isRunning = false
        }
        let signal = status & 0x7f
        return signal == 0 ? .exit(status >> 8 & 0xff) : .signal(signal)
    }

    /// Ends it, if it has not ended by itself.
    package func end() {
        isRunning.withLock { if $0 { kill(process, SIGKILL) } }
    }

    /// Where a program of scanwatch's is: what an environment variable says, else beside this process's executable, else in
    /// `../libexec/scanwatch` from there.
    ///
    /// - Throws: ``WorkerError`` that names the places where it is not.
    package static func executable(named name: String, variable: String) throws(WorkerError) -> String {
        if let path = getenv(variable) { return String(cString: path) }
        let executable = LinuxCalls.executable
        let names = executable.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let places = [(1, name), (2, "libexec/scanwatch/\(name)")].map { up, rest in
            names.dropLast(up).reduce(into: "") { $0 += "\(Substring($1))/" } + rest
        }
        guard let found = places.first(where: { access($0, X_OK) == 0 }) else {
            throw WorkerError(
                "the program \(name) is missing: neither \(places.joined(separator: " nor ")) exists")
        }
        return found
    }
}
