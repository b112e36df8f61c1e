import Foundation
import MetadataOutput
import MetadataRecords
import Testing

@Suite struct ExplanationFormatTests {
    @Test func objectsThenWhatWasRefused() throws {
        let text = CodeContent(bytes: [65], text: "A")
        var second = code(.qr, text)
        (second.engine, second.step) = (.zbar, "plain-zbar")
        second.evidence = Evidence(
            source: .rescue, quality: 7, unusedErrorCorrection: 0.875, isTurned: true)
        var weak = code(.upce, CodeContent(bytes: Array("01234565".utf8), text: "01234565"))
        weak.corners = CGRect(x: 60, y: 20, width: 30, height: 10).corners
        weak.evidence = Evidence(
            source: .strip, lines: 1,
            proof: LinearProof(
                residue: 0.25, worst: 1, margin: -0.125, seam: 4.25, edgeSeam: 6.5, ink: 0.75, quiet: 0.5))
        let explained = try lines(
            ExplanationFormat(), [code(.qr, text), weak, second, face(FaceContent())],
            failures: [EngineFailure(engine: .zbar, reason: "no\nmemory")])
        #expect(
            explained == """
                a.png: 100 × 50 pixels, 2 found, 4 read

                object 1: qr "A", confidence 0.9877
                  accepted  zxing  plain       at 10,10 20×20  whole picture, 9 lines
                  supports  zbar   plain-zbar  at 10,10 20×20  changed picture, turned, quality 7, 88 % of error correction unused

                object 2: face, confidence 0.5
                  accepted  dlib  upright  at 50,0 25×25  whole picture, score 1

                refused: upce "01234565"
                  its bars are not of one symbol that says this  zxing  plain  at 60,20 30×10  strip, 1 line, bars off by 0.25, at most 1, next best -0.13 behind, seam 4.25, edge seam 6.5, ink off by 0.75, quiet zones 0.5 dark

                engine zbar failed: no\\nmemory

                """)
    }

    /// Of a face that stands and of one that does not: which opinions stood where, and of the latter which refused it.
    @Test func whatWasSaidOfAFace() throws {
        var face = face(FaceContent())
        face.evidence = Evidence(
            source: .plain, score: 0.998,
            opinions: [FaceOpinion(.yunet, 0.9, shortfall: 0), FaceOpinion(.mesh, 30.125, shortfall: 0.1)])
        var masked = face
        masked.corners = CGRect(x: 5, y: 0, width: 25, height: 25).corners
        masked.evidence.score = 0.2
        masked.evidence.opinions = [
            FaceOpinion(.yunet, 1, shortfall: 0), FaceOpinion(.otherSizes, 0.5, shortfall: 0.72),
            FaceOpinion(.onItsSide, 0.25, shortfall: 0), FaceOpinion(.mesh, -8.5, shortfall: 5.28),
            FaceOpinion(.otherWaysUp, 0, shortfall: 0), FaceOpinion(.filters, -0.5, shortfall: 2.4),
            FaceOpinion(.moreLooks, 0.25, shortfall: 0),
        ]
        var wheel = masked
        wheel.evidence.opinions = [FaceOpinion(.otherWaysUp, 1, shortfall: 5.9)]
        let update = MetadataUpdate(
            time: .zero, width: 100, height: 50, objects: [], failures: [],
            judgements: [
                Judgement(face, .refused(.anotherStands)), Judgement(masked, .refused(.lowScore)),
                Judgement(wheel, .refused(.lowScore)),
            ])
        let record = Record(source: Array("a.png".utf8), index: 0, result: .success(update))
        let explained = String(decoding: ExplanationFormat().lines(for: record), as: UTF8.self)
        #expect(
            explained == """
                a.png: 100 × 50 pixels, 0 found, 3 read

                refused: face
                  lost to another reading at its place  dlib  upright  at 50,0 25×25  whole picture, score 1 (YuNet 0.9, mesh 30.13)
                  score below the limit                 dlib  upright  at 5,0 25×25   whole picture, score 0.2 (YuNet 1, at other sizes 0.5, on its side 0.25, mesh -8.5, not alike other ways up, filters -0.5, more looks 0.25; refused by the mesh)
                  score below the limit                 dlib  upright  at 5,0 25×25   whole picture, score 0.2 (alike other ways up; refused by looks at other ways up)

                """)
    }

    @Test func nothingSteersATerminal() throws {
        let hostile = CodeContent(bytes: [], text: "a\u{1B}]0;b\nobject 9")
        let bytes = CodeContent(bytes: [0x1B, 0xFF], text: nil)
        let explained = try lines(
            ExplanationFormat(), source: "a\u{1B}[2J\n.png", [code(.qr, hostile), code(.dataMatrix, bytes)])
        #expect(!explained.contains("\u{1B}"))
        #expect(explained.contains(#"qr "a\x1b]0;b\nobject 9""#))
        #expect(explained.contains(#"refused: dataMatrix \x1b\xff"#))
    }

    @Test func anErrorIsNoLine() {
        let record = Record(source: [], index: 0, result: .failure(PayloadError(.empty, "e")))
        #expect(ExplanationFormat().lines(for: record).isEmpty)
    }
}
