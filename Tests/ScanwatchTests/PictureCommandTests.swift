import ArgumentParser
import Foundation
import MetadataOutput
import Testing

@testable import scanwatch

/// Command lines that are parsed without most of the options.
@Suite struct PictureCommandTests {
    private static let picture = "SampleImages/qr/plain.png"

    /// Where it takes a line, the run is the one that all options make of it.
    @Test(arguments: [
        [picture], ["--types", "qr", picture, picture], ["--types=all", "--effort", "fast", "-q", picture],
        [
            "--upca", "--undecoded", "--hints", "--roi", "0,0,0.5,1", "--format", "csv", "--fields", "type",
            picture,
        ],
        ["--pose", "landmarks", "--landmarks", "--types", "face", "--face-model", "none", picture],
        ["-j4", "--pretty", "--color", "always", "--verbose", "--stats", "--progress", "none", picture],
        ["-j", "1", "--output", "a.jsonl", "--skip-step", "plain", picture],
        ["--isolation", "none", picture], ["--deadline", "2.5", "--", picture, "-x"], ["-"],
    ])
    func isWhatAllOptionsSay(line: [String]) throws {
        let quick = try #require(PictureCommand.run(line))
        let whole = try Scanwatch.parse(line).pictureSearch
        #expect(quick.paths == whole.paths)
        #expect("\(quick.search)" == "\(whole.search)")
        #expect("\(quick.output)" == "\(whole.output)")
        #expect("\(quick.messages)" == "\(whole.messages)")
        #expect("\(quick.isolation)" == "\(whole.isolation)")
        // What it does not parse is what nobody has said.
        #expect(whole.inputs?.isGiven == false && whole.inputs?.isAboutFolders == false)
        #expect(whole.inputs?.shard == nil && whole.looks?.isGiven == false && whole.sequence == nil)
        #expect(quick.mask == whole.mask && quick.limits == whole.limits)
        #expect(whole.preview == nil && quick.zones == whole.zones)
    }

    /// What has other options, is wrong, or asks for help is left to who knows them all.
    @Test(arguments: [
        [], ["--types", "qr"], ["--device", "0"], ["--report", "a.html", picture],
        ["-e", "png", "SampleImages"],
        ["--max-pixels", "5M", picture], ["--mask", "door=0,0,1,0,1,1", picture],
        ["--sequence", "30", picture],
        ["--files-from", "list", picture], ["--shard", "1/2", picture], ["--preview", "3x4", picture],
        ["--output", "a", "--resume", picture], ["--explain", picture], ["--nonsense", picture],
        ["--types", "nonsense", picture], ["-j0", picture], ["--pretty", "--format", "csv", picture],
        ["--help", picture], ["-h", picture], ["--version", picture], ["--experimental-dump-help", picture],
    ])
    func isLeftToAllOptions(line: [String]) {
        #expect(PictureCommand.run(line) == nil)
    }

    @Test func pathsAndOptionsCallNoSubcommand() {
        #expect(Subcommands.areCalled(by: ["types"]))
        #expect(Subcommands.areCalled(by: ["eval", Self.picture]))
        #expect(!Subcommands.areCalled(by: ["./types"]))
        #expect(!Subcommands.areCalled(by: ["--types", "qr"]))
        #expect(!Subcommands.areCalled(by: ["ticket.png"]))
        #expect(!Subcommands.areCalled(by: []))
    }
}
