import Dispatch
import Foundation
import Synchronization

/// A worker that is started before it is known what will be asked of it, and loads its libraries meanwhile.
///
/// Hand it to the ``WorkerPool``, which gives it its orders. It ends when nobody has it any more.
public final class EarlyWorker: Sendable {
    let executable: String
    let showsLibraryOutput: Bool
    private let turn = Turn()

    /// Starts it; nobody waits for it yet, and that it cannot be started shows in the pool.
    ///
    /// - Parameters:
    ///   - executable: As ``WorkerSettings/executable``.
    ///   - showsLibraryOutput: As ``WorkerSettings/showsLibraryOutput``. Default: false.
    public init(executable: String, showsLibraryOutput: Bool = false) {
        self.executable = executable
        self.showsLibraryOutput = showsLibraryOutput
        Thread { [turn] in
            let child = StartedChild(
                try? WorkerChild(
                    executable: WorkerExecutable(path: executable), showsLibraryOutput: showsLibraryOutput))
            turn.wait()?.take(child)
        }.start()
    }

    deinit { turn.pass(nil) }

    /// Hands the worker over, on the thread that started it: the process dies with that thread.
    func handOver(_ body: @escaping @Sendable (StartedChild) -> Void) {
        turn.pass(Taker(take: body))
    }

    private struct Taker {
        let take: @Sendable (StartedChild) -> Void
    }

    /// What the thread waits for; it has no ``EarlyWorker``, so that that can go.
    private final class Turn: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let taker = Mutex<Taker?>(nil)

        func pass(_ next: Taker?) {
            taker.withLock { $0 = $0 ?? next }
            semaphore.signal()
        }

        func wait() -> Taker? {
            semaphore.wait()
            return taker.withLock { $0.take() }
        }
    }
}

/// A process for whoever takes it; nobody else holds it then, and it goes with its first worker.
final class StartedChild: Sendable {
    private let child: Mutex<WorkerChild?>

    init(_ child: WorkerChild?) {
        self.child = Mutex(child)
    }

    /// The process, once; nil if it could not be started.
    func take() -> WorkerChild? { child.withLock { $0.take() } }
}
