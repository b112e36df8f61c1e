import Foundation
import Testing

/// Runs over frames in which something is, then nothing, then the same again: what `--events` tells.
@Suite struct EventTests {
    /// Ten frames with a picture, some without anything, and ten with it again, 20 a second.
    ///
    /// - Parameter size: Width and height of the picture in pixels.
    /// - Returns: `event id @frame` of each record, and the dwell of what disappeared.
    private func events(
        of picture: String, _ size: (Int, Int), out seconds: Double, _ options: String
    ) throws -> (words: [String], dwells: [Double]) {
        let folder = try ScratchFolder()
        let blank = folder.url.appending(path: "blank.pgm")
        let gray = Data(repeating: 255, count: size.0 * size.1)
        try (Data("P5 \(size.0) \(size.1) 255\n".utf8) + gray).write(to: blank)
        let path = Tool.package.appending(path: picture).path
        let present = Array(repeating: path, count: 10)
        let absent = Array(repeating: blank.path, count: Int(seconds * 20))
        let list = folder.url.appending(path: "list")
        try Data((present + absent + present).joined(separator: "\n").utf8).write(to: list)
        let outcome = try Tool.run(
            "scanwatch --sequence 20 --events --update-interval 60 --effort fast \(options) --files-from list",
            in: folder.url)
        #expect(outcome.errors.isEmpty)
        struct Line: Decodable {
            struct Object: Decodable { let id: Int }
            let event: String
            let frame: Int
            let dwell: Double?
            let object: Object
        }
        let lines = try outcome.output.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        return (lines.map { "\($0.event) \($0.object.id) @\($0.frame)" }, lines.compactMap(\.dwell))
    }

    /// Seconds without the code, and what is told for a cooldown of 0, 1 and 2 seconds: it disappears a second after
    /// frame 9, if it is not back.
    private static let table: [(Double, [[String]])] = [
        (0.2, Array(repeating: ["appeared 1 @0", "disappeared 1 @23"], count: 3)),
        (0.5, Array(repeating: ["appeared 1 @0", "disappeared 1 @29"], count: 3)),
        (
            1.2,
            Array(
                repeating: [
                    "appeared 1 @0", "disappeared 1 @29", "appeared 1 @34", "disappeared 1 @43",
                ], count: 2) + [["appeared 1 @0", "disappeared 1 @29"]]
        ),
        (
            1.7,
            Array(
                repeating: [
                    "appeared 1 @0", "disappeared 1 @29", "appeared 1 @44", "disappeared 1 @53",
                ], count: 2) + [["appeared 1 @0", "disappeared 1 @29"]]
        ),
        (
            2.5,
            Array(
                repeating: [
                    "appeared 1 @0", "disappeared 1 @29", "appeared 2 @60", "disappeared 2 @69",
                ], count: 3)
        ),
    ]

    @Test(arguments: table) func aBadgeShownAgainIsTold(out: Double, expected: [[String]]) throws {
        for (cooldown, expected) in expected.enumerated() {
            let told = try events(
                of: "Tests/ScanwatchTests/Pictures/hello.png", (116, 116), out: out,
                "--types qr --cooldown \(cooldown)")
            #expect(told.words == expected)
            // A code that stays has been there from the first frame to the last.
            #expect(told.dwells.allSatisfy { $0 == (out < 1 ? 0.95 + out : 0.45) })
        }
    }

    @Test func confirmationIsNeededEachTime() throws {
        let told = try events(
            of: "Tests/ScanwatchTests/Pictures/hello.png", (116, 116), out: 1.7, "--types qr --confirm 3")
        #expect(
            told.words == ["appeared 1 @2", "disappeared 1 @29", "appeared 1 @46", "disappeared 1 @53"])
    }

    /// It is in none of ten pictures so often, and nothing was found then.
    @Test func whatIsNeverConfirmedIsNotFound() throws {
        let folder = try ScratchFolder()
        let picture = Tool.package.appending(path: "SampleImages/qr/plain.png").path
        let outcome = try Tool.run(
            """
            for i in 0 1 2 3; do cp '\(picture)' $i.png; done
            for options in '--confirm 5' '--confirm 4' '--confirm 5 --events' '--confirm 4 --events'
            do scanwatch --sequence 10 $options --effort fast --types qr [0-3].png >out; echo $?; done
            """, in: folder.url)
        #expect(outcome.output == "1\n0\n1\n0\n", "\(outcome)")
    }

    /// What has no payload has no cooldown.
    @Test func aFaceThatIsBackIsTold() throws {
        let told = try events(
            of: "SampleImages/face/astronaut-small-30.jpg", (480, 270), out: 1.2, "--types face --cooldown 2")
        #expect(
            told.words == ["appeared 1 @0", "disappeared 1 @29", "appeared 1 @34", "disappeared 1 @43"])
        #expect(told.dwells == [0.45, 0.45])
    }

    @Test func graceIsAnOption() throws {
        let short = try events(
            of: "Tests/ScanwatchTests/Pictures/hello.png", (116, 116), out: 1.2,
            "--types qr --grace 0.5 --cooldown 0")
        #expect(
            short.words == ["appeared 1 @0", "disappeared 1 @19", "appeared 1 @34", "disappeared 1 @43"])
        let long = try events(
            of: "Tests/ScanwatchTests/Pictures/hello.png", (116, 116), out: 2.5, "--types qr --grace 1e300")
        #expect(long.words == ["appeared 1 @0", "disappeared 1 @69"])
        #expect(long.dwells == [3.45])
    }
}
