import Foundation
import Glibc
import MetadataOutput
import Synchronization

/// A worker's process, with the channel and the area to speak with it; it waits for its orders. It ends with this.
final class WorkerChild: Sendable {
    let channel: Channel
    let area: SharedArea
    private let process: pid_t
    /// A script's interpreter opens it after the start.
    private let executable: WorkerExecutable
    private let alive = Mutex(true)

    /// Starts the process; it dies with the thread that calls this.
    ///
    /// - Parameters:
    ///   - executable: Its program.
    ///   - showsLibraryOutput: Whether what libraries print goes to standard error instead of nowhere.
    ///   - input: What it is to have as standard input; stays the caller's. Default: nothing.
    init(
        executable: WorkerExecutable, showsLibraryOutput: Bool, input: Int32? = nil
    ) throws(WorkerError) {
        let (area, memory) = try SharedArea.make()
        var sockets: [Int32] = [-1, -1]
        let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &sockets) == 0 else { throw WorkerError(systemCall: "socketpair") }
        defer { close(sockets[1]) }
        let log = showsLibraryOutput ? STDERR_FILENO : open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { if !showsLibraryOutput { close(log) } }
        do throws(WorkerError) {
            process = try LinuxCalls.start(
                [executable.path], file: executable.file, environment: Self.environment, input: input,
                log: log, socket: sockets[1], memory: memory)
        } catch {
            close(sockets[0])
            throw error
        }
        self.executable = executable
        self.area = area
        channel = Channel(descriptor: sockets[0])
    }

    deinit {
        end()
        close(channel.descriptor)
    }

    /// Whether nobody has ended it; it may have ended by itself.
    var isAlive: Bool { alive.withLock(\.self) }

    /// How long it has worked since it was started; nil once it has ended.
    var processorTime: Duration? { isAlive ? ProcessorTime.of(process: process) : nil }

    /// Whether it neither works nor waits for a processor; true where that is not known.
    var isAsleep: Bool {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return !threads.contains { thread in
            let line = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/stat", encoding: .utf8)
            // Behind the name, which may have anything in it; R runs or would.
            guard let line, let name = line.lastIndex(of: ")") else { return false }
            return line[name...].dropFirst(2).first == "R"
        }
    }

    /// Whether it ends by itself within a time; what the machine has no time for does not count.
    func hasEnded(within time: Duration) -> Bool {
        let work = WorkTime { [self] in processorTime }
        var slept = 0
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0,
            !information.isOfAnEnd
        {
            guard max(work.elapsed, .milliseconds(slept)) < time else { return false }
            usleep(1000)
            if isAsleep { slept += 1 }
        }
        return true
    }

    /// Ends it, if it has not ended by itself, and says how it did.
    @discardableResult func end() -> Int32 {
        let wasAlive = alive.withLock { alive in
            defer { alive = false }
            return alive
        }
        guard wasAlive else { return 0 }
        // One that has ended already keeps the status it ended with.
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Threads of the numerical libraries would fight over processors that pictures are searched on, one each. Memory that
    /// a picture took is kept for the next one, up to 32 MB: giving it back and getting it anew costs a millisecond a frame. The
    /// two or three threads of a worker have one heap: what one has freed, another uses.
    private static var environment: [String] {
        [
            "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "LC_ALL=C", "MALLOC_TRIM_THRESHOLD_=33554432",
            "MALLOC_MMAP_THRESHOLD_=8388608", "MALLOC_ARENA_MAX=1",
        ] + LinuxCalls.inherited(["LD_LIBRARY_PATH", "XDG_CACHE_HOME", "HOME"])
    }
}

extension siginfo_t {
    /// Whether a child's end was found; it is left untouched where none was.
    fileprivate var isOfAnEnd: Bool { si_signo != 0 }
}
