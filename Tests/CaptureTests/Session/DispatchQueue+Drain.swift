import Dispatch

extension DispatchQueue {
    /// Waits until delegates on this serial queue have been told all that waits for them.
    ///
    /// They are called once a block, and each block puts the next into the queue: a single `sync` comes in between. Fewer
    /// than this many wait.
    func drain() {
        for _ in 0..<32 { sync {} }
    }
}
