/// What one reading of a linear symbol needs to stand alone; with less it waits for a second opinion.
///
/// Linear codes have weak check digits or none, so engines misread them in noise, in parts of other codes and in
/// text. The limits were measured on 2,707 pictures (`docs/plan.md`): looser ones add misreads faster than codes.
struct LinearRule: Sendable, Hashable {
    /// Characters below which it is no code, whoever agrees.
    var shortest = 1
    /// Characters from which one reading may stand alone.
    var length = 1
    /// Agreeing lines of ZXing in whole pictures.
    var lines = 2
    /// The same in a changed picture or a crop: most are larger than what they show.
    var linesElsewhere = 4
    /// Agreeing lines of ZXing in a strip: a strip shows the same bars many times.
    var linesInStrip = 3
    /// zbar's quality in the plain picture.
    var quality: Int
    /// zbar's quality in a changed picture or a crop.
    var qualityElsewhere: Int
    /// zbar's quality in a strip.
    var qualityInStrip: Int
    /// Whether a reading of a changed or turned picture never stands alone.
    var needsPlainPicture = false
    /// Most that the proof may leave unexplained.
    var mostResidue = 0.3
    /// Most that it may leave unexplained of any one part.
    var worstPart = 1.0
    /// Whether a piece of a symbol reads as a symbol, which engines agree upon: only the bars around it tell.
    var readsPiecesOfItself = false
    /// Most that may speak for a seam: of halves of two symbols engines make a third, and agree upon it.
    var mostSeam = 4.2
    /// The same where no second engine agrees: few symbols have such a seam, those that are bent among them.
    var mostSeamAlone = 3.0
    /// The same of the places of all edges.
    var mostEdgeSeam = Double.infinity
    /// The same where no second engine agrees.
    var mostEdgeSeamAlone = Double.infinity
    /// The same where no reading has many lines of the plain picture: strips and pictures made larger show no more than it.
    var mostEdgeSeamOfStrips = Double.infinity
    /// The same where the text is too short to stand alone: there are few edges to tell.
    var mostEdgeSeamOfShort = Double.infinity
    /// The same where one engine's few lines of the plain picture agree; without all edges it is not known.
    var mostEdgeSeamOfFewLines: Double?
    /// Most modules of a digit that may be dark or light without being so in the text: of texts in which some 1 and 7, or 2 and 8, are
    /// exchanged until the check digit is right, 95 in 100 are more off; of right ones that nothing covers, one in 50 by more than 0.8.
    /// Of an Interleaved 2 of 5 it is the bars at its ends that are compared with the others: of pieces of which an end is out of tolerance,
    /// half are more off than 0.4, of whole symbols one in 250.
    var mostInk = 1.7
    /// How dark the quiet zones may be: in those of a piece are the bars around it.
    var darkestQuietZone = 2.0
    /// How much better than any other the proof must find each character, where little is left unexplained: of two that are alike,
    /// narrow modules do not tell which it is, and a check digit may.
    var leastMargin = -0.05
    /// The same whoever agrees: of two halves engines make the same third, and of one character another.
    var leastMarginTogether = -Double.infinity
    /// Whether two engines do not make up for what is left unexplained, unless the place is known badly: of halves of two symbols one in
    /// ten passes the check of so few digits.
    var mustBeExplained = false
    /// Whether most symbols can be proved and some have other bars than are looked for: a reading without a proof is more likely
    /// wrong than one of another type.
    var isProvedMostly = false
    /// Whether zbar alone is not enough without a proof: it puts halves together that were never beside each other, and tells no row.
    var zbarNeedsProof = false
    /// Whether a clear proof makes up for few lines and a weak quality.
    var clearProofIsEnough = true

    /// The rule where an accepted symbol is next to it or reaches into it: of a part of a symbol and what stands around it
    /// engines make another, most often a shorter one.
    var besideAnother: LinearRule {
        var rule = stricter
        rule.isProvedMostly = isProvedMostly
        rule.clearProofIsEnough = false
        return rule
    }

    /// The rule that asks for more lines and quality.
    private var stricter: LinearRule {
        var rule = self
        rule.lines += 2
        rule.linesElsewhere += 2
        rule.linesInStrip += 2
        rule.quality += 6
        rule.qualityElsewhere += 6
        rule.qualityInStrip += 6
        rule.isProvedMostly = false
        return rule
    }

    /// What one reading lacks to be enough; nil if it is.
    func shortfall(of reading: Reading, in sighting: Sighting) -> Refusal.Shortfall? {
        let evidence = reading.evidence
        if mayBeHalfOfAnother(sighting) || lacksProofOfZBar(sighting) { return .secondEngine }
        if sighting.content.bytes.count < length { return .characters(length) }
        if needsPlainPicture, evidence.source == .rescue || evidence.isTurned { return .plainPicture }
        if let proof = sighting.proof {
            if !isOfOneSymbol(proof) { return .matchingBars }
            if !passes(proof) { return .matchingBars }
            // Around its spaces, which an engine has taken for bars, is the paper that is the darkest of an inverted picture.
            if sighting.content.isInverted == true, proof.quiet > Self.darkestAroundInverted {
                return .secondEngine
            }
            // Where its end is not known, nor is how much ink is there.
            if readsPiecesOfItself, isWithoutEdges(proof) { return .secondEngine }
            if let edgeSeam = proof.edgeSeam {
                if edgeSeam > mostEdgeSeamAlone { return .secondEngine }
                if edgeSeam > mostEdgeSeamOfStrips, evidence.source == .strip, !isOfManyLines(evidence) {
                    return evidence.lines == nil ? .quality(Self.manyLines) : .lines(Self.manyLines)
                }
            }
            if needsManyLines(proof), !hasManyLines(evidence) {
                if evidence.source != .plain { return .plainPicture }
                return evidence.lines == nil ? .quality(Self.manyLines) : .lines(Self.manyLines)
            }
            if clearProofIsEnough, proof.isClear, !mayBeOfLonger(proof) { return nil }
        } else if isProvedMostly {
            return stricter.shortfall(of: reading, in: sighting)
        }
        return shortfall(of: evidence)
    }

    /// Whether it has the parities of an EAN-13's left half, behind which the middle guard and one bar more are a UPC-E's end: a UPC-E of
    /// number system 1 (ISO/IEC 15420), which hardly anybody prints.
    private func mayBeHalfOfAnother(_ sighting: Sighting) -> Bool {
        sighting.type == .upce && sighting.content.bytes.first == UInt8(ascii: "1")
    }

    /// Whether no reading is another engine's, and no proof was made.
    private func lacksProofOfZBar(_ sighting: Sighting) -> Bool {
        zbarNeedsProof && sighting.proof == nil && sighting.readings.allSatisfy { $0.engine == .zbar }
    }

    /// What lines and quality lack to be enough.
    private func shortfall(of evidence: Evidence) -> Refusal.Shortfall? {
        if let lines = evidence.lines {
            let wanted = wantedLines(of: evidence)
            return lines >= wanted ? nil : .lines(wanted)
        }
        let wanted = wantedQuality(of: evidence)
        // An engine that tells nothing has no quality at all.
        return evidence.quality.map { $0 >= wanted } ?? false ? nil : .quality(wanted)
    }

    /// ZXing's lines that are enough in the pixels it read.
    private func wantedLines(of evidence: Evidence) -> Int {
        switch evidence.source {
        case .plain: lines
        case .strip: linesInStrip
        case .rescue, .crop: max(lines, linesElsewhere)
        }
    }

    /// zbar's quality that is enough in the pixels it read.
    private func wantedQuality(of evidence: Evidence) -> Int {
        switch evidence.source {
        case .plain: quality
        case .strip: qualityInStrip
        case .rescue, .crop: qualityElsewhere
        }
    }

    /// Whether the picture's bars are those of the text; the limits are from `Scripts/bench misreads --half tuning`
    /// (`docs/performance.md`).
    func passes(_ proof: LinearProof) -> Bool {
        isOfOneSymbol(proof) && !mayBeOfTwo(proof) && proof.isPassing(margin: leastMargin)
            && proof.ink ?? 0 <= mostInk
            && proof.residue <= mostResidue && proof.worst <= worstPart
    }

    /// Whether the bars are those of one symbol and of all of it.
    private func isOfOneSymbol(_ proof: LinearProof) -> Bool {
        // Where the place is known badly, so are those of characters.
        (proof.isOfElsewhere
            || ((proof.seam ?? 0 <= mostSeam || isBent(proof)) && proof.edgeSeam ?? 0 <= mostEdgeSeam
                && !explainsLess(proof, thanSeamFrom: Self.seamOfFew)))
            && (!readsPiecesOfItself || proof.quiet <= darkestQuietZone)
    }

    /// Whether what speaks for a seam is a bend, as around a bottle: the places of few parts do not tell them apart, those of all
    /// edges do.
    private func isBent(_ proof: LinearProof) -> Bool {
        guard mostEdgeSeam < .infinity, let edgeSeam = proof.edgeSeam else { return false }
        return edgeSeam <= Self.edgeSeamOfBend && proof.seam ?? 0 <= mostSeamAlone
    }

    /// Whether the bars may be those of parts of two symbols, or of a part of one: few symbols have such a seam, those that are bent
    /// among them, or such quiet zones, those at the picture's edge among them.
    private func mayBeOfTwo(_ proof: LinearProof) -> Bool {
        explainsLess(proof, thanSeamFrom: Self.seamOfSome)
            || (!readsPiecesOfItself && (proof.seam ?? 0 > mostSeamAlone || proof.quiet > darkestQuietZone))
    }

    /// Whether the bars may be those of a longer symbol, of which something hides a part: what is left of a character looks like a stop,
    /// or a start, a little out of place, and the rest of the symbol is beside it. Print stands close to many labels, and the edges of
    /// some speak for a seam; of 500 Code 39 of either kind that stood none had both, and nothing but a line or two for it.
    private func mayBeOfLonger(_ proof: LinearProof) -> Bool {
        proof.quiet > Self.darkestOfMost && proof.edgeSeam ?? 0 > Self.edgeSeamOfMost
    }

    /// Whether more speaks for a seam than for the characters beside it: a seam in a character leaves its neighbours in the code almost as
    /// likely.
    ///
    /// - Parameter least: The seam from which that counts.
    private func explainsLess(_ proof: LinearProof, thanSeamFrom least: Double) -> Bool {
        [proof.seam, mostEdgeSeam < .infinity ? proof.edgeSeam : nil].contains { seam in
            seam.map { $0 > least && proof.margin < $0 * 0.03 } ?? false
        }
    }

    /// Whether edges say too little for a few lines of the plain picture to be believed, in however many passes of one engine.
    private func needsManyLines(_ proof: LinearProof) -> Bool {
        mostEdgeSeamOfFewLines.map { proof.edgeSeam ?? .infinity > $0 } ?? false
    }

    /// Whether edges were not found that should tell a seam: where another number's bars begin in the middle of a symbol, two bars may be
    /// one, or one two, and engines that agree see no more.
    private func isWithoutEdges(_ proof: LinearProof) -> Bool {
        mostEdgeSeamOfFewLines != nil && proof.edgeSeam == nil
    }

    private func hasManyLines(_ evidence: Evidence) -> Bool {
        evidence.source == .plain && isOfManyLines(evidence)
    }

    private func isOfManyLines(_ evidence: Evidence) -> Bool {
        max(evidence.lines ?? 0, evidence.quality ?? 0) >= Self.manyLines
    }

    /// Whether each of the engines would be believed without a proof.
    private func hasEnoughOfEach(_ sighting: Sighting) -> Bool {
        Set(sighting.readings.map(\.engine)).allSatisfy { engine in
            sighting.readings.contains { $0.engine == engine && shortfall(of: $0.evidence) == nil }
        }
    }

    /// Whether engines that agree repeat one error.
    func isOneError(_ proof: LinearProof) -> Bool {
        !isOfOneSymbol(proof) || proof.margin < leastMarginTogether
            || (isProvedMostly && proof.isOfElsewhere)
    }

    /// Whether bars speak against a text of so many characters, whoever agrees, in however many frames.
    func isRuledOut(by proof: LinearProof, characters: Int) -> Bool {
        if isOneError(proof) { return true }
        guard passes(proof) else {
            let isExplained = proof.residue <= mostResidue || proof.isOfElsewhere
            return readsPiecesOfItself || characters < length || (mustBeExplained && !isExplained)
        }
        return characters < length && proof.edgeSeam ?? 0 > mostEdgeSeamOfShort
    }

    /// Whether the picture's bars are others.
    func isRefuted(_ sighting: Sighting) -> Bool {
        sighting.proof.map { !passes($0) } ?? false
    }

    /// Whether readings that do not stand alone make up for it together: two engines or, where bars match, two passes of
    /// ZXing, or two of zbar if one is good (two weak ones of one picture repeat the same error).
    func standsTogether(_ sighting: Sighting) -> Bool {
        if let proof = sighting.proof {
            if isRuledOut(by: proof, characters: sighting.content.bytes.count) { return false }
            if !passes(proof) { return sighting.engines >= 2 && hasEnoughOfEach(sighting) }
        }
        let isInManyLines = sighting.readings.contains { hasManyLines($0.evidence) }
        if let edgeSeam = sighting.proof?.edgeSeam, !isInManyLines, edgeSeam > mostEdgeSeamOfStrips {
            return false
        }
        if let proof = sighting.proof, isWithoutEdges(proof), !isInManyLines { return false }
        if sighting.engines < 2, mayBeHalfOfAnother(sighting) || lacksProofOfZBar(sighting) { return false }
        if sighting.engines >= 2 {
            return !readsPiecesOfItself
                || max(sighting.lines, sighting.quality) >= Self.linesOfPieceTogether
        }
        if let proof = sighting.proof, needsManyLines(proof) { return false }
        return sighting.hasPasses(2, of: .zxing)
            || (sighting.hasPasses(2, of: .zbar) && sighting.quality >= Self.qualityOfPair)
    }

    /// Of one symbol in twenty or less, and of one in a hundred.
    private static let (seamOfSome, seamOfFew) = (2.0, 3.0)
    /// Of 3,600 halves of two symbols that were laid over each other, what engines made of them had 2.2 and more; most symbols around
    /// a cylinder have less than this.
    private static let edgeSeamOfBend = 1.5
    /// So many lines agree on a third symbol only where nearly all show it. A picture made larger has more lines, but shows no
    /// more; a strip's are the picture's own, made even, which one engine alone may count and two together may not, that see the same.
    private static let manyLines = 12
    /// Fewest lines of a symbol that may be a piece in the reading that has most: two engines see the same few lines in which nothing is
    /// beside it.
    private static let linesOfPieceTogether = 8
    private static let qualityOfPair = 19
    /// Of quiet zones beside which there is nothing.
    private static let darkestOfMost = 0.3
    /// Of modules beside an inverted symbol: less than halfway from its spaces to its bars.
    private static let darkestAroundInverted = 0.6
}

extension LinearProof {
    /// Whether bars match. Where all characters are far better than any other, noise and blur may leave more unexplained.
    ///
    /// - Parameter least: The margin that is enough where each part is explained well.
    fileprivate func isPassing(margin least: Double) -> Bool {
        if residue <= 0.15, worst <= 0.5 { return margin >= least }
        return residue <= 0.2 && worst <= 0.6 ? margin >= 0.03 : residue <= 0.3 && margin >= 0.05
    }

    /// Whether so little is explained that the symbol may be bent, or its place known badly. Where most is explained and one
    /// character is not, or another does better, that one is wrong, however many lines say so.
    fileprivate var isOfElsewhere: Bool { residue > 0.3 }

    /// Whether bars match so well that lines and quality need not be asked for.
    package var isClear: Bool { residue <= 0.15 && margin >= 0.15 }
}
