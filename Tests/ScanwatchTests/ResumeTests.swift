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
        for name in names where name.hasSuffix(".png") && !name.hasPrefix("version-40") {
            try FileManager.default.copyItem(
                at: samples.appending(path: name), to: scratch.url.appending(path: "in-" + name))
        }
        try Data("no picture".utf8).write(to: scratch.url.appending(path: "in-broken.png"))
    }

    /// Kills at moments from a seed, `SCANWATCH_KILLS` of them (default 6), each in a run of its own that is then
    /// continued, some after being killed again.
    @Test(arguments: ["jsonl", "csv", "zbar-xml"]) func killedAtAnyMoment(format: String) throws {
        let script = """
            import os, random, shutil, signal, subprocess, sys, time
            kills, form = int(os.environ.get("SCANWATCH_KILLS", "6")), sys.argv[1]
            seed = 20261121
            moments = random.Random(f"{seed} {form}")
            call = [os.environ["SCANWATCH"], "-q", "-j2", "--effort", "fast", "--format", form, "."]
            start = time.monotonic()
            whole = subprocess.run(call, stdout=subprocess.PIPE).stdout
            length = time.monotonic() - start
            assert whole.count(b"in-") >= 20
            call[-1:] = ["--output", "../out/records", "--resume", "."]
            left = done = 0
            for number in range(kills):
                shutil.rmtree("../out", ignore_errors=True)
                os.mkdir("../out")
                for _ in range(moments.choice([1, 1, 2, 3])):
                    run = subprocess.Popen(call)
                    time.sleep(moments.uniform(0, length))
                    run.send_signal(signal.SIGKILL)
                    run.wait()
                    if os.path.exists("../out/records.part.journal"):
                        left += 1
                        done += open("../out/records.part.journal", "rb").read().count(b"in-")
                status = subprocess.run(call).returncode
                same = open("../out/records", "rb").read() == whole
                print(status, same, os.listdir("../out"))
            print("left", left, "done", done, file=sys.stderr)
            """
        let outcome = try Tool.run(
            "mkdir pictures; mv in-* pictures; cd pictures; /usr/bin/python3 -c '\(script)' \(format)",
            in: scratch.url)
        let lines = outcome.output.split(separator: "\n")
        #expect(!lines.isEmpty && lines.allSatisfy { $0 == "2 True ['records']" }, "\(outcome)")
    }

    /// Runs lines of bash after a run that was killed when it had done eight of the pictures.
    private func runAfterKill(_ lines: String) throws -> Tool.Outcome {
        try Tool.run(
            """
            scan() { scanwatch -q --effort fast "$@"; }
            scan in-* >whole
            mkfifo list
            "$SCANWATCH" -q --effort fast --output o --files-from list &
            exec 3>list
            ls in-* | head -8 >&3
            until [ "$(wc -l <o.part.journal)" = 9 ]; do sleep 0.05; done 2>/dev/null
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
        ("exec 9<o.part; flock 9; scan --output o --resume in-*", "another run"),
    ])
    func refusals(call: String, words: String) throws {
        let outcome = try runAfterKill(
            "before=$(md5sum o.part); \(call); echo $?; [ \"$before\" = \"$(md5sum o.part)\" ] && echo kept")
        #expect(outcome.output == "74\nkept\n" && outcome.errors.contains(words), "\(outcome)")
    }
}
