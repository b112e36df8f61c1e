import Foundation
import Glibc
import MetadataOutput
import Synchronization

/// One worker. Whoever has it asks it one question at a time.
final class WorkerProcess: Sendable {
    /// How long a worker may take to be ready: it reads models first, on a machine that may be busy.
    private static let startTimeout = Duration.seconds(60)
    /// How long a worker that closed its end of the channel may take to end.
    private static let endTimeout = Duration.seconds(1)
    /// After so many questions it is replaced, so that what libraries leak stays little.
    private static let mostQuestions = 10_000

    /// What a question came to.
    enum Outcome {
        case answer(Answer)
        case died(WorkerDeath)
        /// The question has no room in the area.
        case tooLarge
    }

    private struct State {
        var description: WorkerDescription?
        var questions = 0
        var mustRenew = false
        var isAlive = true
    }

    let kind: WorkerKind
    private let child: pid_t
    private let channel: Channel
    private let area: SharedArea
    private let state = Mutex(State())

    /// Starts a worker; it becomes ready by itself. It dies with the thread that calls this.
    init(kind: WorkerKind, settings: WorkerSettings) throws(WorkerError) {
        let area = try SharedArea()
        var sockets: [Int32] = [-1, -1]
        let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &sockets) == 0 else { throw WorkerError(systemCall: "socketpair") }
        defer { close(sockets[1]) }
        let log = settings.showsLibraryOutput ? STDERR_FILENO : open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { if !settings.showsLibraryOutput { close(log) } }
        do throws(WorkerError) {
            child = try Kernel.start(
                settings.arguments(of: kind), environment: Self.environment, log: log, socket: sockets[1],
                memory: area.descriptor)
        } catch {
            close(sockets[0])
            throw error
        }
        self.kind = kind
        self.area = area
        channel = Channel(descriptor: sockets[0])
    }

    deinit {
        end()
        close(channel.descriptor)
    }

    /// Whether it should be asked again.
    var isGood: Bool {
        state.withLock { $0.isAlive && !$0.mustRenew && $0.questions < Self.mostQuestions }
    }

    /// What it says of itself; waits until it is ready.
    ///
    /// - Throws: How it died before.
    func describe() throws(WorkerDeath) -> WorkerDescription {
        if let description = state.withLock({ $0.description }) { return description }
        switch channel.receive(until: .now + Self.startTimeout) {
        case .message(let message) where message.kind == .ready:
            do throws(MalformedMessage) {
                let description = try WorkerDescription(from: area, count: message.count)
                state.withLock { $0.description = description }
                return description
            } catch {
                throw killed("malformed description (\(error.reason))")
            }
        case .timeout: throw killed("not ready after \(Self.startTimeout.components.seconds) s")
        case .message, .malformed: throw killed("malformed description")
        case .closed: throw death()
        }
    }

    /// Asks a question and waits for the answer.
    ///
    /// - Parameter deadline: How long that may take, from when the worker is ready.
    func ask(_ question: Question, deadline: Duration) -> Outcome {
        do throws(WorkerDeath) { _ = try describe() } catch { return .died(error) }
        guard let size = question.write(to: area) else { return .tooLarge }
        state.withLock { $0.questions += 1 }
        guard channel.send(.question, count: size.question) else { return .died(death()) }
        switch channel.receive(until: .now + deadline) {
        case .message(let message) where message.kind == .answer:
            do throws(MalformedMessage) {
                let (answer, mustRenew) = try Answer.read(from: area, count: message.count)
                area.trim(samples: size.samples, answer: message.count)
                if mustRenew { state.withLock { $0.mustRenew = true } }
                return .answer(answer)
            } catch {
                return .died(killed("malformed answer (\(error.reason))"))
            }
        case .message, .malformed: return .died(killed("malformed answer"))
        case .timeout: return .died(killed("deadline"))
        case .closed: return .died(death())
        }
    }

    private var engine: Engine {
        guard state.withLock({ $0.description != nil }) else { return .worker }
        let bits = area.bytes(of: SharedArea.marker, count: 1)[0]
        // Of two at work nobody knows which one it was.
        guard bits.nonzeroBitCount == 1, bits.trailingZeroBitCount < Engine.marked.count else {
            return .search
        }
        return Engine.marked[bits.trailingZeroBitCount]
    }

    private func killed(_ reason: String) -> WorkerDeath {
        let death = WorkerDeath(engine: engine, reason: reason)
        end()
        return death
    }

    /// One that has closed its end has ended, or is about to; a moment later it has closed it on purpose.
    private func death() -> WorkerDeath {
        let patience = ContinuousClock.now + Self.endTimeout
        var information = siginfo_t()
        while waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT) == 0,
            !information.isOfAnEnd
        {
            guard .now < patience else { return killed("closed its channel") }
            usleep(500)
        }
        return WorkerDeath(engine: engine, status: end())
    }

    /// Ends it, if it has not ended by itself, and says how it did.
    @discardableResult func end() -> Int32 {
        let wasAlive = state.withLock { state in
            defer { state.isAlive = false }
            return state.isAlive
        }
        guard wasAlive else { return 0 }
        // One that has ended already keeps the status it ended with.
        kill(child, SIGKILL)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Threads of the numerical libraries would fight over processors that pictures are searched on, one each. Memory that
    /// a picture took is kept for the next one, up to 32 MB: giving it back and getting it anew costs a millisecond a frame.
    private static var environment: [String] {
        let inherited = ["LD_LIBRARY_PATH", "XDG_CACHE_HOME", "HOME"].compactMap {
            name in
            ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
        }
        return [
            "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "LC_ALL=C", "MALLOC_TRIM_THRESHOLD_=33554432",
            "MALLOC_MMAP_THRESHOLD_=8388608",
        ] + inherited
    }
}

extension siginfo_t {
    /// Whether a child's end was found; it is left untouched where none was.
    fileprivate var isOfAnEnd: Bool { si_signo != 0 }
}
