import CStartMemory

/// Memory that only the start of this process needed.
package enum StartMemory {
    /// After so many frames, pictures or answers a run has settled: two seconds of a camera.
    package static let settledCount = 64

    /// Pages of the executable come back a part of so many bytes at a time.
    package static let part = Int(CStartMemoryPart)

    /// Gives it back, for processes that stay: freed memory, and pages of the executable, which come back when they are needed.
    package static func giveBack() { CStartMemoryGiveBack() }

    /// Has all threads allocate from one heap, in a process in which they allocate little; to be called before there are any.
    package static func shareHeap() { CStartMemoryShareHeap() }
}
