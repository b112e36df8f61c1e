import CStartMemory

/// Memory that only the start of this process needed.
package enum StartMemory {
    /// After so many frames or answers a run has settled: two seconds of a camera.
    package static let settledCount = 64

    /// Gives it back, for processes that stay: freed memory, and pages of the executable, which come back when they are needed.
    package static func giveBack() { CStartMemoryGiveBack() }
}
