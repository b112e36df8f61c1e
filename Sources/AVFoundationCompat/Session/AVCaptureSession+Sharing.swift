import Capture
import Synchronization

// A camera is one session's at a time. As on an iPhone it is that of the one that was started last: the other one is interrupted,
// and goes on by itself when the camera is free again.
extension AVCaptureSession {
    /// What a session knows of others that want its cameras.
    struct Sharing {
        /// Whether the program has started it, and not stopped it.
        var isStarted = false
        /// Whether it has given way to another.
        var isInterrupted = false
        /// Whether it is about to go on.
        var isResuming = false
        /// How many threads of it are about to open cameras, and how many to close them.
        var (taking, stopping) = (0, 0)

        var isChanging: Bool { isResuming || taking > 0 || stopping > 0 }
    }

    /// Interruptions end here, one after the other, and not on the thread of whoever stops a session: a camera takes its time.
    static let resuming = DispatchQueue(label: "AVCaptureSession.resuming")

    /// The cameras of its inputs.
    private var cameras: Set<ObjectIdentifier> { Self.cameras(of: core.inputs) }

    private static func cameras(of inputs: [any CaptureInput]) -> Set<ObjectIdentifier> {
        Set(inputs.compactMap { $0.camera }.map(ObjectIdentifier.init))
    }

    /// Does something that opens its cameras, after other sessions of the program that run with one of them have given way to it.
    ///
    /// - Parameter input: One that it is about to have as well.
    func takingCameras(with input: AVCaptureInput? = nil, _ body: () -> Void) {
        sharing.withLock { $0.taking += 1 }
        let cameras = Self.cameras(of: core.inputs + [input?.core].compactMap(\.self))
        for other in Self.all where other !== self && other.hasOpen(cameras) { other.giveWay() }
        body()
        sharing.withLock { $0.taking -= 1 }
        Self.resumeInterrupted()
    }

    /// Does something that closes its cameras.
    func closingCameras(_ body: () -> Void) {
        sharing.withLock { $0.stopping += 1 }
        body()
        sharing.withLock { $0.stopping -= 1 }
        Self.resumeInterrupted()
    }

    /// Whether it runs with one of some cameras, or has not closed it yet. What the library's own session was told to do is not
    /// undone.
    private func hasOpen(_ cameras: Set<ObjectIdentifier>) -> Bool {
        let isOpen = sharing.withLock {
            ($0.isStarted && isRunning) || $0.isResuming || $0.stopping > 0
        }
        return isOpen && !self.cameras.isDisjoint(with: cameras)
    }

    private func giveWay() {
        let isStarted = sharing.withLock { sharing in
            // One that the program is just stopping is waited for, and does not come back.
            if sharing.isStarted { sharing.isInterrupted = true }
            return sharing.isStarted
        }
        core.stopRunning()
        if isStarted {
            postInterruption(
                .videoDeviceInUseByAnotherClient,
                CaptureError(
                    .deviceInUseByAnotherApplication,
                    "another session of this program has started with the same camera"))
        }
        allMayHaveChanged()
    }

    /// Has sessions go on whose cameras nobody has any more.
    static func resumeInterrupted() {
        guard all.contains(where: { $0.sharing.withLock(\.isInterrupted) }) else { return }
        resuming.async { for session in all { session.resume() } }
    }

    private func resume() {
        guard sharing.withLock(\.isInterrupted) else { return }
        // Who is just opening or closing cameras asks again when that is done.
        let isWaiting = Self.all.contains { other in
            other !== self && (other.sharing.withLock(\.isChanging) || other.hasOpen(cameras))
        }
        guard !isWaiting else { return }
        let isDue = sharing.withLock { sharing in
            if sharing.isInterrupted { (sharing.isInterrupted, sharing.isResuming) = (false, true) }
            return sharing.isResuming
        }
        guard isDue else { return }
        do throws(CaptureError) {
            try core.startRunning()
        } catch {
            // A session that nobody holds any more may still be closing it, or somebody else has it by now.
            let isInUse = error.code == .deviceInUseByAnotherApplication
            sharing.withLock { sharing in
                sharing.isResuming = false
                if isInUse, sharing.isStarted { sharing.isInterrupted = true }
            }
            if isInUse {
                Self.resuming.asyncAfter(deadline: .now() + 0.5) { Self.resumeInterrupted() }
            } else {
                post(runtimeError: error)
            }
            return allMayHaveChanged()
        }
        let isStarted = sharing.withLock { sharing in
            sharing.isResuming = false
            return sharing.isStarted
        }
        // The program may have stopped it meanwhile.
        guard isStarted else { return core.stopRunning() }
        allMayHaveChanged()
        if isRunning { post(Self.interruptionEndedNotification) }
    }
}
