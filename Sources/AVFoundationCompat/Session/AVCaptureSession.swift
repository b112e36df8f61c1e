public import Capture
import MetadataOutput
import Synchronization

/// Joins inputs to outputs and has frames flow between them.
///
/// What a program may not do, such as adding an input twice, ends it with AVFoundation's words. What a camera does (it
/// is in use, it was unplugged) is told by notifications: as a runtime error, or, by a session that waits for cameras
/// (``init(_:)``), as an interruption. Notifications come one after the other on a queue of the library's, some time after what they
/// tell of. A session that starts with a camera of another one of the program interrupts that one, which
/// goes on by itself afterwards.
open class AVCaptureSession: AVObject, @unchecked Sendable {
    /// The library's own session, whose calls throw.
    public let core: CaptureSession
    /// Inputs, outputs and connections that the session holds, as an application may hold none of them.
    private let members = Mutex<[AVObject]>([])
    private let configurations = Mutex(0)
    let sharing = Mutex(Sharing())

    /// Makes a session without inputs and outputs. A camera that is lost or in use is a runtime error of it, and is not waited
    /// for.
    public override init() {
        core = CaptureSession()
        super.init()
        beginToListen()
    }

    /// Makes a session over one of the library's, such as one that waits for cameras that are lost or in use
    /// (`CaptureSession(reconnectPolicy:)`) and is interrupted meanwhile.
    ///
    /// - Parameter core: One without inputs and outputs.
    public init(_ core: CaptureSession) {
        self.core = core
        super.init()
        beginToListen()
    }

    private func beginToListen() {
        Self.wrappers.add(self, of: core)
        AVCaptureDevice.watchForChanges()
        let events = core.events()
        Task { [weak self] in
            for await event in events { self?.take(event) }
        }
    }

    deinit {
        // Before others go on with its cameras. Not here: somebody may be looking at all sessions just now.
        core.stopRunning()
        DispatchQueue.global().async { Self.resumeInterrupted() }
    }

    private static let wrappers = WrapperTable<AVCaptureSession>()

    /// Those that somebody holds.
    static var all: [AVCaptureSession] { wrappers.all }

    /// The session with Apple's name for one of the library's, if somebody holds one.
    static func wrapping(_ core: CaptureSession) -> AVCaptureSession? { wrappers.wrapper(of: core) }

    // MARK: - Presets

    /// What formats the cameras are asked for; `.inputPriority` as long as the format of one was set by hand. One that
    /// ``canSetSessionPreset(_:)`` refuses ends the program; but while a camera does not answer, that is a runtime error, and the
    /// preset stays.
    open var sessionPreset: Preset {
        get { Preset(core.sessionPreset) }
        set {
            guard let preset = newValue.core, canSetSessionPreset(newValue) else {
                // Of a camera that is gone nobody knows which formats it has.
                if newValue.core != nil, let loss { return post(runtimeError: loss) }
                raiseException(
                    "*** -[AVCaptureSession setSessionPreset:] Unsupported preset '\(newValue.rawValue)' - "
                        + "use -canSetSessionPreset:")
            }
            perform("setSessionPreset:") { () throws(CaptureError) in try core.setSessionPreset(preset) }
        }
    }

    /// Why a camera of the session does not answer; nil if all do.
    private var loss: CaptureError? {
        core.inputs.lazy.compactMap { $0.camera?.silence }.first
    }

    /// Whether every camera of the session has a format for this preset.
    open func canSetSessionPreset(_ preset: Preset) -> Bool {
        preset.core.map(core.canSetSessionPreset) ?? false
    }

    // MARK: - Inputs

    /// The inputs, in the order they were added.
    open var inputs: [AVCaptureInput] { core.inputs.map(AVCaptureInput.wrapping) }

    /// Whether an input can be added: it is in no session, and its device is there. One that has no format of the preset's size is taken
    /// too, with the one that is nearest.
    open func canAddInput(_ input: AVCaptureInput) -> Bool { core.canAddInput(input.core) }

    /// Adds an input and connects it to every output.
    open func addInput(_ input: AVCaptureInput) {
        hold(input)
        changing(with: input) {
            perform("addInput:") { () throws(CaptureError) in try core.addInput(input.core) }
        }
    }

    /// Adds an input without connections.
    open func addInputWithNoConnections(_ input: AVCaptureInput) {
        hold(input)
        changing(with: input) {
            perform("addInputWithNoConnections:") { () throws(CaptureError) in
                try core.addInputWithNoConnections(input.core)
            }
        }
    }

    /// Removes an input and its connections.
    open func removeInput(_ input: AVCaptureInput) {
        closingCameras {
            perform("removeInput:") { () throws(CaptureError) in try core.removeInput(input.core) }
        }
    }

    /// Changes inputs, for which cameras are opened at once if it runs.
    private func changing(with input: AVCaptureInput? = nil, _ body: () -> Void) {
        isRunning && configurations.withLock { $0 == 0 } ? takingCameras(with: input, body) : body()
    }

    // MARK: - Outputs

    /// The outputs, in the order they were added.
    open var outputs: [AVCaptureOutput] { core.outputs.compactMap(AVCaptureOutput.wrapping) }

    /// Whether an output can be added: it is in no session.
    open func canAddOutput(_ output: AVCaptureOutput) -> Bool { core.canAddOutput(output.core) }

    /// Adds an output and connects every input to it.
    open func addOutput(_ output: AVCaptureOutput) {
        hold(output)
        perform("addOutput:") { () throws(CaptureError) in try core.addOutput(output.core) }
    }

    /// Adds an output without connections.
    open func addOutputWithNoConnections(_ output: AVCaptureOutput) {
        hold(output)
        perform("addOutputWithNoConnections:") { () throws(CaptureError) in
            try core.addOutputWithNoConnections(output.core)
        }
    }

    /// Removes an output and its connections.
    open func removeOutput(_ output: AVCaptureOutput) {
        perform("removeOutput:") { () throws(CaptureError) in try core.removeOutput(output.core) }
    }

    // MARK: - Connections

    /// The connections, in the order they were made.
    open var connections: [AVCaptureConnection] { core.connections.map(AVCaptureConnection.wrapping) }

    /// Whether a connection can be added: both its ends are in this session and not connected yet.
    open func canAddConnection(_ connection: AVCaptureConnection) -> Bool {
        core.canAddConnection(connection.core)
    }

    /// Adds a connection.
    open func addConnection(_ connection: AVCaptureConnection) {
        hold(connection)
        perform("addConnection:") { () throws(CaptureError) in try core.addConnection(connection.core) }
    }

    /// Removes a connection.
    open func removeConnection(_ connection: AVCaptureConnection) {
        perform("removeConnection:") { () throws(CaptureError) in try core.removeConnection(connection.core) }
    }

    // MARK: - Configuration

    /// Begins changes that take effect together; may be nested.
    open func beginConfiguration() {
        core.beginConfiguration()
        configurations.withLock { $0 += 1 }
    }

    /// Ends changes; at the outermost call they take effect. If they cannot, the session is as it was before, and a
    /// runtime error says why.
    open func commitConfiguration() {
        let isOpen = configurations.withLock { configurations in
            configurations -= 1
            return configurations >= 0
        }
        guard isOpen else {
            raiseException(
                "*** -[AVCaptureSession commitConfiguration] called without beginConfiguration",
                named: .generic)
        }
        changing {
            perform("commitConfiguration") { () throws(CaptureError) in try core.commitConfiguration() }
        }
    }

    // MARK: - Running

    /// Whether the session was started, and neither stopped nor all of its inputs lost. Observable.
    open var isRunning: Bool { core.isRunning }

    /// Whether another session of the program has one of its cameras, or, of a session that waits for cameras (``init(_:)``), an input
    /// is lost. Observable.
    open var isInterrupted: Bool { core.isInterrupted || sharing.withLock(\.isInterrupted) }

    /// Starts; blocks until every camera delivers or has failed, which a runtime error tells, or an interruption where it is
    /// waited for. Other sessions of the program that run with one of its cameras are interrupted until it stops.
    open func startRunning() {
        guard configurations.withLock({ $0 == 0 }) else {
            raiseException(
                "*** -[AVCaptureSession startRunning] startRunning may not be called between calls to "
                    + "beginConfiguration and commitConfiguration", named: .generic)
        }
        let wasInterrupted = sharing.withLock { sharing in
            defer { (sharing.isStarted, sharing.isInterrupted) = (true, false) }
            return sharing.isInterrupted
        }
        takingCameras {
            perform("startRunning") { () throws(CaptureError) in try core.startRunning() }
        }
        if wasInterrupted, isRunning { post(Self.interruptionEndedNotification) }
    }

    /// Stops; blocks until every camera is closed. Delegates of outputs are called no more afterwards, but for a call under way.
    open func stopRunning() {
        closingCameras {
            sharing.withLock { ($0.isStarted, $0.isInterrupted) = (false, false) }
            core.stopRunning()
        }
        allMayHaveChanged()
    }

    /// How much of its USB bus the session's cameras take; above 1 not all of them will start.
    open var hardwareCost: Float { Float(core.hardwareCost) }

    /// The clock that the times of frames and objects are on.
    open var synchronizationClock: CMClock? { .hostTimeClock }

    /// The same; older code calls it so.
    open var masterClock: CMClock? { synchronizationClock }

    /// Does something that a program may do wrongly, or a camera fail at.
    func perform(_ selector: String, _ body: () throws(CaptureError) -> Void) {
        do throws(CaptureError) {
            try body()
        } catch {
            if error.isProgrammers { raiseException("*** -[AVCaptureSession \(selector)] \(error.message)") }
            post(runtimeError: error)
        }
        let before = members.withLock { $0 }
        settle()
        allMayHaveChanged(with: before)
    }

    /// Tells observers of the session, of what is in it, and of the layers that show it.
    ///
    /// - Parameter others: What was in it before.
    func allMayHaveChanged(with others: [AVObject] = []) {
        didChange()
        let members = members.withLock { $0 }
        let known = Set(members)
        for object in members + others.filter({ !known.contains($0) }) {
            object.didChange()
            (object as? AVCaptureInput)?.formatsMayHaveChanged()
        }
        for case let connection as AVCaptureConnection in members {
            connection.videoPreviewLayer?.didChange()
        }
    }

    /// Holds a member, before it is added.
    private func hold(_ member: AVObject) { members.withLock { $0.append(member) } }

    /// Holds what is in the session, and nothing else.
    private func settle() {
        guard configurations.withLock({ $0 == 0 }) else { return }
        // Looked up under the lock, so that no older view takes a newer one's place; let go of outside of it, as ends of objects
        // are a program's too.
        let old = members.withLock { members in
            let old = members
            var seen: Set<AVObject> = []
            members = (inputs + outputs + connections as [AVObject]).filter { seen.insert($0).inserted }
            return old
        }
        withExtendedLifetime(old) {}
    }
}

extension CaptureError {
    /// Whether it says that the program did what it may not, whatever the camera does.
    fileprivate var isProgrammers: Bool {
        code == .invalidConfiguration || code == .deviceAlreadyUsedByAnotherSession
    }
}
