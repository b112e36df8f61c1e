import MetadataOutput

extension Search {
    /// Frames in which each of the other steps has its turn, at least.
    private static let leastCycle = 8

    /// How many frames it takes until each of some steps has had its turn.
    static func liveCycle(of steps: [Step]) -> Int { max(steps.count, leastCycle) }

    /// Runs the steps that a live frame has time for: those of every frame, those that read what is in view, and of the rest
    /// one, another in each frame. While nothing has been read, or not for sure, it is the next one that has something to do.
    mutating func run(_ steps: [Step], ofLiveFrame frame: LiveFrame) {
        let always = Set(Plan.live.map(\.name)).union(frame.stepsInView)
        for step in steps where always.contains(step.name) { run(step) }
        let others = steps.filter { !always.contains($0.name) }
        let turn = frame.number % max(others.count, Self.leastCycle)
        guard turn < others.count else { return }
        // What is like a code beside one that was read is seldom one, and would be looked at in each frame.
        guard isOpen(.inDoubt) else {
            run(others[turn])
            return
        }
        for step in others[turn...] + others[..<turn] where run(step) { return }
    }
}
