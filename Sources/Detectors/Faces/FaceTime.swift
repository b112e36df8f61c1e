import MetadataOutput

/// Until when more looks at faces may be taken: what is left of a crowd then is told as not examined, where else the whole picture,
/// its codes too, would be lost with its deadline.
struct FaceTime: Sendable {
    private let end: SuspendingClock.Instant

    /// - Parameter share: Of the request's deadline, from now on.
    init(of request: DetectionRequest, share: Double) {
        end = .now + request.deadline * share
    }

    /// Whether it is over.
    var isUp: Bool { .now >= end }
}
