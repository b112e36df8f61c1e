import Foundation
import Testing

@testable import scanwatch

@Suite struct FilePlaceTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "next")
        try FileManager.default.createSymbolicLink(atPath: path("next"), withDestinationPath: "a/\u{301}b")
    }

    private func path(_ name: String) -> String { "\(scratch.url.path)/\(name)" }

    private func target(of name: String) throws(OutputFailure) -> String {
        try FilePlace.target(of: path(name))
    }

    @Test func isAtTheEndOfLinks() throws {
        #expect(try target(of: "link") == path("a/\u{301}b"))
        #expect(try target(of: "nothing") == path("nothing"))
        let split = FilePlace.split(Array(path("a/\u{301}b").utf8))
        #expect(split.folder == Array(path("a/").utf8) && split.name == Array("\u{301}b".utf8))
        #expect(symlink([-1, 0], path("latin")) == 0)
        let latin = Array(path("latin").utf8)
        #expect(try FilePlace.target(of: latin) == latin.dropLast("latin".utf8.count) + [0xFF])
        #expect(throws: OutputFailure.self) { try target(of: "latin") }
    }

    /// Only root can make a link that is another's.
    @Test(
        .enabled(if: geteuid() == 0),
        arguments: [
            // Mode of the folder, its owner, the link's; whether it is followed.
            (0o1777, 0, 65_534, false), (0o1777, 65_534, 65_534, true), (0o1777, 65_534, 0, true),
            (0o1777, 65_533, 65_534, false), (0o777, 0, 65_534, true), (0o1775, 0, 65_534, true),
        ] as [(mode_t, uid_t, uid_t, Bool)])
    func anotherUsersLinkInAFolderForAllIsNotFollowed(
        mode: mode_t, owner: uid_t, linkOwner: uid_t, isFollowed: Bool
    ) throws {
        #expect(lchown(path("next"), linkOwner, 0) == 0)
        #expect(chown(scratch.url.path, owner, 0) == 0 && chmod(scratch.url.path, mode) == 0)
        defer { chown(scratch.url.path, 0, 0) }
        if isFollowed {
            #expect(try target(of: "link") == path("a/\u{301}b"))
        } else {
            let failure = #expect(throws: OutputFailure.self) { try target(of: "link") }
            guard case .system(let message) = failure else { return }
            #expect(message == "\(path("next")): another user's link in a folder for all is not followed")
        }
    }

    /// Before anything is read.
    @Test(.enabled(if: geteuid() == 0)) func aRunThatWouldFollowOneEnds() throws {
        let outcome = try Tool.run(
            """
            chmod 1777 .; echo precious >mine
            for option in output report; do
                ln -s mine $option; chown -h 65534 $option
                scanwatch '\(Tool.package.path)/SampleImages/qr/plain.png' --$option $option; echo $?
            done
            ln -s a.jpg photo; chown -h 65534 photo
            scanwatch photo --device synthetic:code --delay 0 --output photo; echo $?
            scanwatch record --device synthetic:code --duration 0.5 --output photo; echo $?
            cat mine; ls
            """, in: scratch.url)
        #expect(
            outcome.output == "74\n74\n74\n74\nprecious\nlink\nmine\nnext\noutput\nphoto\nreport\n",
            "\(outcome)")
        let refusal = "another user's link in a folder for all is not followed"
        #expect(
            outcome.errors
                == ["cannot write: output", "cannot write: report", "photo", "photo"]
                .map { "scanwatch: \($0): \(refusal)\n" }.joined(),
            "\(outcome)")
    }

    @Test func aSocketsPathMayBeginWithAMark() {
        #expect(ListenAddress(argument: "unix:\u{301}door")?.path == "\u{301}door")
    }
}
