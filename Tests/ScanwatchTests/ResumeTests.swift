import Foundation
import Testing

/// `--output` and `--resume`: whenever a run is killed, the file that comes of it in the end is that of a run that
/// was not.
@Suite struct ResumeTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        let samples = Tool.package.appending(path: "SampleImages/qr")
        let names = try FileManager.default.contentsOfDirectory(atPath: samples.path).sorted()
        for name in names.filter({ $0.hasSuffix(".png") }).prefix(14) {
            try FileManager.default.copyItem(
                at: samples.appending(path: name), to: scratch.url.appending(path: "in-" + name))
        }
        try Data("no picture".utf8).write(to: scratch.url.appending(path: "in-broken.png"))
    }

    /// The proof in `docs/at-scale.md` with ten of its 200 runs: shards that are killed, over a folder that changes. It fails
    /// where less than half of the kills landed in the middle of the records.
    @Test(arguments: ["jsonl", "csv", "zbar-xml"]) func killedAtAnyMoment(format: String) throws {
        let proof = Tool.package.appending(path: "Examples/at-scale/prove-resume").path
        let outcome = try Tool.run("'\(proof)' --format \(format) 10", in: scratch.url)
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
        let counts = try #require(
            outcome.output.firstMatch(
                of: /(\d+) killed before their end, (\d+) .* middle .* \((\d+) records were left/),
            "\(outcome)")
        let (killed, midway, left) = (Int(counts.1) ?? 0, Int(counts.2) ?? 0, Int(counts.3) ?? 0)
        #expect(killed >= 10 && (5...killed).contains(midway) && left >= midway, "\(outcome)")
    }

    /// Runs lines of bash after a run that was killed when it had done those of the first eight pictures that it takes.
    ///
    /// - Parameter options: Of that run.
    private func runAfterKill(options: String = "", _ lines: String) throws -> Tool.Outcome {
        try Tool.run(
            """
            scan() { scanwatch -q --effort fast \(options) "$@"; }
            scan in-* >whole
            mkfifo list
            "$SCANWATCH" -q --effort fast \(options) --output o --files-from list &
            exec 3>list
            ls in-* | head -8 >&3
            taken=$(scan $(ls in-* | head -8) | wc -l)
            until [ "$(wc -l <o.part.journal)" = $((taken + 1)) ]; do sleep 0.05; done 2>/dev/null
            kill -9 $!
            wait $! 2>/dev/null
            exec 3>&-
            \(lines)
            """, in: scratch.url)
    }

    /// What is torn, in either of the two files, is made again.
    @Test(arguments: [
        "true", "truncate -s -7 o.part", "truncate -s -7 o.part.journal", "printf xx >>o.part",
        "printf X | dd of=o.part bs=1 seek=900 conv=notrunc status=none", ": >o.part", "rm o.part",
    ])
    func torn(damage: String) throws {
        let outcome = try runAfterKill(
            "\(damage); scan --output o --resume in-*; echo $?; cmp o whole && ls o*")
        #expect(outcome.output == "2\no\n", "\(outcome)")
    }

    /// What the machine lacks is in no record, and so never stays in one.
    @Test func aRunThatFindsNoWorkerIsContinued() throws {
        let outcome = try Tool.run(
            """
            scanwatch -q --effort fast in-* >whole
            SCANWATCH_WORKER=/bin/false scanwatch -q --effort fast --output o in-*; echo $?; ls o*; wc -c <o.part
            scanwatch -q --effort fast --output o --resume in-*; echo $?; cmp o whole && ls o*
            """, in: scratch.url)
        #expect(outcome.output == "69\no.part\no.part.journal\n0\n2\no\n", "\(outcome)")
        let name = try #require(outcome.errors.firstMatch(of: /the run ends at (in-[^:]*):/)?.1)
        #expect(
            outcome.errors == """
                scanwatch: the run ends at \(name): the worker ended at its start: ended with status 1
                scanwatch: o.part is not finished; continue it with --resume

                """, "\(outcome)")
    }

    /// Only what is not done is read: what was done cannot be read any more.
    @Test func whatIsDoneIsNotReadAgain() throws {
        let outcome = try runAfterKill(
            """
            for name in $(ls in-* | head -8); do
                touch -r $name stamp; head -c $(stat -c %s $name) /dev/zero >$name; touch -r stamp $name
            done
            scan --output o --resume in-*; cmp o whole && echo same
            """)
        #expect(outcome.output == "same\n", "\(outcome)")
    }

    /// The file is what a run over the inputs as they are now writes.
    @Test(arguments: [
        "touch -d 2001-01-01 $third", "cp $third in-aa.png", "rm $third", "cp $fourth $third",
        "rm $(ls in-* | tail -n +6)",
    ])
    func inputsThatChanged(change: String) throws {
        let outcome = try runAfterKill(
            """
            third=$(ls in-* | sed -n 3p) fourth=$(ls in-* | sed -n 4p)
            \(change)
            scanwatch --effort fast --output o --resume in-*
            scan in-* >now; cmp o now && echo same
            """)
        #expect(outcome.output == "same\n", "\(outcome)")
        #expect(outcome.errors.contains("searching again from"), "\(outcome)")
    }

    /// Records have their input's place among all inputs, so that what comes and goes in other shards counts too; what
    /// changes there does not.
    @Test(arguments: [
        ("cp in-broken.png $new", 1), ("rm $other", 1), ("cp in-broken.png $other", 0),
        ("touch -d 2001-01-01 $other", 0),
    ])
    func inputsOfOtherShardsThatChanged(change: String, messages: Int) throws {
        let outcome = try runAfterKill(
            options: "--shard 1/2",
            """
            names() { scanwatch -q --effort fast --shard 2/2 "$@" | sed 's/.*"source":"//; s/".*//'; }
            [ $taken -gt 1 ] && other=$(names $(ls in-* | head -8) | head -1)
            for number in 0 1 2 3 4 5 6 7 8 9; do cp in-broken.png in-a0$number; done
            new=$(names in-a0? | head -1)
            rm in-a0?
            \(change)
            scanwatch --effort fast --shard 1/2 --output o --resume in-*
            scan in-* >now; cmp o now && cmp -s o whole || echo changed
            """)
        #expect(outcome.output == (messages == 0 ? "" : "changed\n"), "\(outcome)")
        let told = outcome.errors.matches(
            of: /\ was input number \d+ and is number \d+ now, .*; searching again from there on/)
        #expect(told.count == messages, "\(outcome)")
    }

    /// What cannot be read is done too, until it can be.
    @Test(arguments: [("true", 0), ("chmod 600 $first", 1), ("rm $first; touch $first", 1)])
    func whatCouldNotBeRead(change: String, messages: Int) throws {
        let (first, locked) = ("in-a.png", scratch.url.appending(path: "in-a.png").path)
        try Data("no picture".utf8).write(to: URL(filePath: locked))
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: locked)
        let outcome = try runAfterKill(
            """
            first=\(first)
            \(change)
            scanwatch --effort fast --output o --resume in-*
            scan in-* >now; cmp o now && echo same; head -1 o
            """)
        #expect(outcome.output.hasPrefix("same\n"), "\(outcome)")
        #expect(outcome.output.contains("\"notPermitted\"") == (messages == 0), "\(outcome)")
        #expect(
            outcome.errors.matches(of: /has changed since the earlier run/).count == messages, "\(outcome)")
    }

    /// Nothing tells whether standard input holds what it held then.
    @Test func standardInputIsReadAgain() throws {
        let outcome = try Tool.run(
            """
            mkfifo list
            ls in-* >names
            "$SCANWATCH" -q --effort fast --output o --files-from list - <$(sed -n 2p names) &
            exec 3>list
            head -4 names >&3
            until [ "$(wc -l <o.part.journal)" = 6 ]; do sleep 0.05; done 2>/dev/null
            kill -9 $!
            wait $! 2>/dev/null
            exec 3>&-
            scanwatch --effort fast --output o --files-from names --resume - <$(sed -n 3p names)
            scanwatch -q --effort fast --files-from names - <$(sed -n 3p names) >now; cmp o now && echo same
            """, in: scratch.url)
        #expect(outcome.output == "same\n", "\(outcome)")
        #expect(outcome.errors.contains("- can be different each time it is read"), "\(outcome)")
    }

    /// A picture of which there is no drawing yet is not done.
    @Test func whatWasNotDrawnIsDrawn() throws {
        let outcome = try Tool.run(
            """
            set -- $(ls in-* | grep -v broken)
            mkdir -p d/$2.svg/x
            scan() { scanwatch -q --effort fast --output o --resume --annotate d "$@"; echo $?; }
            scan "$@"
            rm -r d/$2.svg
            scan "$@"
            [ "$(ls d | wc -l)" = $# ] && echo all
            """, in: scratch.url)
        #expect(outcome.output == "74\n0\nall\n", "\(outcome)")
    }

    @Test func countsWhatWasDone() throws {
        let outcome = try runAfterKill(
            "scanwatch --effort fast -v --output o --resume in-b* $(ls in-* | grep -v ^in-b); echo $?")
        #expect(outcome.output == "2\n")
        #expect(outcome.errors.contains("8 done before"), "\(outcome)")
        let progress = try runAfterKill(
            "scanwatch --effort fast --progress json --output o --resume in-* 2>&1 | tail -1")
        let count = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).filter {
            $0.hasPrefix("in-")
        }.count
        #expect(progress.output.contains("\"done\":\(count),\"total\":\(count),"), "\(progress)")
    }

    @Test(arguments: [
        ("scan --output o in-*", "an earlier run did not finish it"),
        ("scan --types qr --output o --resume in-*", "other options (then: ; now: types=qr)"),
        ("rm o.part.journal; scan --output o --resume in-*", "journal is missing"),
        // A first line as it was before the places of inputs stood in journals.
        (
            "echo scanwatch-journal-1 version=0.1.0 5c17ea994b28a275 >o.part.journal; scan --output o --resume in-*",
            "another version"
        ),
        ("exec 9<o.part; flock 9; scan --output o --resume in-*", "another run"),
    ])
    func refusals(call: String, words: String) throws {
        let outcome = try runAfterKill(
            "before=$(md5sum o.part); \(call); echo $?; [ \"$before\" = \"$(md5sum o.part)\" ] && echo kept")
        #expect(outcome.output == "74\nkept\n" && outcome.errors.contains(words), "\(outcome)")
    }
}
