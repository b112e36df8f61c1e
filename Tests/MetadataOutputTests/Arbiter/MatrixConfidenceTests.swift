import Foundation
import MetadataOutput
import Testing

/// What is left of a symbol's error correction tells how sure it is.
@Suite struct MatrixConfidenceTests {
    private func confidence(_ readings: Reading...) throws -> Double {
        try #require(ReadingArbiter().detections(readings).first).confidence
    }

    private func code(_ text: String, unused: Double?, in step: String = "plain") -> Reading {
        var reading = Reading.code(.aztec, text, in: step)
        reading.evidence.unusedErrorCorrection = unused
        return reading
    }

    @Test func lessIsLeftLessIsSure() throws {
        let figures = try [1, 0.5, 0.49, 0.2, 0.19, 0].map { try confidence(code("a", unused: $0)) }
        #expect(figures == [0.9999, 0.9999, 0.999, 0.999, 0.99, 0.99])
        #expect(try confidence(code("a", unused: nil)) == 0.999)
    }

    @Test func theCleanestReadingCounts() throws {
        let both = try confidence(code("a", unused: 0), code("a", unused: 1, in: "code-crops"))
        #expect(both == 0.9999)
    }

    @Test func twoEnginesAreSure() throws {
        let other = Reading.code(.aztec, "a", by: .zbar)
        #expect(try confidence(code("a", unused: 0), other) == 0.9999)
    }

    @Test func textOfNULStandsWhereNoCodewordWasWrong() throws {
        #expect(try confidence(code("\0\0\0\0", unused: 1)) == 0.9999)
        #expect(ReadingArbiter().detections([code("\0\0\0\0", unused: 0.99)]).isEmpty)
        #expect(ReadingArbiter().detections([code("\0\0\0\0", unused: nil)]).isEmpty)
    }
}
