/// What the proofs of one picture may cost: pictures may be made to have no end of readings that are hard to prove.
struct ProofBudget {
    /// Modules that may still be laid along the picture, attempt by attempt: enough for a dozen symbols that match nowhere and are
    /// tried in many places. One that clearly matches costs nothing: there are no more of them than engines can read.
    private var modules: Float = 200_000

    /// What may be spent beyond that, on what is cheap.
    private static let more: Float = 200_000

    /// Whether nothing is left but for what is cheap.
    var isSpent: Bool { modules <= 0 }

    /// Whether nothing is left at all.
    var isExhausted: Bool { modules <= -Self.more }

    mutating func spend(modules: Float) {
        self.modules -= modules
    }
}
