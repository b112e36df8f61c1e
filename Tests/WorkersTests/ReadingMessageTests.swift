import Foundation
import MetadataOutput
import Testing

@testable import Workers

@Suite struct ReadingMessageTests {
    private func reading(_ proof: LinearProof?) -> Reading {
        Reading(
            type: .ean8, corners: CGRect(x: 0, y: 0, width: 9, height: 9).corners,
            content: .code(CodeContent(bytes: Array("55123457".utf8), text: "55123457")), engine: .zxing,
            step: "plain", evidence: Evidence(source: .strip, lines: 2, proof: proof))
    }

    private func sent(_ reading: Reading) throws -> Reading {
        var writer = WireWriter()
        reading.write(to: &writer)
        var reader = WireReader(writer.bytes)
        return try Reading(from: &reader)
    }

    @Test func aProofArrivesAsItWasSent() throws {
        for proof in [
            nil, LinearProof(residue: 0.125, worst: 1, margin: -1),
            LinearProof(
                residue: 0.125, worst: 1, margin: -1, seam: 2.5, edgeSeam: 0.5, ink: 1.5, quiet: -0.25),
        ] {
            let reading = reading(proof)
            #expect(try sent(reading) == reading)
        }
    }

    @Test(arguments: [
        LinearProof(residue: -0.1, worst: 0, margin: 0), LinearProof(residue: .nan, worst: 0, margin: 0),
        LinearProof(residue: 0, worst: 1.1, margin: 0), LinearProof(residue: 0, worst: 0, margin: -2),
        LinearProof(residue: 0, worst: 0, margin: .infinity),
        LinearProof(residue: 0, worst: 0, margin: 0, seam: -1),
        LinearProof(residue: 0, worst: 0, margin: 0, edgeSeam: .nan),
        LinearProof(residue: 0, worst: 0, margin: 0, quiet: 3),
    ])
    func aProofOutOfItsRangeIsNone(proof: LinearProof) {
        #expect(throws: MalformedMessage.self) { try sent(reading(proof)) }
    }

    @Test func opinionsArriveAsTheyWereSent() throws {
        var reading = reading(nil)
        reading.evidence.opinions = FaceOpinion.Source.allCases.map { FaceOpinion($0, -0.5, shortfall: 1.5) }
        #expect(try sent(reading) == reading)
        reading.evidence.opinions = [FaceOpinion](repeating: FaceOpinion(.mesh, 1, shortfall: 0), count: 17)
        #expect(throws: MalformedMessage.self) { try sent(reading) }
        for bad in [FaceOpinion(.mesh, .nan, shortfall: 0), FaceOpinion(.mesh, 0, shortfall: .infinity)] {
            reading.evidence.opinions = [bad]
            #expect(throws: MalformedMessage.self) { try sent(reading) }
        }
    }

    /// A record must not say what its schema does not.
    @Test func whatNoRecordCanSayIsRefused() throws {
        func isTaken(_ change: (inout CodeContent) -> Void) throws -> Bool {
            var reading = reading(nil)
            var content = CodeContent(bytes: [97], text: "a")
            change(&content)
            reading.content = .code(content)
            return (try? sent(reading)) == reading
        }
        for (text, isGood) in [("]E0", true), ("]Qz", true), ("]E", false), ("]00", false), ("E00", false)] {
            #expect(try isTaken { $0.symbologyIdentifier = text } == isGood, "\(text)")
        }
        for (text, isGood) in [("12", true), ("12345", true), ("1", false), ("123", false), ("1a", false)] {
            #expect(try isTaken { $0.addOn = text } == isGood, "\(text)")
        }
        #expect(try isTaken { $0.version = 1 })
        #expect(try !isTaken { $0.version = 0 })
        #expect(try isTaken { ($0.encoding, $0.isEncodingGuessed) = ("UTF-8", true) })
        #expect(try !isTaken { $0.isEncodingGuessed = true })
        #expect(try !isTaken { ($0.encoding, $0.text) = ("UTF-8", nil) })
        #expect(try isTaken { $0 = CodeContent(bytes: [], text: nil, isDecoded: false) })
        #expect(try !isTaken { $0 = CodeContent(bytes: [], text: "a", isDecoded: false) })
        #expect(try !isTaken { $0 = CodeContent(bytes: [1], text: nil, isDecoded: false) })
        #expect(try isTaken { $0.eci = [999_999] })
        #expect(try !isTaken { $0.eci = [1_000_000] })
    }

    @Test func whyAReadingWaitsArrives() throws {
        let judgement = Judgement(reading(nil), .refused(.needsSecondOpinion(.secondEngine)))
        var writer = WireWriter()
        judgement.write(to: &writer)
        var reader = WireReader(writer.bytes)
        #expect(try Judgement(from: &reader) == judgement)
    }
}
