import MetadataOutput

extension Search {
    /// Frames in which each of the other steps has its turn, at least.
    private static let leastCycle = 8

    /// How many frames it takes until each of some steps has had its turn.
    static func liveCycle(of steps: [Step]) -> Int { max(steps.count, leastCycle) }

    /// Runs the steps that a live frame has time for: those of every frame, those that read what is in view, and of the rest
    /// one, another in each frame. While nothing has been read, or not for sure, it is the next one that has something to do.
    ///
    /// In a round it is one of all, beside those that read what is in view, but where what they read is not sure.
    ///
    /// - Parameters:
    ///   - searches: One of each part of the frame.
    ///   - known: How many codes are in view where nothing is searched.
    static func run(
        _ steps: [Step], ofLiveFrame frame: LiveFrame, in searches: inout [Search], known: Int
    ) {
        var steps = steps
        if frame.isRound, !steps.isEmpty {
            let turn = steps[frame.number % steps.count].name
            let due = steps.filter { $0.name == turn || frame.stepsInView.contains($0.name) }
            for step in due { run(step, in: &searches, known: known) }
            guard searches.contains(where: \.hasUnsureReadings) else { return }
            steps.removeAll { step in due.contains { $0.name == step.name } }
        }
        let always = Set(Plan.live.map(\.name)).union(frame.stepsInView)
        for step in steps where always.contains(step.name) { run(step, in: &searches, known: known) }
        let others = steps.filter { !always.contains($0.name) }
        let turn = frame.number % max(others.count, Self.leastCycle)
        guard turn < others.count else { return }
        // What is like a code beside one that was read is seldom one, and would be looked at in each frame.
        guard searches.contains(where: { $0.isInDoubt }) else {
            run(others[turn], in: &searches, known: known)
            return
        }
        for step in others[turn...] + others[..<turn] where run(step, in: &searches, known: known) { return }
    }

    /// Runs a step in each part of a frame; what was read in one is known in the others.
    ///
    /// - Returns: Whether it had something to do.
    @discardableResult private static func run(
        _ step: Step, in searches: inout [Search], known: Int
    ) -> Bool {
        var isOpen = false
        for index in searches.indices {
            let others = searches.indices.filter { $0 != index }
            searches[index].acceptedElsewhere = others.reduce(known) { $0 + searches[$1].accepted.count }
            if searches[index].run(step) { isOpen = true }
        }
        return isOpen
    }
}
