import Synchronization

/// Gives out object ids, each once: 1, 2, 3, …
///
/// The sequences of one session share one, so that an id means one object whichever camera sees it, and goes on
/// counting when a camera comes back.
public final class ObjectIDSource: Sendable {
    private let last = Atomic(0)

    /// Makes a source that begins with 1.
    public init() {}

    func next() -> Int {
        last.add(1, ordering: .relaxed).newValue
    }
}
