extension Sighting {
    /// Whether what was read is enough to report it; a located symbol always is.
    var stands: Bool {
        guard content.isDecoded, type.isLinearCode else { return true }
        return stands(by: LinearRule.rule(for: type))
    }

    /// Whether what was read of a linear symbol is enough by a rule.
    func stands(by rule: LinearRule) -> Bool {
        readings.contains { rule.shortfall(of: $0, in: self) == nil }
            || rule.standsTogether(self)
    }

    /// How sure the symbol is there and says this, 0…1.
    ///
    /// Measured shares of wrong reports, rounded up: an error-corrected symbol is next to never wrong, a linear one
    /// by a single engine in about one of fifty, by two in less than one of two hundred. Bars that match the text say
    /// as much as a second engine: of 660 such readings by one engine (`Scripts/bench misreads`, tuning half) two were
    /// wrong. With a second engine none of 64 was, too few to measure: that figure takes the two errors for independent.
    /// Of readings whose bars do not match about every third was wrong; they stand by two engines, which were right five
    /// times of five, or by many lines that agree.
    /// A symbol that was located but not decoded is there in about every second case.
    var confidence: Double {
        guard content.isDecoded else { return 0.5 }
        if type.isMatrixCode { return engines > 1 ? 0.9999 : 0.999 }
        let rule = LinearRule.rule(for: type)
        if rule.isRefuted(self) { return 0.9 }
        if proof != nil { return engines > 1 ? 0.999 : 0.995 }
        if engines > 1 { return 0.995 }
        return passes > 1 ? 0.99 : 0.98
    }

    /// Whether the payload is more than half NUL, which Aztec's error correction gives for empty ground.
    var isMostlyNull: Bool {
        content.bytes.count { $0 == 0 } * 2 > content.bytes.count
    }

    /// How much speaks for it against another text at the same place: that bars match, then engines, passes and lines.
    var weight: Int {
        let isRefuted = type.isLinearCode && LinearRule.rule(for: type).isRefuted(self)
        return (isRefuted ? 0 : 100_000_000) + engines * 1_000_000 + min(passes, 999) * 1_000
            + min(lines, 999)
    }
}
