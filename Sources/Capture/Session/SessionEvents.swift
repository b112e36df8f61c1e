import MetadataOutput
import Synchronization

/// Sends a session's events to those who listen. It is apart from the session, so that the threads of its inputs do not
/// keep the session alive.
final class SessionEvents: Sendable {
    let streams = NewestStreams<CaptureSessionEvent>()
    private let interrupted = Mutex<Set<String>>([])
    private let lastFailure = Mutex<CaptureError?>(nil)

    /// Whether an input is lost and waited for.
    var isInterrupted: Bool { interrupted.withLock { !$0.isEmpty } }

    /// Why an input failed for good, or the start did, since the session was last started or stopped by the program; nil if
    /// none has.
    var failure: CaptureError? {
        get { lastFailure.withLock { $0 } }
        set { lastFailure.withLock { $0 = newValue } }
    }

    func send(_ event: CaptureSessionEvent) {
        if case .runtimeError(let error, _) = event { failure = error }
        interrupted.withLock { sources in
            switch event {
            case .wasInterrupted(_, _, let source): sources.insert(source)
            case .interruptionEnded(let source): sources.remove(source)
            default: break
            }
        }
        streams.send(event)
    }

    /// Forgets losses of sources that are waited for no more.
    ///
    /// - Parameter sources: Those that may still be.
    func keepInterruptions(of sources: [String]) { interrupted.withLock { $0.formIntersection(sources) } }
}
