import MetadataOutput

extension Search {
    /// Runs the steps that a live frame has time for: those of effort fast, those that read what is in view, and of
    /// the rest one that has something to do, another in each frame.
    mutating func run(_ steps: [Step], ofLiveFrame frame: LiveFrame) {
        let always = Set(Plan.steps(for: .fast).map(\.name)).union(frame.stepsInView)
        for step in steps where always.contains(step.name) { run(step) }
        let others = steps.filter { !always.contains($0.name) }
        guard !others.isEmpty else { return }
        let first = frame.number % others.count
        for step in others[first...] + others[..<first] where run(step) { return }
    }
}
