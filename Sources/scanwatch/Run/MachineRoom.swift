import Glibc
import Workers

/// What the machine lets this process have, tried before it is relied upon: where a thread cannot be begun, whoever waits for what
/// was to run on it waits for ever, without a word.
enum MachineRoom {
    /// Threads of a run over pictures beside those that wait for a worker each: seven were seen.
    private static let otherThreads = 10
    /// Workers search on stacks of 96 KB, and die of pictures on those of 64 KB.
    private static let leastStack: rlim_t = 256 << 10

    /// Why nothing can be searched, in a line; nil if something can.
    static let lack: String? = stackLack ?? (isPlenty ? nil : Trial(pictures: 1).lack)

    /// Ends the process if it cannot even begin: all that waits does so on threads.
    static func require() {
        guard lack != nil, let lack = stackLack ?? Trial(pictures: 0).lack else { return }
        StandardStreams.complain(lack)
        exit(ExitStatus.unavailable.rawValue)
    }

    private static var stackLack: String? {
        guard limit(RLIMIT_STACK) < leastStack else { return nil }
        return "stacks of \(leastStack >> 10) KB are needed, and may not be so large (ulimit -s)"
    }

    /// Whether nobody has set a limit that is worth the millisecond or two that it takes to try. Of threads and processes systems
    /// give a user some thousands for each GB of memory.
    private static let isPlenty = limit(RLIMIT_AS) == .max && limit(__RLIMIT_NPROC) > 10_000

    private static func limit(_ resource: __rlimit_resource) -> rlim_t {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? limit.rlim_cur : .max
    }

    /// How many of so many pictures can be searched at once, at least 1; all of them where there is no room for one, of which the
    /// backend's start tells.
    static func pictures(of wanted: Int) -> Int {
        guard wanted > 1, lack == nil, !isPlenty else { return wanted }
        // What was started ahead has taken its part already.
        let started = ChosenBackend.current.hasPreloaded ? 1 : 0
        return max(1, started + Trial(pictures: wanted - started).count)
    }

    /// Takes what a run over pictures takes, and gives it back at once.
    private struct Trial {
        /// For how many pictures there was enough.
        private(set) var count = 0
        /// What was missing for one more; nil if there was enough for all.
        private(set) var lack: String?

        init(pictures: Int) {
            let workerBytes = ChosenBackend.current.isIsolated ? WorkerSettings.addressBytes : 0
            var areas: [UnsafeMutableRawPointer] = []
            var threads: [pthread_t] = []
            let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
            pthread_mutex_init(gate, nil)
            pthread_mutex_lock(gate)
            func begin(_ threadCount: Int) {
                for _ in 0..<threadCount where lack == nil {
                    if let thread = Self.thread(behind: gate) {
                        threads.append(thread)
                    } else {
                        lack = "a run needs more threads than can be begun (ulimit -u, ulimit -v)"
                    }
                }
            }
            begin(MachineRoom.otherThreads)
            while lack == nil, count < pictures {
                if workerBytes > 0, let area = Self.reserve(workerBytes) {
                    areas.append(area)
                } else if workerBytes > 0 {
                    lack = "the memory that is shared with a worker has no room (ulimit -v)"
                }
                // A worker is a process, which counts as a thread does.
                begin(2)
                if lack == nil { count += 1 }
            }
            pthread_mutex_unlock(gate)
            for thread in threads { pthread_join(thread, nil) }
            for area in areas { munmap(area, workerBytes) }
            pthread_mutex_destroy(gate)
            gate.deallocate()
        }

        /// Addresses that nothing stands behind.
        private static func reserve(_ count: Int) -> UnsafeMutableRawPointer? {
            let area = mmap(nil, count, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
            return area == MAP_FAILED ? nil : area
        }

        /// A thread that ends when the gate is opened.
        private static func thread(behind gate: UnsafeMutablePointer<pthread_mutex_t>) -> pthread_t? {
            var thread = pthread_t()
            let error = pthread_create(
                &thread, nil,
                { gate in
                    guard let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
                    pthread_mutex_lock(gate)
                    pthread_mutex_unlock(gate)
                    return nil
                }, gate)
            return error == 0 ? thread : nil
        }
    }
}
