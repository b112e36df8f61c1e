extension Sighting {
    /// Whether what was read is enough to report it; a located symbol always is.
    var stands: Bool {
        guard content.isDecoded, type.isLinearCode else { return true }
        return stands(by: LinearRule.rule(for: type))
    }

    /// Whether what was read of a linear symbol is enough by a rule.
    func stands(by rule: LinearRule) -> Bool {
        readings.contains { rule.shortfall(of: $0, length: content.bytes.count) == nil }
            || rule.standsTogether(self)
    }

    /// How sure the symbol is there and says this, 0…1.
    ///
    /// Measured shares of wrong reports, rounded up: an error-corrected symbol is next to never wrong, a linear one
    /// by a single engine in about one of fifty, by two in less than one of two hundred. A symbol that was located
    /// but not decoded is there in about every second case.
    var confidence: Double {
        guard content.isDecoded else { return 0.5 }
        if type.isMatrixCode { return engines > 1 ? 0.9999 : 0.999 }
        if engines > 1 { return 0.995 }
        return passes > 1 ? 0.99 : 0.98
    }

    /// Whether the payload is more than half NUL, which Aztec's error correction gives for empty ground.
    var isMostlyNull: Bool {
        content.bytes.count { $0 == 0 } * 2 > content.bytes.count
    }

    /// How much speaks for it against another text at the same place: engines, then passes, then lines.
    var weight: Int { engines * 1_000_000 + min(passes, 999) * 1_000 + min(lines, 999) }
}
