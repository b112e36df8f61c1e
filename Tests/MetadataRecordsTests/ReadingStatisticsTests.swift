import MetadataOutput
import MetadataRecords
import Testing

@Suite struct ReadingStatisticsTests {
    @Test func countsByEngineAndStepAndReason() throws {
        let text = CodeContent(bytes: [65], text: "A")
        var second = code(.qr, text)
        (second.engine, second.step) = (.zbar, "plain-zbar")
        let other = code(.aztec, CodeContent(bytes: [66], text: "B"))
        var statistics = ReadingStatistics()
        for _ in 0..<12 { statistics.count(.success(try update([code(.qr, text), second, other]))) }
        let failure = EngineFailure(engine: .zbar, reason: "out of memory")
        statistics.count(.success(try update([face(FaceContent())], failures: [failure])))
        for code in [PayloadError.Code.empty, .notFound, .notFound] {
            statistics.count(.failure(PayloadError(code, "")))
        }
        let expected = """
            engine  step        readings  accepted  supporting  refused
            zxing   plain             24        12           0       12
            zbar    plain-zbar        12         0          12        0
            dlib    upright            1         1           0        0
            all                       37        13          12       12

            refused because:
            12  lost to another reading at its place

            failed because:
            2  notFound
            1  empty

            engine failures:
            1  zbar
            """
        #expect(statistics.lines.joined(separator: "\n") == expected)
    }

    @Test func nothingReadIsATableToo() {
        #expect(ReadingStatistics().lines.count == 2)
    }
}
