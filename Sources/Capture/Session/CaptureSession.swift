import Dispatch
import Foundation
import MetadataOutput
import Synchronization

/// Joins inputs to outputs and owns the threads on which frames flow; AVFoundation's `AVCaptureSession`.
///
/// Changes between ``beginConfiguration()`` and ``commitConfiguration()`` take effect together at the outermost
/// commit, and a change outside is a commit of its own. If what was changed cannot be brought to run, the graph
/// is as before and the call throws (AVFoundation posts a runtime error). Any number of inputs and outputs; each
/// input runs, fails and comes back by itself.
///
/// An input that fails for good, which the ``reconnectPolicy`` decides, is told as
/// ``CaptureSessionEvent/runtimeError(_:source:)``, and the others go on. When none delivers any more, the session has
/// stopped, as AVFoundation's: ``isRunning`` is false, ``CaptureSessionEvent/didStopRunning`` follows, and
/// ``startRunning()-5eet0`` opens all inputs anew.
///
/// Starting, stopping and commits open and close cameras, which takes time. They wait for each other, in any order of
/// threads; what only asks never waits for a camera.
public final class CaptureSession: Sendable {
    /// What is done about a camera that is lost or not there.
    public let reconnectPolicy: ReconnectPolicy

    struct State {
        /// As it is to be at the next commit.
        var graph = SessionGraph()
        /// As it was at the outermost begin.
        var committed = SessionGraph()
        var openConfigurations = 0
        /// Whether an outermost commit is under way, which may put back what the graph was.
        var isCommitting = false
        /// What runs, for those who only ask.
        var running: RunningGraph?
        /// What is being brought to run.
        var starting: RunningGraph?
        var finalStatistics: [CaptureStatistics] = []
    }

    let state = Mutex(State())
    /// Held while cameras are opened and closed.
    private let transition = Mutex(())
    /// Whoever begins changes waits here for a commit under way.
    private let commit = DispatchGroup()
    private let sessionEvents = SessionEvents()
    let masks = PictureMasks()

    /// Makes a session without inputs and outputs.
    public init(reconnectPolicy: ReconnectPolicy = .never) {
        self.reconnectPolicy = reconnectPolicy
    }

    deinit {
        state.withLock { $0.running }?.stop()
        SessionMembership.release(of: ObjectIdentifier(self))
    }

    // MARK: - Configuration

    /// Begins changes that take effect together; may be nested. Waits for the end of a commit under way.
    public func beginConfiguration() {
        func begin() -> Bool {
            state.withLock { state in
                if state.isCommitting { return false }
                if state.openConfigurations == 0 { state.committed = state.graph }
                state.openConfigurations += 1
                return true
            }
        }
        while !begin() { commit.wait() }
    }

    /// Ends changes; at the outermost call they take effect.
    ///
    /// - Throws: Why they cannot; the graph is as it was at the outermost ``beginConfiguration()`` then.
    /// - Precondition: There was a ``beginConfiguration()``.
    public func commitConfiguration() throws(CaptureError) {
        let graph = state.withLock { state -> SessionGraph? in
            precondition(state.openConfigurations > 0, "commitConfiguration without beginConfiguration")
            state.openConfigurations -= 1
            guard state.openConfigurations == 0 else { return nil }
            state.isCommitting = true
            commit.enter()
            return state.graph
        }
        guard let graph else { return }
        defer {
            state.withLock { state in
                state.isCommitting = false
                settleMembership(in: state.graph)
            }
            commit.leave()
        }
        do throws(CaptureError) {
            try transition.withLock { (_) throws(CaptureError) in
                try state.withLock({ $0.running })?.become(graph)
                sessionEvents.keepInterruptions(of: graph.inputs.map(\.sourceName))
            }
        } catch {
            state.withLock { $0.graph = $0.committed }
            throw error
        }
        tellOutputs()
    }

    /// Whether there are changes that have not taken effect yet.
    var isBeingConfigured: Bool { state.withLock { $0.openConfigurations > 0 } }

    /// Tells outputs that what was committed runs, if it does.
    private func tellOutputs() {
        let outputs = state.withLock { $0.running == nil ? [] : $0.graph.outputs }
        for output in outputs { output.sessionRuns() }
    }

    /// Changes the graph as a commit of its own.
    ///
    /// - Parameter member: What comes into the graph by it.
    func change(
        adding member: AnyObject? = nil, _ body: (inout SessionGraph) throws(CaptureError) -> Void
    ) throws(CaptureError) {
        beginConfiguration()
        do throws(CaptureError) {
            // After the begin: commits free what is not in the graph.
            if let member, !SessionMembership.claim(member, for: self) {
                throw CaptureError(.deviceAlreadyUsedByAnotherSession, "it belongs to another session")
            }
            try state.withLock { (state) throws(CaptureError) in try body(&state.graph) }
        } catch {
            // The body changes all or nothing, so that there is nothing new to bring to run.
            try commitConfiguration()
            throw error
        }
        try commitConfiguration()
    }

    func checkPresence(of input: any CaptureInput) throws(CaptureError) {
        if !reconnectPolicy.waitsForAbsent, let error = input.connectionError { throw error }
    }

    /// What is in no graph any more may be added to another session.
    private func settleMembership(in graph: SessionGraph) {
        let members = graph.inputs.map(ObjectIdentifier.init) + graph.outputs.map(ObjectIdentifier.init)
        SessionMembership.release(allBut: Set(members), of: ObjectIdentifier(self))
    }

    // MARK: - Running

    /// Whether the session was started, and neither stopped nor all of its inputs lost for good.
    public var isRunning: Bool {
        let running = state.withLock { $0.running }
        return running.map { !$0.hasFailed } ?? false
    }

    /// Why the session, which was started and not stopped, may not run; nil if nothing has failed.
    package var failure: CaptureError? { sessionEvents.failure }

    /// Whether an input is lost and waited for.
    public var isInterrupted: Bool { sessionEvents.isInterrupted }

    /// What each source has delivered since it was started, in the order of the inputs; empty unless running.
    public var statistics: [CaptureStatistics] {
        state.withLock { $0.running }?.statistics ?? []
    }

    /// What each source had delivered when the session stopped last, with what was being worked on then, or when its start was
    /// broken off; empty before.
    package var finalStatistics: [CaptureStatistics] { state.withLock { $0.finalStatistics } }

    /// How much of the machine's time the search for metadata takes: what outputs worked in the last seconds, over all
    /// processors; 0 … 1, and 0 unless running. Near 1 frames come late.
    public var systemPressureCost: Double { state.withLock { $0.running }?.load ?? 0 }

    /// What happens from now on; each call makes a stream of its own, which keeps the newest 256 events.
    public func events() -> AsyncStream<CaptureSessionEvent> { sessionEvents.streams.stream(keeping: 256) }

    /// Starts; blocks until every input is open, or, if the ``reconnectPolicy`` is to wait for it, has been tried: cameras in the
    /// network are not waited for then. Of a session that runs, the inputs are opened again that failed for good.
    ///
    /// - Throws: Why an input cannot be opened; nothing runs then, or what ran before. ``CaptureError/Code/sessionNotRunning`` if
    ///   somebody stopped it meanwhile.
    public func startRunning() throws(CaptureError) {
        defer { tellOutputs() }
        try transition.withLock { (_) throws(CaptureError) in
            endIfFailed()
            sessionEvents.failure = nil
            if let running = state.withLock({ $0.running }) { return try running.restartFailed() }
            let running = RunningGraph(
                policy: reconnectPolicy,
                reports: RunnerReports(
                    event: { [sessionEvents] in sessionEvents.send($0) },
                    end: { [weak self] in
                        // A runner cannot stop itself, nor may it be the last to hold the session.
                        Thread { [weak self] in self?.inputEnded() }.start()
                    }),
                changeHandler: { [weak self] () throws(CaptureError) in
                    guard let self else { return }
                    beginConfiguration()
                    try commitConfiguration()
                },
                masks: masks)
            let graph = state.withLock { state in
                state.starting = running
                return state.openConfigurations == 0 ? state.graph : state.committed
            }
            defer { state.withLock { $0.starting = nil } }
            do throws(CaptureError) {
                try running.become(graph)
            } catch {
                running.stop()
                sessionEvents.keepInterruptions(of: [])
                sessionEvents.failure = error
                if error.code == .sessionNotRunning {
                    state.withLock { $0.finalStatistics = graph.inputs.map(running.statistics(of:)) }
                    sessionEvents.send(.didStopRunning)
                }
                throw error
            }
            state.withLock { $0.running = running }
            sessionEvents.send(.didStartRunning)
        }
    }

    /// Stops; blocks until every input is closed. Delegates are handed nothing afterwards that was seen before: what waited
    /// for a busy queue is dropped, but for the one word that all is gone, for a delegate that was told that something is in
    /// view. A call that its queue has begun goes on. Sequences, such as `updates()`, keep what they had for who takes it.
    /// Whoever waits for a network camera leaves off.
    public func stopRunning() {
        for graph in state.withLock({ [$0.starting, $0.running] }) { graph?.cancelOpenings() }
        transition.withLock { _ in
            end()
            sessionEvents.failure = nil
        }
    }

    private func inputEnded() {
        transition.withLock { _ in endIfFailed() }
    }

    /// Stops if all inputs are lost for good. Called in a transition.
    private func endIfFailed() {
        if state.withLock({ $0.running })?.hasFailed == true { end() }
    }

    /// Closes every input. Called in a transition.
    private func end() {
        // First of all: what is being stopped neither runs nor fails.
        guard let running = state.withLock({ $0.running.take() }) else { return }
        let statistics = running.stop()
        state.withLock { $0.finalStatistics = statistics }
        sessionEvents.keepInterruptions(of: [])
        sessionEvents.send(.didStopRunning)
    }
}
