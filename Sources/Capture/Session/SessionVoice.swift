import MetadataOutput
import Synchronization

/// What a session tells: apart from the session, so that the threads of its inputs do not keep that alive.
final class SessionVoice: Sendable {
    let events = NewestStreams<CaptureSessionEvent>()
    private let interrupted = Mutex<Set<String>>([])

    /// Whether an input is lost and waited for.
    var isInterrupted: Bool { interrupted.withLock { !$0.isEmpty } }

    func tell(_ event: CaptureSessionEvent) {
        interrupted.withLock { sources in
            switch event {
            case .wasInterrupted(_, _, let source): sources.insert(source)
            case .interruptionEnded(let source): sources.remove(source)
            default: break
            }
        }
        events.send(event)
    }

    func forgetInterruptions() { interrupted.withLock { $0 = [] } }
}
