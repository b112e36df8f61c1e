import Foundation
import Testing

/// What a new user tries: every example of the README, the pages under docs for users, `--help`, and the manual page runs
/// as it is printed, and prints what is shown.
@Suite struct ExamplesTests {
    /// The pictures and movies that the examples name, and the samples that they are copies of.
    private static let pictures = [
        "photos/ticket.jpg": "SampleImages/qr/plain.png",
        "photos/stripes.png": "SampleImages/none/stripes.png",
        "inbox/letter.png": "SampleImages/qr/plain.png",
        "inbox/book.png": "SampleImages/ean13/plain-book.png",
        "portraits/portrait.jpg": "SampleImages/face/astronaut-turned+00.jpg",
        "frame.png": "SampleImages/qr/plain.png",
        "film.mp4": "Tests/ScanwatchTests/Pictures/movies/film.mp4",
        "recordings/film.mp4": "Tests/ScanwatchTests/Pictures/movies/film.mp4",
    ]

    /// Commands that are not run here, and where they are.
    private static let triedElsewhere = [
        "Scripts/test": "runs this test", "Scripts/bench": "takes an hour",
        "Scripts/install": "installs on this system",
        "Scripts/deb": "builds a package", "Scripts/test-deb": "makes a system of its own",
        "Scripts/test-camera": "starts a kernel of its own",
        "sudo": "changes the system", "openssl": "needs a camera",
    ]

    /// Scripts/test-models and ModelsTests try this, and install into no user's folder.
    private static let fetching = "scanwatch models get"

    /// `.ci/run` runs this in full, which takes minutes in a debug build.
    private static let long = "Scripts/scanwatch --types qr,face SampleImages"

    /// Searches only the pictures whose records are shown; the others are only listed, being too large all of a
    /// sudden.
    private static func tryInParts(_ example: PrintedExample, in folder: URL) throws {
        let list = try Tool.run(example.command + " --max-pixels 1", in: folder)
        let shown = example.output.filter { $0 != "…" }
        #expect(shown.count > 3)
        for line in shown {
            guard let start = line.prefixMatch(of: /\{"v":1,"source":"([^"]*)","index":[0-9]+,/) else {
                #expect(list.errors == line + "\n")
                continue
            }
            #expect(list.output.contains(start.output.0), "\(line)")
            let command = example.command.replacing("SampleImages", with: start.output.1)
            let record = try Tool.run(command, in: folder).output
            let rest = record.replacing(
                /"index":0,/, with: line.firstMatch(of: /"index":[0-9]+,/)?.output ?? "")
            #expect(NumberTolerantText(rest) == NumberTolerantText(line + "\n"))
        }
    }

    private static func isAboutACamera(_ example: PrintedExample) -> Bool {
        example.command.contains(/scanwatch (devices|--device|--wait|--types \S+( --once.*)?\)?$)/)
    }

    /// Where there is no camera, and nobody waits for one, the tool understands the command and says that.
    /// `Scripts/test-camera` runs the like with cameras.
    private static func tryWithoutCamera(_ example: PrintedExample, in folder: URL) throws {
        guard !FileManager.default.fileExists(atPath: "/dev/video0") else { return }
        let command = example.command.replacing("--wait ", with: "")
        let outcome = try Tool.run("set -o pipefail\n" + command, in: folder)
        #expect(outcome.status == 69, "\(example.command)")
        #expect(outcome.errors.contains("no camera"), "\(example.command): \(outcome.errors)")
    }

    enum Page: String, CaseIterable {
        case readme = "README.md"
        case installing = "docs/installing.md"
        case pictures = "docs/pictures.md"
        case cameras = "docs/cameras.md"
        case help = "scanwatch --help"
        case examples = "scanwatch help examples"

        var text: String {
            get throws {
                try rawValue.hasSuffix(".md")
                    ? String(contentsOf: Tool.package.appending(path: rawValue), encoding: .utf8)
                    : Tool.run(rawValue, in: Tool.package).output
            }
        }
    }

    @Test(.enabled(if: SamplePicture.isRecordedEngine), arguments: Page.allCases)
    func runsAsPrinted(page: Page) throws {
        let folder = try Self.folder()
        let examples = PrintedExample.all(in: try page.text)
        #expect(examples.count > 2)
        for example in examples {
            let program = example.command.prefix { $0 != " " }
            if Self.triedElsewhere[String(program)] != nil { continue }
            if example.command.hasPrefix(Self.fetching) { continue }
            if example.command == Self.long {
                try Self.tryInParts(example, in: folder.url)
                continue
            }
            // NetworkCameraToolTests has cameras at addresses.
            if example.command.contains(/--device (\w+=)?(http|rtsp)/) { continue }
            if Self.isAboutACamera(example) {
                try Self.tryWithoutCamera(example, in: folder.url)
                continue
            }
            let outcome = try Tool.run("set -o pipefail\n" + example.command, in: folder.url)
            #expect(
                outcome.status == 0,
                "\(page.rawValue): \(example.command)\nends with \(outcome.status): \(outcome.errors)")
            #expect(
                example.shows(outcome),
                "\(page.rawValue): \(example.command)\nprints \(outcome.output)\(outcome.errors)")
        }
    }

    @Test func theManualHasTheSameOnes() throws {
        let manual = try Tool.run(
            "{ echo .Dd; echo .Dt -; echo .Os; scanwatch help --manual; } | groff -mandoc -Kutf8 -Tascii -P-cbou",
            in: Tool.package)
        let commands = PrintedExample.all(in: manual.output).map(\.command)
        #expect(try commands == PrintedExample.all(in: Page.examples.text).map(\.command))
    }

    /// Commands that this test would not find.
    @Test(arguments: [Page.readme, .installing, .pictures, .cameras])
    func hasNoOtherCommands(page: Page) throws {
        let fences = try page.text.split(separator: "\n").filter { $0.hasPrefix("```") }
        #expect(Set(fences).isSubset(of: ["```", "```console", "```swift", "```json", "```yaml"]))
    }

    @Test func outputIsCompared() {
        func shows(_ lines: String, _ output: String) -> Bool {
            PrintedExample.all(in: "```console\n$ x\n\(lines)\n```")[0]
                .shows(Tool.Outcome(output: output, errors: "", status: 0))
        }
        #expect(shows("a\nb", "a\nb\n") && shows("a\n…\nc", "a\nb\nc\n") && shows("a\n…", "a\n"))
        #expect(shows("a…c d", "abc d\n") && shows("0.50001", "0.5\n"))
        #expect(
            !shows("a", "a\nb\n") && !shows("…\na", "a\nb\n") && !shows("a…c", "abd\n")
                && !shows("a\nb", "a\n"))
    }

    /// A folder with everything that the examples name.
    private static func folder() throws -> ScratchFolder {
        let scratch = try ScratchFolder()
        let files = FileManager.default
        for (name, source) in pictures {
            let picture = scratch.url.appending(path: name)
            try files.createDirectory(
                at: picture.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(contentsOf: Tool.package.appending(path: source)).write(to: picture)
        }
        try files.createSymbolicLink(
            at: scratch.url.appending(path: "SampleImages"),
            withDestinationURL: Tool.package.appending(path: "SampleImages"))
        // The tool that is built already stands in for the script that builds it.
        let setup = try Tool.run(
            "mkdir Scripts; ln -s \"$SCANWATCH\" Scripts/scanwatch", in: scratch.url)
        try #require(setup.status == 0)
        return scratch
    }
}
