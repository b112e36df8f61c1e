public import MetadataOutput
import Synchronization

/// Joins inputs to outputs and owns the threads on which frames flow; AVFoundation's `AVCaptureSession`.
///
/// Changes between ``beginConfiguration()`` and ``commitConfiguration()`` take effect together at the outermost
/// commit, and a change outside is a commit of its own. If what was changed cannot be brought to run, the graph
/// is as before and the call throws (AVFoundation posts a runtime error). Any number of inputs and outputs; each
/// input runs, fails and comes back by itself.
public final class CaptureSession: Sendable {
    /// What is done about a camera that is lost or not there.
    public let reconnectPolicy: ReconnectPolicy

    private struct State {
        /// As it is to be at the next commit.
        var graph = SessionGraph()
        /// As it was at the outermost begin.
        var committed = SessionGraph()
        var openConfigurations = 0
        var running: RunningGraph?
    }

    private let state = Mutex(State())
    private let sessionEvents = SessionEvents()

    /// Makes a session without inputs and outputs.
    public init(reconnectPolicy: ReconnectPolicy = .never) {
        self.reconnectPolicy = reconnectPolicy
    }

    deinit {
        state.withLock { $0.running?.stop() }
        SessionMembership.release(of: ObjectIdentifier(self))
    }

    // MARK: - The graph

    /// The inputs, in the order they were added.
    public var inputs: [any CaptureInput] { state.withLock { $0.graph.inputs } }
    /// The outputs, in the order they were added.
    public var outputs: [any CaptureOutput] { state.withLock { $0.graph.outputs } }
    /// The connections, in the order they were made.
    public var connections: [CaptureConnection] { state.withLock { $0.graph.connections } }

    /// What formats the cameras are asked for, default ``CaptureSessionPreset/high``.
    public var sessionPreset: CaptureSessionPreset { state.withLock { $0.graph.preset } }

    /// Sets the preset; a running session opens its inputs anew.
    public func setSessionPreset(_ preset: CaptureSessionPreset) throws(CaptureError) {
        try change { (graph) throws(CaptureError) in graph.preset = preset }
    }

    /// Whether ``addInput(_:)`` would take it: it is in no session yet.
    public func canAddInput(_ input: any CaptureInput) -> Bool { isFree(input) }

    /// Adds an input and connects it to every output.
    public func addInput(_ input: any CaptureInput) throws(CaptureError) {
        try add(input) { (graph) throws(CaptureError) in try graph.add(input, connecting: true) }
    }

    /// Adds an input without connections.
    public func addInputWithNoConnections(_ input: any CaptureInput) throws(CaptureError) {
        try add(input) { (graph) throws(CaptureError) in try graph.add(input, connecting: false) }
    }

    /// Removes an input and its connections; nothing if it is not there.
    public func removeInput(_ input: any CaptureInput) throws(CaptureError) {
        try change { (graph) throws(CaptureError) in graph.remove(input) }
    }

    /// Whether ``addOutput(_:)`` would take it: it is in no session yet and of a
    /// kind that a session has frames for.
    public func canAddOutput(_ output: any CaptureOutput) -> Bool {
        isFree(output) && output is any CaptureFrameOutput
    }

    /// Adds an output and connects every input to it.
    public func addOutput(_ output: any CaptureOutput) throws(CaptureError) {
        try add(output) { (graph) throws(CaptureError) in try graph.add(output, connecting: true) }
    }

    /// Adds an output without connections.
    public func addOutputWithNoConnections(_ output: any CaptureOutput) throws(CaptureError) {
        try add(output) { (graph) throws(CaptureError) in try graph.add(output, connecting: false) }
    }

    /// Removes an output and its connections; nothing if it is not there.
    public func removeOutput(_ output: any CaptureOutput) throws(CaptureError) {
        try change { (graph) throws(CaptureError) in graph.remove(output) }
    }

    /// Whether ``addConnection(_:)`` would take it: both ends are in this session and not connected yet.
    public func canAddConnection(_ connection: CaptureConnection) -> Bool {
        state.withLock { $0.graph.refusal(of: connection) } == nil
    }

    /// Adds a connection.
    public func addConnection(_ connection: CaptureConnection) throws(CaptureError) {
        try change { (graph) throws(CaptureError) in try graph.add(connection) }
    }

    /// Removes a connection; nothing if it is not there.
    public func removeConnection(_ connection: CaptureConnection) throws(CaptureError) {
        try change { (graph) throws(CaptureError) in graph.remove(connection) }
    }

    // MARK: - Configuration

    /// Begins changes that take effect together; may be nested.
    public func beginConfiguration() {
        state.withLock { state in
            if state.openConfigurations == 0 { state.committed = state.graph }
            state.openConfigurations += 1
        }
    }

    /// Ends changes; at the outermost call they take effect.
    ///
    /// - Throws: Why they cannot; the graph is as it was at the outermost ``beginConfiguration()`` then.
    /// - Precondition: There was a ``beginConfiguration()``.
    public func commitConfiguration() throws(CaptureError) {
        try state.withLock { (state) throws(CaptureError) in
            precondition(state.openConfigurations > 0, "commitConfiguration without beginConfiguration")
            state.openConfigurations -= 1
            guard state.openConfigurations == 0 else { return }
            do throws(CaptureError) {
                try state.running?.become(state.graph)
            } catch {
                state.graph = state.committed
                settleMembership(in: state.graph)
                throw error
            }
            settleMembership(in: state.graph)
        }
    }

    private func change(
        _ body: (inout SessionGraph) throws(CaptureError) -> Void
    ) throws(CaptureError) {
        beginConfiguration()
        do throws(CaptureError) {
            try state.withLock { (state) throws(CaptureError) in try body(&state.graph) }
        } catch {
            // The body changes all or nothing, so that there is nothing new to bring to run.
            try commitConfiguration()
            throw error
        }
        try commitConfiguration()
    }

    private func add(
        _ member: AnyObject, _ body: (inout SessionGraph) throws(CaptureError) -> Void
    ) throws(CaptureError) {
        guard SessionMembership.claim(member, for: ObjectIdentifier(self)) else {
            throw CaptureError(.deviceAlreadyUsedByAnotherSession, "it belongs to another session")
        }
        try change(body)
    }

    private func isFree(_ member: AnyObject) -> Bool {
        SessionMembership.owner(of: member) == nil
    }

    /// What is in no graph any more may be added to another session.
    private func settleMembership(in graph: SessionGraph) {
        let members = graph.inputs.map(ObjectIdentifier.init) + graph.outputs.map(ObjectIdentifier.init)
        SessionMembership.release(allBut: Set(members), of: ObjectIdentifier(self))
    }

    // MARK: - Running

    /// Whether the session was started and not stopped.
    public var isRunning: Bool { state.withLock { $0.running != nil } }

    /// Whether an input is lost and waited for.
    public var isInterrupted: Bool { sessionEvents.isInterrupted }

    /// What each source has delivered since it was started, in the order of the inputs; empty unless running.
    public var statistics: [CaptureStatistics] {
        state.withLock { $0.running?.statistics ?? [] }
    }

    /// What happens from now on; each call makes a stream of its own, which keeps the newest 256 events.
    public func events() -> AsyncStream<CaptureSessionEvent> { sessionEvents.streams.stream(keeping: 256) }

    /// Starts; blocks until every input delivers, or, if the ``reconnectPolicy`` is to wait for it, has been tried.
    ///
    /// - Throws: Why an input cannot be opened; nothing runs then.
    public func startRunning() throws(CaptureError) {
        try state.withLock { (state) throws(CaptureError) in
            guard state.running == nil else { return }
            let running = RunningGraph(policy: reconnectPolicy) { [sessionEvents] event in
                sessionEvents.send(event)
            }
            let graph = state.openConfigurations == 0 ? state.graph : state.committed
            do throws(CaptureError) {
                try running.become(graph)
            } catch {
                running.stop()
                throw error
            }
            state.running = running
        }
        sessionEvents.send(.didStartRunning)
    }

    /// The same without blocking a thread of Swift's own pool.
    public func startRunning() async throws(CaptureError) {
        try await onThread { () throws(CaptureError) in try self.startRunning() }
    }

    /// Stops; blocks until every input is closed. Nothing is delivered afterwards.
    public func stopRunning() {
        let wasRunning = state.withLock { state in
            defer { state.running = nil }
            state.running?.stop()
            return state.running != nil
        }
        sessionEvents.resetInterruptions()
        if wasRunning { sessionEvents.send(.didStopRunning) }
    }

    /// The same without blocking a thread of Swift's own pool.
    public func stopRunning() async {
        try? await onThread { () throws(CaptureError) in self.stopRunning() }
    }
}
