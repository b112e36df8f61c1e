import Dispatch
import Foundation
import Glibc
import MetadataOutput
import Synchronization

/// Workers that are ready, and the thread that starts more.
///
/// There are as many as questions are asked at once and, once one has died, a spare: who loses a worker goes on with it.
public final class WorkerPool: Sendable {
    /// So many workers that had ended before they were asked anything are passed over where others live: those of a machine without
    /// memory end again and again.
    private static let mostUnasked = 20

    private let core: Core

    /// Starts the first worker, unless it was started early; nobody waits for it yet.
    ///
    /// - Parameters:
    ///   - settings: What workers are to be able to do.
    ///   - early: A first worker of the same executable, which is the pool's from now on. Default: none.
    /// - Throws: ``WorkerError`` if the executable is not there.
    public init(settings: WorkerSettings, early: EarlyWorker? = nil) throws(WorkerError) {
        core = Core(settings: settings, executable: try WorkerExecutable(path: settings.executable))
        if let early, early.executable == settings.executable,
            early.showsLibraryOutput == settings.showsLibraryOutput
        {
            early.handOver { [core] first in core.startWorkers(first: first) }
        } else {
            Thread { [core] in core.startWorkers() }.start()
        }
        core.want(.standard)
    }

    deinit { core.close() }

    /// Ends all workers that are not asked anything; to be called when nothing will be asked any more. Who waits for a worker
    /// gets an error.
    public func close() { core.close() }

    /// Ends the workers that are not asked anything; who asks next waits for a new one.
    public func endIdle() { core.endIdle() }

    /// The names of the detectors that its workers have.
    public var detectors: [String] { core.settings.detectors }

    /// What the workers are made of; waits until one is ready.
    ///
    /// - Throws: ``WorkerError`` if one after the other ends before it is.
    public func describe() throws(WorkerError) -> WorkerDescription {
        var unready = 0
        while true {
            let worker = try take(.standard)
            do throws(WorkerDeath) {
                let description = try worker.describe()
                put(worker)
                return description
            } catch {
                try putBack(worker, unasked: &unready, after: error)
            }
        }
    }

    /// Gives back a worker that has ended before it was asked anything.
    ///
    /// - Parameter count: Grows: how many of those that one asker took did so.
    /// - Throws: ``WorkerError`` if it is vain to take another one.
    func putBack(
        _ worker: WorkerProcess, unasked count: inout Int, after death: WorkerDeath
    ) throws(WorkerError) {
        var death = death
        death.isBeforeQuestion = true
        put(worker, after: death)
        count += 1
        let reason = WorkerError("the worker ended at its start: \(death.reason)")
        if count > Self.mostUnasked || core.givesUp(worker.kind, because: reason) { throw reason }
    }

    /// A worker of a kind, which is the caller's until it is put back.
    func take(_ kind: WorkerKind) throws(WorkerError) -> WorkerProcess { try core.take(kind) }

    /// Whether no more than one worker is taken that searches: those that have a movie or a camera in the network are beside it.
    var isAlone: Bool { takenCount(where: \.searches) < 2 }

    /// How many workers of some kinds are taken, or waited for.
    func takenCount(where isCounted: (WorkerKind) -> Bool = { _ in true }) -> Int {
        core.takenCount(where: isCounted)
    }

    /// Gives a worker back, dead or alive.
    ///
    /// - Parameter death: What it died of, if it did.
    func put(_ worker: WorkerProcess, after death: WorkerDeath? = nil) { core.put(worker, after: death) }
}

/// What the pool and its thread share; the thread holds no pool, so that the pool can go.
private final class Core: Sendable {
    /// The longest pause before another worker is started where they die without answering.
    private static let longestPause = Duration.seconds(1)
    /// After so many starts in a row that came to nothing, within about a second, who waits is told. Who asks then is told at once,
    /// until a start succeeds.
    private static let mostFailedStarts = 10

    private static let closed = WorkerError("the workers were ended")

    private struct State {
        var ready: [WorkerKind: [WorkerProcess]] = [:]
        /// Workers that have been asked for and are not started yet.
        var wanted: [WorkerKind] = []
        /// What is being started.
        var starting: WorkerKind?
        var waiting: [WorkerKind: [Waiter]] = [:]
        /// Workers that are taken, or waited for; of each kind as many as stand here.
        var taken: [WorkerKind] = []
        /// Workers that died by themselves since one last answered.
        var deaths = 0
        /// Starts that came to nothing, because there was no process or it ended before it was asked, since one last answered.
        var failedStarts = 0
        /// When there was no process the last time.
        var lastFailure: SuspendingClock.Instant?
        /// Whether any ever died. A spare takes several megabytes, and is there where pictures or engines are such that workers die.
        var hasLost = false
        var isClosed = false

        /// One of a kind is not taken any more.
        mutating func giveBack(_ kind: WorkerKind) {
            if let index = taken.firstIndex(of: kind) { taken.remove(at: index) }
        }

        /// How many workers of a kind will be there in a moment.
        func coming(_ kind: WorkerKind) -> Int { wanted.count { $0 == kind } + (starting == kind ? 1 : 0) }

        /// Whether another one of a kind would not start just now, and those that there are have to do.
        func hasToDo(_ kind: WorkerKind) -> Bool {
            guard let lastFailure, .now - lastFailure < Core.longestPause else { return false }
            return kind.isRenewed && living(kind) > 0
        }

        /// How many workers of a kind there are: with somebody, or ready.
        func living(_ kind: WorkerKind) -> Int {
            taken.count { $0 == kind } - (waiting[kind]?.count ?? 0) + (ready[kind]?.count ?? 0)
        }

        /// Takes those out that are ready no more, as they have ended.
        mutating func takeEnded() -> [WorkerProcess] {
            let ended = ready.values.flatMap(\.self).filter(\.hasEnded)
            ready = ready.mapValues { $0.filter { worker in !ended.contains { $0 === worker } } }
            return ended
        }

        /// Takes note of a start that failed.
        ///
        /// - Returns: Who gets no worker, and idle ones of other kinds that are to make room. Where others of this kind are at work
        ///   one of them comes back, and if it does not, another is started; else the start is tried again.
        mutating func noteFailedStart(of kind: WorkerKind) -> (waiters: [Waiter], idle: [WorkerProcess]) {
            starting = nil
            deaths += 1
            failedStarts += 1
            lastFailure = .now
            guard waiting[kind] != nil, !(kind.isRenewed && living(kind) > 0) else { return ([], []) }
            defer { ready = [:] }
            let idle = ready.values.flatMap(\.self)
            guard failedStarts >= Core.mostFailedStarts else {
                wanted.append(kind)
                return ([], idle)
            }
            return (giveUp(kind), idle)
        }

        /// Those who wait for a worker, and do not any more.
        mutating func giveUp(_ kind: WorkerKind) -> [Waiter] {
            let waiters = waiting.removeValue(forKey: kind) ?? []
            for _ in waiters { giveBack(kind) }
            return waiters
        }

        /// Who waits for a worker and gets it; nil if nobody does, and it is kept. One that was asked before is taken first the
        /// next time: its memory is warm.
        mutating func hand(_ worker: WorkerProcess, isNew: Bool = false) -> Waiter? {
            if var others = waiting[worker.kind], !others.isEmpty {
                let first = others.removeFirst()
                // Movies are kinds of their own, and there is no end of them.
                waiting[worker.kind] = others.isEmpty ? nil : others
                return first
            }
            ready[worker.kind, default: []].insert(worker, at: isNew ? 0 : ready[worker.kind]?.count ?? 0)
            return nil
        }

        /// Wants one where a worker is gone and was the last, or a spare is to be there and is not; whether it does.
        mutating func wantsMore(_ kind: WorkerKind, isGone: Bool) -> Bool {
            guard kind.isRenewed, isGone || hasLost, coming(kind) == 0,
                (ready[kind]?.count ?? 0) < (hasLost ? 2 : 1)
            else {
                return false
            }
            wanted.append(kind)
            return true
        }
    }

    let settings: WorkerSettings
    private let executable: WorkerExecutable
    private let state = Mutex(State())
    private let work = DispatchSemaphore(value: 0)

    init(settings: WorkerSettings, executable: WorkerExecutable) {
        self.settings = settings
        self.executable = executable
    }

    /// Has one more worker started.
    func want(_ kind: WorkerKind) {
        state.withLock { $0.wanted.append(kind) }
        work.signal()
    }

    func take(_ kind: WorkerKind) throws(WorkerError) -> WorkerProcess {
        let waiter = Waiter()
        let found = try state.withLock { (state) throws(WorkerError) -> WorkerProcess? in
            guard !state.isClosed else { throw Self.closed }
            state.taken.append(kind)
            if let worker = state.ready[kind]?.popLast() { return worker }
            state.waiting[kind, default: []].append(waiter)
            if state.coming(kind) < state.waiting[kind]?.count ?? 0, !state.hasToDo(kind) {
                state.wanted.append(kind)
            }
            return nil
        }
        if let found { return found }
        work.signal()
        return try waiter.wait()
    }

    /// Whether it is vain to take another worker of a kind: one after the other came to nothing, and nobody has one. Who waits for
    /// one is told so too.
    ///
    /// - Parameter reason: How the last one ended.
    func givesUp(_ kind: WorkerKind, because reason: WorkerError) -> Bool {
        let waiters = state.withLock { state -> [Waiter]? in
            guard state.failedStarts >= Self.mostFailedStarts, state.living(kind) == 0 else { return nil }
            return state.giveUp(kind)
        }
        for waiter in waiters ?? [] { waiter.set(.failure(reason)) }
        return waiters != nil
    }

    func takenCount(where isCounted: (WorkerKind) -> Bool) -> Int {
        state.withLock { $0.taken.count(where: isCounted) }
    }

    func put(_ worker: WorkerProcess, after death: WorkerDeath?) {
        let isGood = worker.isGood
        var waiter: Waiter?
        let (isKept, hasWork) = state.withLock { state in
            state.giveBack(worker.kind)
            state.hasLost = state.hasLost || death != nil
            if let death {
                if !death.isFromOutside || death.isBeforeQuestion { state.deaths += 1 }
                if death.isBeforeQuestion, worker.kind.isRenewed { state.failedStarts += 1 }
            } else {
                (state.deaths, state.failedStarts) = (0, 0)
            }
            guard !state.isClosed else { return (false, true) }
            if isGood { waiter = state.hand(worker) }
            // In one step with the worker's return: who takes it a moment later needs no other.
            return (isGood, state.wantsMore(worker.kind, isGone: !isGood))
        }
        waiter?.set(.success(worker))
        if !isKept { worker.end() }
        if hasWork { work.signal() }
    }

    /// What the thread does: workers die with the thread that starts them, so there is one for all.
    ///
    /// - Parameter first: A process that this thread has started already.
    func startWorkers(first: StartedChild? = nil) {
        while true {
            waitForWork()
            let (kind, deaths, isOver) = state.withLock { state in
                if state.isClosed { state.wanted = [] }
                state.starting = state.wanted.isEmpty ? nil : state.wanted.removeFirst()
                // Those that are being asked would die with this thread.
                return (state.starting, state.deaths, state.isClosed && state.taken.isEmpty)
            }
            if isOver { return }
            guard let kind else { continue }
            if deaths > 3 {
                let pause = min(Self.longestPause, .milliseconds(1 << min(deaths, 10)))
                Thread.sleep(forTimeInterval: pause / .seconds(1))
            }
            do throws(WorkerError) {
                let child: WorkerChild
                if kind.input == nil, let early = first?.take() {
                    child = early
                } else {
                    child = try WorkerChild(
                        executable: executable, showsLibraryOutput: settings.showsLibraryOutput,
                        input: kind.input)
                }
                let worker = try WorkerProcess(kind: kind, settings: settings, child: child)
                let waiter = state.withLock { state in
                    state.starting = nil
                    return state.isClosed ? nil : state.hand(worker, isNew: true)
                }
                waiter?.set(.success(worker))
            } catch {
                let (waiters, idle) = state.withLock { $0.noteFailedStart(of: kind) }
                for worker in idle { worker.end() }
                for waiter in waiters { waiter.set(.failure(error)) }
                work.signal()
            }
        }
    }

    /// Waits for something to do, and looks after those that nobody asks each second: one that was killed would stay in the system's list
    /// of processes, and its place empty, until somebody wants it.
    private func waitForWork() {
        while work.wait(timeout: .now() + .seconds(1)) == .timedOut {
            for worker in state.withLock({ $0.takeEnded() }) {
                // What ends by itself would do so again; whoever asks next hears of it.
                guard WorkerDeath(engine: .worker, status: worker.end()).isFromOutside else { continue }
                let isWanted = state.withLock { state in
                    (state.deaths, state.hasLost) = (state.deaths + 1, true)
                    return state.wantsMore(worker.kind, isGone: true)
                }
                if isWanted { work.signal() }
            }
        }
    }

    func endIdle() {
        let workers = state.withLock { state in
            defer { state.ready = [:] }
            return state.ready.values.flatMap(\.self)
        }
        for worker in workers { worker.end() }
    }

    func close() {
        let (workers, waiters) = state.withLock { state in
            state.isClosed = true
            defer { state.ready = [:] }
            return (state.ready.values.flatMap(\.self), state.waiting.keys.flatMap { state.giveUp($0) })
        }
        for waiter in waiters { waiter.set(.failure(Self.closed)) }
        for worker in workers { worker.end() }
        work.signal()
    }
}
