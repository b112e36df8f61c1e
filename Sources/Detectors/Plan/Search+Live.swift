import MetadataOutput

extension Search {
    /// Frames in which each of the other steps has its turn, at least.
    private static let leastCycle = 8

    /// How many frames it takes until each of some steps has had its turn.
    static func liveCycle(of steps: [Step]) -> Int { max(steps.count, leastCycle) }

    /// Runs the steps that a live frame has time for: those of every frame, those that read what is in view, and of
    /// the rest one that has something to do, another in each frame.
    mutating func run(_ steps: [Step], ofLiveFrame frame: LiveFrame) {
        let always = Set(Plan.live.map(\.name)).union(frame.stepsInView)
        for step in steps where always.contains(step.name) { run(step) }
        let others = steps.filter { !always.contains($0.name) }
        let first = frame.number % max(others.count, Self.leastCycle)
        guard first < others.count else { return }
        for step in others[first...] + others[..<first] where run(step) { return }
    }
}
