/// What the proofs of one picture may cost: pictures may be made to have no end of readings that are hard to prove.
struct ProofBudget {
    /// Modules that may still be laid along the picture, attempt by attempt: enough for about a hundred symbols that match
    /// or a dozen that do not, which are tried in more places.
    private var modules: Float = 200_000

    /// Whether nothing is left.
    var isSpent: Bool { modules <= 0 }

    mutating func spend(modules: Float) {
        self.modules -= modules
    }
}
