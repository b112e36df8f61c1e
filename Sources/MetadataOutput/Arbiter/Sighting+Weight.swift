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
    /// Measured shares of wrong reports, rounded up: an error-corrected symbol is next to never wrong (``matrixConfidence``), a linear one
    /// by a single engine in about one of fifty, by two in less than one of two hundred. Bars that match the text say
    /// as much as a second engine: of 660 such readings by one engine (`Scripts/bench misreads`, tuning half) two were
    /// wrong. With a second engine none of 64 was, too few to measure: that figure takes the two errors for independent.
    /// Of readings whose bars do not match about every third was wrong; they stand by two engines, which were right five
    /// times of five, or by many lines that agree.
    /// A symbol that was located but not decoded is there in about every second case.
    var confidence: Double {
        guard content.isDecoded else { return 0.5 }
        if type.isMatrixCode { return matrixConfidence }
        let rule = LinearRule.rule(for: type)
        if rule.isRefuted(self) { return 0.9 }
        if proof != nil { return engines > 1 ? 0.999 : 0.995 }
        if engines > 1 { return 0.995 }
        return passes > 1 ? 0.99 : 0.98
    }

    /// The same of a matrix symbol, from how much of its error correction was left.
    ///
    /// Of n codewords of m values, k of them for correction, a share C(n, e) (m - 1)^e / m^k of random grids is made a symbol by e
    /// corrections. Of the small symbols, Data Matrix with 8 codewords and Aztec with 17 of 6 bits, that is at most one in 100,000
    /// where half of the correction is left, some in 1,000 where nothing is, and an engine tries some grids in a picture. Two engines
    /// do not make the same corrections of noise.
    private var matrixConfidence: Double {
        if engines > 1 { return 0.9999 }
        return switch unusedErrorCorrection {
        case .none: 0.999
        case .some(0.5...): 0.9999
        case .some(0.2...): 0.999
        case .some: 0.99
        }
    }

    /// Whether the payload is more than half NUL and may be what Aztec's error correction gives for empty ground. Not where no
    /// codeword was corrected: on empty ground all of them would have been, as none of Aztec's is all zeros or all ones
    /// (ISO/IEC 24778, bit stuffing).
    var isMostlyNull: Bool {
        content.bytes.count { $0 == 0 } * 2 > content.bytes.count && unusedErrorCorrection != 1
    }

    /// How much speaks for it against another text at the same place: that bars match, then engines, passes and lines.
    var weight: Int {
        let isRefuted = type.isLinearCode && LinearRule.rule(for: type).isRefuted(self)
        return (isRefuted ? 0 : 100_000_000) + engines * 1_000_000 + min(passes, 999) * 1_000
            + min(lines, 999)
    }
}
