import Foundation
import Testing

/// What is printed is there, or the exit status says that it is not.
@Suite struct StandardOutputTests {
    /// Whatever prints and takes no picture.
    private static let prints = [
        "types", "engines", "schema", "models", "config --print", "help", "help records", "help photo",
        "help --manual", "--help", "--help-hidden", "--version", "photo --help", "models get --help",
        "--generate-completion-script bash", "---complete --ty",
    ]

    @Test(arguments: prints) func aFullDiskIsAnError(command: String) throws {
        let outcome = try Tool.run("scanwatch \(command) > /dev/full", in: Tool.package)
        #expect(outcome.errors == "scanwatch: cannot write: No space left on device\n")
        #expect(outcome.status == 74)
    }

    @Test(arguments: prints + ["SampleImages/qr/plain.png", "--format csv SampleImages/none"])
    func aClosedOutputIsAnError(command: String) throws {
        let outcome = try Tool.run("scanwatch \(command) >&-", in: Tool.package)
        #expect(outcome.errors == "scanwatch: cannot write: Bad file descriptor\n")
        #expect(outcome.status == 74)
    }

    @Test(arguments: prints) func aReaderThatHasGoneIsNone(command: String) throws {
        let outcome = try Tool.run(
            "{ sleep 0.1; scanwatch \(command); } | true; exit ${PIPESTATUS[0]}", in: Tool.package)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.status == 0)
    }

    /// Of a closed output nothing is missing that was to be written elsewhere.
    @Test func aFileNeedsNoOutput() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            "scanwatch --output records '\(Tool.package.path)/SampleImages/qr/plain.png' >&-; echo $? $(wc -l < records)",
            in: scratch.url)
        #expect(outcome.output == "0 1\n")
    }

    @Test(arguments: [
        (">/dev/full", "No space left on device"), (">&-", "Bad file descriptor"),
        ("| true; exit ${PIPESTATUS[0]}", "the reader has gone"),
    ])
    func aPhotoThatNobodyHasIsAnError(output: String, reason: String) throws {
        let outcome = try Tool.run(
            "scanwatch photo --device synthetic:code --delay 0 \(output)", in: Tool.package)
        #expect(outcome.errors == "scanwatch: standard output: \(reason)\n")
        #expect(outcome.status == 74)
    }

    /// Names that cannot be printed cost no photo and no movie.
    @Test func filesAreWrittenWithoutTheirNames() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            scanwatch photo --device synthetic:code --delay 0 --output a.jpg > /dev/full; echo $?
            scanwatch record --device synthetic:code --duration 0.2 --output b.mp4 > /dev/full; echo $?
            ls
            """, in: scratch.url)
        #expect(outcome.output == "74\n74\na.jpg\nb.mp4\n")
    }
}
