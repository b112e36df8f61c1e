import MetadataOutput

/// Until when more looks may be taken: what is left then is told as not examined, where else the whole picture, and all that was
/// found in it, would be lost with its deadline.
struct SearchTime: Sendable {
    private let work: WorkTime
    private let most: Duration

    /// - Parameter share: Of the request's deadline, from now on.
    init(of request: DetectionRequest, share: Double) {
        work = request.beginWork()
        most = request.deadline * share
    }

    /// Whether it is over.
    var isUp: Bool { work.isOver(most) }
}

extension SearchTime? {
    /// Whether there is an end, and it is over.
    var isUp: Bool { self?.isUp ?? false }
}
