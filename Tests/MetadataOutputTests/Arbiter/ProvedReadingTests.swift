import MetadataOutput
import Testing

/// What a proof changes in what stands.
@Suite struct ProvedReadingTests {
    private static let clear = LinearProof(residue: 0.1, worst: 0.4, margin: 0.3)
    private static let passing = LinearProof(residue: 0.19, worst: 0.4, margin: 0.1)
    private static let refuted = LinearProof(residue: 0.1, worst: 0.4, margin: -0.2)
    private static let unexplained = LinearProof(residue: 0.35, worst: 0.4, margin: 0.3)
    /// Noise explains the rest: no other character comes near.
    private static let noisy = LinearProof(residue: 0.28, worst: 0.6, margin: 0.15)
    private static let noisyAndClose = LinearProof(residue: 0.28, worst: 0.6, margin: 0.04)
    private static let withoutQuietZone = LinearProof(residue: 0.1, worst: 0.6, margin: 0.3)

    /// Every character is as it should be, but those of the second half are not where those of the first lead.
    private static func halves(seam: Double, edgeSeam: Double = 1.6) -> LinearProof {
        LinearProof(residue: 0.1, worst: 0.3, margin: 0.3, seam: seam, edgeSeam: edgeSeam)
    }

    private static func halves(edgeSeam: Double, ink: Double? = nil) -> LinearProof {
        LinearProof(residue: 0.1, worst: 0.3, margin: 0.3, edgeSeam: edgeSeam, ink: ink)
    }

    private static func close(
        residue: Double = 0.1, margin: Double = 0.3, edgeSeam: Double? = 1
    ) -> LinearProof {
        LinearProof(residue: residue, worst: 0.3, margin: margin, edgeSeam: edgeSeam)
    }

    private static func inked(_ ink: Double) -> LinearProof {
        LinearProof(residue: 0.1, worst: 0.3, margin: 0.3, ink: ink)
    }

    private static func besideBars(quiet: Double, edgeSeam: Double = 1) -> LinearProof {
        LinearProof(residue: 0.1, worst: 0.3, margin: 0.3, edgeSeam: edgeSeam, quiet: quiet)
    }

    private static func proved(_ reading: Reading, _ proof: LinearProof) -> Reading {
        var reading = reading
        reading.evidence.proof = proof
        return reading
    }

    private static func ean(lines: Int? = nil, quality: Int? = nil, in step: String = "plain") -> Reading {
        .code(.ean13, "4012345678901", lines: lines, quality: quality, in: step)
    }

    private static func inverted(quiet: Double, quality: Int? = nil) -> Reading {
        var reading = ean(lines: quality == nil ? 9 : nil, quality: quality)
        reading.content = .code(
            CodeContent(bytes: Array("4012345678901".utf8), text: "4012345678901", isInverted: true))
        return proved(reading, besideBars(quiet: quiet))
    }

    static let table: [(readings: [Reading], stands: Bool)] = [
        ([proved(ean(lines: 2), passing)], true),
        ([proved(ean(lines: 2), refuted)], false),
        ([proved(ean(lines: 9), unexplained)], false),
        ([proved(ean(lines: 1), passing)], false),
        // Of a picture made larger two lines are one.
        ([proved(.code(.ean13, "4012345678901", lines: 3, source: .rescue), passing)], false),
        ([proved(.code(.ean13, "4012345678901", lines: 4, source: .crop), passing)], true),
        // The paper around a symbol whose spaces were taken for bars.
        ([inverted(quiet: 0.6)], true),
        ([inverted(quiet: 0.7)], false),
        ([inverted(quiet: 0.7), inverted(quiet: 0.7, quality: 4)], true),
        ([proved(ean(lines: 1), clear)], true),
        ([proved(ean(quality: 1), clear)], true),
        ([proved(ean(lines: 2), refuted), proved(ean(lines: 2, in: "contrast"), refuted)], false),
        // Where the picture's bars are others, each of two engines must be sure, and no other character far better.
        ([proved(ean(lines: 2), refuted), proved(ean(quality: 500), refuted)], false),
        ([proved(ean(lines: 2), close(margin: -0.1)), proved(ean(quality: 11), close(margin: -0.1))], true),
        ([proved(ean(lines: 2), close(margin: -0.1)), proved(ean(quality: 10), close(margin: -0.1))], false),
        (
            [proved(ean(lines: 2), close(margin: -0.11)), proved(ean(quality: 11), close(margin: -0.11))],
            false
        ),
        ([proved(ean(lines: 9), inked(1.8)), proved(ean(quality: 11), inked(1.8))], true),
        ([proved(ean(lines: 9), inked(1.8)), proved(ean(quality: 10), inked(1.8))], false),
        ([proved(ean(lines: 2), noisy)], true),
        ([proved(ean(lines: 2), noisyAndClose)], false),
        // However many lines agree: a second engine must.
        ([proved(ean(quality: 500), unexplained)], false),
        ([proved(ean(quality: 500), refuted)], false),
        // One character of which so little is explained that the next best must be far behind.
        ([proved(ean(lines: 2), LinearProof(residue: 0.15, worst: 0.6, margin: 0.04))], true),
        ([proved(ean(lines: 2), LinearProof(residue: 0.15, worst: 0.61, margin: 0.04))], false),
        ([proved(ean(lines: 2), LinearProof(residue: 0.15, worst: 0.61, margin: 0.05))], true),
        // A digit of which more or less is dark than the text says; a second engine may see what the lines do not.
        ([proved(ean(lines: 9), inked(1.7))], true),
        ([proved(ean(lines: 9), inked(1.8))], false),
        ([proved(.code(.ean8, "12345670", lines: 9), inked(0.8))], true),
        ([proved(.code(.ean8, "12345670", lines: 9), inked(0.9))], false),
        // Characters of several lines, put together until the check is right.
        ([proved(.code(.gs1DataBarExpanded, "0112345678901231", lines: 9), close(margin: 0))], true),
        ([proved(.code(.gs1DataBarExpanded, "0112345678901231", lines: 9), close(margin: -0.01))], false),
        ([proved(.code(.gs1DataBar, "0112345678901231", lines: 9), close(margin: -0.01))], false),
        // One engine knows the place better than the other.
        ([proved(ean(lines: 2), refuted), proved(ean(lines: 1, in: "contrast"), passing)], true),
        // Half an EAN-13 matches too.
        ([proved(.code(.upce, "01234565", lines: 2), clear)], false),
        ([proved(.code(.upce, "01234565", lines: 60), clear)], true),
        ([proved(.code(.upce, "14425783", lines: 60), clear)], false),
        (
            [
                proved(.code(.upce, "14425783", lines: 60), clear),
                proved(.code(.upce, "14425783", lines: 60, in: "contrast"), clear),
            ], false
        ),
        (
            [
                proved(.code(.upce, "14425783", lines: 60), clear),
                proved(.code(.upce, "14425783", quality: 60), clear),
            ], true
        ),
        ([proved(.code(.ean8, "12345670", lines: 5), clear)], false),
        ([proved(.code(.ean8, "12345670", lines: 6), clear)], true),
        ([proved(.code(.ean8, "12345670", lines: 9), close(residue: 0.18))], true),
        ([proved(.code(.ean8, "12345670", lines: 9), close(residue: 0.19))], false),
        ([proved(.code(.code39, "AB", lines: 9), clear)], false),
        ([proved(.code(.interleaved2of5, "12345678", lines: 2), halves(edgeSeam: 1))], true),
        ([proved(.code(.interleaved2of5, "12345678", lines: 12), close(residue: 0.16))], true),
        ([proved(.code(.interleaved2of5, "12345678", lines: 12), close(residue: 0.17))], false),
        ([proved(.code(.interleaved2of5, "12345678", lines: 2), withoutQuietZone)], false),
        ([proved(.code(.interleaved2of5, "12345678", lines: 1), clear)], false),
        ([proved(.code(.interleaved2of5, "12345678", quality: 500), withoutQuietZone)], false),
        (
            [
                proved(.code(.interleaved2of5, "12345678", lines: 2), withoutQuietZone),
                proved(.code(.interleaved2of5, "12345678", quality: 20), withoutQuietZone),
            ], false
        ),
        // Two engines see the same few lines.
        (
            [
                proved(.code(.interleaved2of5, "123456", lines: 7), close()),
                proved(.code(.interleaved2of5, "123456", quality: 1), close()),
            ], false
        ),
        (
            [
                proved(.code(.interleaved2of5, "123456", lines: 8), close()),
                proved(.code(.interleaved2of5, "123456", quality: 1), close()),
            ], true
        ),
        ([proved(ean(lines: 2), withoutQuietZone)], true),
        // Halves of two symbols: all engines see the same bars.
        ([proved(ean(lines: 9), halves(seam: 3))], true),
        ([proved(ean(lines: 9), halves(seam: 3.1))], false),
        // More speaks for a seam than for one of the characters.
        ([proved(ean(lines: 9), LinearProof(residue: 0.1, worst: 0.3, margin: 0.08, seam: 2.5))], true),
        ([proved(ean(lines: 9), LinearProof(residue: 0.1, worst: 0.3, margin: 0.07, seam: 2.5))], false),
        (
            [
                proved(ean(lines: 9), LinearProof(residue: 0.1, worst: 0.3, margin: 0.07, seam: 2.5)),
                proved(ean(quality: 11), LinearProof(residue: 0.1, worst: 0.3, margin: 0.07, seam: 2.5)),
            ], true
        ),
        (
            [
                proved(ean(lines: 9), LinearProof(residue: 0.1, worst: 0.3, margin: 0.07, seam: 3.1)),
                proved(ean(quality: 11), LinearProof(residue: 0.1, worst: 0.3, margin: 0.07, seam: 3.1)),
            ], false
        ),
        ([proved(.code(.ean8, "12345670", lines: 9), halves(seam: 2.3))], true),
        ([proved(.code(.ean8, "12345670", lines: 9), halves(seam: 2.4))], false),
        ([proved(.code(.ean8, "12345670", lines: 9), halves(edgeSeam: 4.3))], true),
        (
            [
                proved(.code(.ean8, "12345670", lines: 60), halves(edgeSeam: 4.4)),
                proved(.code(.ean8, "12345670", quality: 60), halves(edgeSeam: 4.4)),
            ], false
        ),
        ([proved(ean(lines: 9), halves(seam: 4.1)), proved(ean(quality: 11), halves(seam: 4.1))], true),
        ([proved(ean(lines: 9), halves(seam: 4.3)), proved(ean(quality: 500), halves(seam: 4.3))], false),
        ([proved(.code(.codabar, "A1234B", lines: 12), halves(seam: 1.9))], true),
        ([proved(.code(.codabar, "A1234B", lines: 12), halves(seam: 2.1))], false),
        ([proved(.code(.code39, "1234", lines: 9), halves(seam: 2.1))], false),
        // All edges say that it is a bend.
        ([proved(.code(.code39, "1234", lines: 9), halves(seam: 2.9, edgeSeam: 1.5))], true),
        ([proved(.code(.codabar, "A1234B", lines: 12), halves(seam: 2.9, edgeSeam: 1.5))], true),
        ([proved(.code(.code39, "1234", lines: 9), halves(seam: 3.1, edgeSeam: 1.5))], false),
        ([proved(.code(.interleaved2of5, "12345678", lines: 12), halves(seam: 4.4))], true),
        ([proved(.code(.interleaved2of5, "12345678", lines: 12), halves(seam: 4.6))], false),
        ([proved(.code(.codabar, "A1234B", lines: 12), halves(edgeSeam: 4.3))], true),
        ([proved(.code(.codabar, "A1234B", lines: 12), halves(edgeSeam: 4.4))], false),
        ([proved(.code(.code39, "1234", lines: 9), halves(edgeSeam: 4.4))], false),
        ([proved(.code(.interleaved2of5, "12345678", lines: 12), halves(edgeSeam: 2.7))], true),
        ([proved(.code(.interleaved2of5, "12345678", lines: 12), halves(edgeSeam: 2.8))], false),
        (
            [
                proved(.code(.interleaved2of5, "12345678", lines: 12), halves(edgeSeam: 4.3)),
                proved(.code(.interleaved2of5, "12345678", quality: 1), halves(edgeSeam: 4.3)),
            ], true
        ),
        (
            [
                proved(.code(.interleaved2of5, "12345678", lines: 12), halves(edgeSeam: 4.4)),
                proved(.code(.interleaved2of5, "12345678", quality: 1), halves(edgeSeam: 4.4)),
            ], false
        ),
        // More speaks for a seam of edges than for one of the characters, whoever agrees.
        (
            [
                proved(.code(.interleaved2of5, "12345678", lines: 12), close(margin: 0.1, edgeSeam: 3.1)),
                proved(.code(.interleaved2of5, "12345678", quality: 1), close(margin: 0.1, edgeSeam: 3.1)),
            ], true
        ),
        (
            [
                proved(.code(.interleaved2of5, "12345678", lines: 12), close(margin: 0.09, edgeSeam: 3.1)),
                proved(.code(.interleaved2of5, "12345678", quality: 1), close(margin: 0.09, edgeSeam: 3.1)),
            ], false
        ),
        // A strip shows the same few lines many times.
        ([proved(.code(.code39, "1234", lines: 3), halves(edgeSeam: 4.3))], true),
        ([proved(.code(.code39, "1234", lines: 11, source: .strip), halves(edgeSeam: 2.7))], true),
        ([proved(.code(.code39, "1234", lines: 11, source: .strip), halves(edgeSeam: 2.8))], false),
        ([proved(.code(.code39, "1234", lines: 12, source: .strip), halves(edgeSeam: 2.8))], true),
        // Its check digit guards an ITF-14, one time in ten not.
        ([proved(.code(.itf14, "00012345678905", lines: 9), halves(edgeSeam: 4.3))], true),
        ([proved(.code(.itf14, "00012345678905", lines: 9), halves(edgeSeam: 4.4))], false),
        (
            [
                proved(.code(.itf14, "00012345678905", lines: 9), halves(edgeSeam: 4.4)),
                proved(.code(.itf14, "00012345678905", quality: 20), halves(edgeSeam: 4.4)),
            ], true
        ),
        // Of two digits that are alike, one engine alone must see which it is.
        ([proved(ean(lines: 9), close(margin: 0.05))], true),
        ([proved(ean(lines: 9), close(margin: 0.04))], false),
        // Where edges may be those of two, or are not known, few lines are too few, in however many passes.
        ([proved(.code(.codabar, "A1234B", lines: 2), halves(edgeSeam: 2))], true),
        ([proved(.code(.codabar, "A1234B", lines: 11), halves(edgeSeam: 2.1))], false),
        ([proved(.code(.codabar, "A1234B", lines: 12), halves(edgeSeam: 2.1))], true),
        (
            [
                proved(
                    .code(.codabar, "A1234B", lines: 40, in: "contrast", source: .rescue),
                    halves(edgeSeam: 2.1))
            ], false
        ),
        ([proved(.code(.codabar, "A1234B", quality: 11), clear)], false),
        ([proved(.code(.codabar, "A1234B", quality: 12), clear)], true),
        (
            [
                proved(.code(.codabar, "A1234B", lines: 9), halves(edgeSeam: 2.1)),
                proved(.code(.codabar, "A1234B", lines: 9, in: "contrast"), halves(edgeSeam: 2.1)),
            ], false
        ),
        (
            [
                proved(.code(.codabar, "A1234B", lines: 9), halves(edgeSeam: 2.1)),
                proved(.code(.codabar, "A1234B", quality: 9), halves(edgeSeam: 2.1)),
            ], true
        ),
        (
            [
                proved(.code(.codabar, "A1234B", lines: 40, source: .strip), halves(edgeSeam: 2.7)),
                proved(.code(.codabar, "A1234B", quality: 9), halves(edgeSeam: 2.7)),
            ], true
        ),
        (
            [
                proved(.code(.codabar, "A1234B", lines: 40, source: .strip), halves(edgeSeam: 2.8)),
                proved(.code(.codabar, "A1234B", quality: 9), halves(edgeSeam: 2.8)),
            ], false
        ),
        (
            [
                proved(.code(.codabar, "A1234B", lines: 12), halves(edgeSeam: 2.8)),
                proved(.code(.codabar, "A1234B", quality: 1), halves(edgeSeam: 2.8)),
            ], true
        ),
        // Bars that do not match, of a text too short to stand alone, or not enough of one of the engines.
        (
            [
                proved(.code(.code39, "123", lines: 30), close(residue: 0.35)),
                proved(.code(.code39, "123", quality: 30), close(residue: 0.35)),
            ], false
        ),
        (
            [
                proved(.code(.code39, "1234", lines: 30), close(residue: 0.35)),
                proved(.code(.code39, "1234", quality: 30), close(residue: 0.35)),
            ], true
        ),
        (
            [
                proved(.code(.ean8, "12345670", lines: 6), close(residue: 0.35)),
                proved(.code(.ean8, "12345670", quality: 16), close(residue: 0.35)),
            ], false
        ),
        (
            [
                proved(.code(.ean8, "12345670", lines: 6), close(margin: 0.04)),
                proved(.code(.ean8, "12345670", quality: 17), close(margin: 0.04)),
            ], true
        ),
        (
            [
                proved(.code(.ean8, "12345670", lines: 60), close(margin: -0.06)),
                proved(.code(.ean8, "12345670", quality: 60), close(margin: -0.06)),
            ], false
        ),
        // So little is explained that halves of two may be there, and so little that nobody knows where it is.
        (
            [
                proved(.code(.ean8, "12345670", lines: 60), close(residue: 0.19)),
                proved(.code(.ean8, "12345670", quality: 60), close(residue: 0.19)),
            ], false
        ),
        (
            [
                proved(.code(.ean8, "12345670", lines: 6), close(residue: 0.35)),
                proved(.code(.ean8, "12345670", quality: 17), close(residue: 0.35)),
            ], true
        ),
        // Bars where a quiet zone should be: a piece of an interleaved symbol, print beside others.
        ([proved(.code(.interleaved2of5, "12345678", lines: 12), besideBars(quiet: 0.3))], true),
        ([proved(.code(.interleaved2of5, "12345678", lines: 12), besideBars(quiet: 0.31))], false),
        ([proved(.code(.codabar, "A1234B", lines: 12), besideBars(quiet: 0.3))], true),
        ([proved(.code(.codabar, "A1234B", lines: 12), besideBars(quiet: 0.31))], false),
        (
            [
                proved(.code(.codabar, "A1234B", lines: 12), besideBars(quiet: 1)),
                proved(.code(.codabar, "A1234B", quality: 9), besideBars(quiet: 1)),
            ], true
        ),
        ([proved(ean(lines: 2), besideBars(quiet: 1))], true),
        // Bars beside a symbol with a seam: a line that shows them may show a piece of a longer one.
        ([proved(.code(.code39, "12345678", quality: 1), besideBars(quiet: 0.3, edgeSeam: 3.6))], true),
        ([proved(.code(.code39, "12345678", quality: 1), besideBars(quiet: 0.7, edgeSeam: 2.7))], true),
        ([proved(.code(.code39, "12345678", quality: 3), besideBars(quiet: 0.31, edgeSeam: 2.8))], false),
        ([proved(.code(.code39, "12345678", lines: 1), besideBars(quiet: 0.31, edgeSeam: 2.8))], false),
        ([proved(.code(.code39, "12345678", quality: 4), besideBars(quiet: 0.7, edgeSeam: 3.6))], true),
        ([proved(.code(.code39, "12345678", lines: 2), besideBars(quiet: 0.7, edgeSeam: 3.6))], true),
        ([proved(.code(.ean8, "12345670", lines: 6), besideBars(quiet: 0.6))], true),
        ([proved(.code(.ean8, "12345670", lines: 60), besideBars(quiet: 0.61))], false),
        (
            [
                proved(.code(.upce, "01234565", lines: 6), besideBars(quiet: 1)),
                proved(.code(.upce, "01234565", quality: 17), besideBars(quiet: 1)),
            ], true
        ),
        // A bar at an end that is too narrow or too wide, whoever agrees; a check digit guards an ITF-14.
        ([proved(.code(.interleaved2of5, "12345678", lines: 12), halves(edgeSeam: 1, ink: 0.4))], true),
        ([proved(.code(.interleaved2of5, "12345678", lines: 12), halves(edgeSeam: 1, ink: 0.41))], false),
        (
            [
                proved(.code(.interleaved2of5, "12345678", lines: 12), halves(edgeSeam: 1, ink: 0.41)),
                proved(.code(.interleaved2of5, "12345678", quality: 12), halves(edgeSeam: 1, ink: 0.41)),
            ], false
        ),
        ([proved(.code(.itf14, "00012345678905", lines: 9), halves(edgeSeam: 1, ink: 1))], true),
        // Edges that were not found, so that nobody knows whether there is a seam.
        ([proved(.code(.interleaved2of5, "12345678", lines: 90), close(edgeSeam: nil))], false),
        (
            [
                proved(.code(.interleaved2of5, "12345678", lines: 90, source: .rescue), close(edgeSeam: nil)),
                proved(.code(.interleaved2of5, "12345678", quality: 9), close(edgeSeam: nil)),
            ], false
        ),
        (
            [
                proved(.code(.interleaved2of5, "12345678", lines: 12), close(edgeSeam: nil)),
                proved(.code(.interleaved2of5, "12345678", quality: 1), close(edgeSeam: nil)),
            ], true
        ),
        (
            [
                proved(.code(.code39, "12345678", lines: 9, in: "contrast"), close(edgeSeam: nil)),
                proved(.code(.code39, "12345678", quality: 1), close(edgeSeam: nil)),
            ], true
        ),
        // Another character does as well: a check digit tells, where there is a good one.
        ([proved(.code(.code93, "AB12", lines: 2), close(margin: -0.05))], true),
        (
            [proved(ean(lines: 2), close(margin: -0.05)), proved(ean(quality: 11), close(margin: -0.05))],
            true
        ),
        ([proved(ean(lines: 2), close(margin: -0.06))], false),
        ([proved(.code(.codabar, "A1234B", lines: 12), close(margin: 0.05))], true),
        ([proved(.code(.codabar, "A1234B", lines: 12), close(margin: 0.04))], false),
        ([proved(.code(.code39, "1234", lines: 9), close(margin: 0.04))], false),
        ([proved(.code(.interleaved2of5, "12345678", lines: 12), close(margin: 0.04))], false),
        ([proved(.code(.ean8, "12345670", lines: 9), close(margin: 0.04))], false),
        // Nor do engines that agree tell, where there is none.
        (
            [
                proved(.code(.codabar, "A1234B", lines: 12), close(margin: 0.04)),
                proved(.code(.codabar, "A1234B", quality: 9), close(margin: 0.04)),
            ], false
        ),
        (
            [
                proved(.code(.codabar, "A1234B", lines: 12), close(residue: 0.35, margin: 0.05)),
                proved(.code(.codabar, "A1234B", quality: 9), close(residue: 0.35, margin: 0.05)),
            ], true
        ),
        ([proved(.code(.codabar, "A1234B", lines: 12), close(residue: 0.2))], true),
        ([proved(.code(.codabar, "A1234B", lines: 12), close(residue: 0.21))], false),
        ([proved(.code(.code39, "1234", lines: 9), close(residue: 0.21))], false),
        // Types that can be proved mostly and were not, and those that cannot.
        ([.code(.code128, "ABCD", lines: 3)], false),
        ([.code(.code128, "ABCD", lines: 4)], true),
        ([.code(.code128, "ABCD", quality: 9)], false),
        ([proved(.code(.code128, "ABCD", lines: 2), passing)], true),
        ([proved(.code(.code128, "A", lines: 9), clear)], false),
        (
            [
                proved(.code(.code128, "ABCD", lines: 9), unexplained),
                proved(.code(.code128, "ABCD", quality: 9), unexplained),
            ], false
        ),
        (
            [
                proved(.code(.interleaved2of5, "123456", lines: 30), halves(edgeSeam: 2)),
                proved(.code(.interleaved2of5, "123456", quality: 9), halves(edgeSeam: 2)),
            ], true
        ),
        (
            [
                proved(.code(.interleaved2of5, "123456", lines: 30), halves(edgeSeam: 2.1)),
                proved(.code(.interleaved2of5, "123456", quality: 9), halves(edgeSeam: 2.1)),
            ], false
        ),
        (
            [
                proved(.code(.code39, "123", lines: 30), halves(edgeSeam: 2.7)),
                proved(.code(.code39, "123", quality: 9), halves(edgeSeam: 2.7)),
            ], true
        ),
        (
            [
                proved(.code(.code39, "123", lines: 30), halves(edgeSeam: 2.8)),
                proved(.code(.code39, "123", quality: 9), halves(edgeSeam: 2.8)),
            ], false
        ),
        // zbar puts halves of DataBars together; it tells no row.
        (
            [
                .code(.gs1DataBar, "0100012345678905", quality: 60),
                .code(.gs1DataBar, "0100012345678905", quality: 60, in: "contrast"),
            ], false
        ),
        (
            [
                .code(.gs1DataBar, "0100012345678905", quality: 2),
                .code(.gs1DataBar, "0100012345678905", lines: 1),
            ], true
        ),
        ([proved(.code(.gs1DataBar, "0100012345678905", quality: 12), passing)], true),
        ([.code(.gs1DataBarExpanded, "01ABC", lines: 5)], false),
        ([.code(.gs1DataBarExpanded, "01ABC", lines: 6)], true),
        ([proved(.code(.gs1DataBarExpanded, "01ABC", lines: 1), clear)], true),
        ([proved(.code(.gs1DataBarExpanded, "01ABC", lines: 40), refuted)], false),
    ]

    @Test(arguments: table.indices) func whatStands(index: Int) {
        let (readings, stands) = Self.table[index]
        #expect(ReadingArbiter().verdict(on: readings).accepted.count == (stands ? 1 : 0))
    }

    @Test func atOnePlaceTheProvedTextStands() {
        let two = [
            Self.proved(.code(.ean13, "4012345678918", lines: 9), Self.refuted),
            Self.proved(.code(.ean13, "4012345678918", quality: 40), Self.refuted),
            Self.proved(Self.ean(lines: 2), Self.clear),
        ]
        #expect(ReadingArbiter().detections(two).map(\.reading.text) == ["4012345678901"])
    }

    @Test func aClearProofIsNotEnoughBesideAnotherSymbol() {
        let beside = Self.proved(.code(.ean13, "4012345678901", lines: 1, x: 95), Self.clear)
        let alone = ReadingArbiter().detections([beside])
        let readings = ReadingArbiter().detections([.code(.qr, "a"), beside])
        #expect(alone.count == 1)
        #expect(readings.map(\.reading.text) == ["a"])
    }

    @Test func confidenceFollowsTheProof() throws {
        func confidence(_ readings: Reading...) throws -> Double {
            try #require(ReadingArbiter().detections(readings).first).confidence
        }
        let one = try confidence(Self.ean(lines: 2))
        let proved = try confidence(Self.proved(Self.ean(lines: 2), Self.passing))
        let both = try confidence(Self.proved(Self.ean(lines: 2), Self.passing), Self.ean(quality: 20))
        let doubtful = try confidence(
            Self.proved(Self.ean(lines: 2), Self.close(margin: -0.1)), Self.ean(quality: 20))
        #expect(doubtful < one && one < proved && proved < both)
    }

    @Test func theReasonNamesTheBars() {
        let readings = [
            Self.proved(Self.ean(lines: 9), Self.refuted), Self.proved(Self.ean(quality: 20), Self.refuted),
        ]
        // In no other frame either.
        let judgements = ReadingArbiter().verdict(on: readings).judgements
        #expect(judgements.map(\.decision) == [.refused(.refutedByBars), .refused(.refutedByBars)])
        #expect(Refusal.Shortfall.matchingBars.description == "bars that match its text")
    }
}
