import Foundation
import Testing

/// `--output` and `--resume` with movies: a movie that was not finished is done again, and the file in the end is that of a run that
/// was not killed.
@Suite struct MovieResumeTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        let movies = Tool.package.appending(path: "Tests/ScanwatchTests/Pictures/movies")
        // One that ends too soon, and one that is none, are done too.
        let copies = [
            ("film.mp4", "in-1.mp4"), ("clips/cut.webm", "in-2.webm"), ("clips/film.webm", "in-3.webm"),
            ("notes.txt", "in-4.mp4"), ("film.mp4", "in-5.mp4"), ("clips/film.webm", "in-6.webm"),
        ]
        for (name, copy) in copies {
            try FileManager.default.copyItem(
                at: movies.appending(path: name), to: scratch.url.appending(path: copy))
        }
    }

    /// Runs lines of bash after a run that was killed in its third movie: of that there are records, and it is not done.
    ///
    /// - Parameters:
    ///   - options: Of that run.
    ///   - done: How many movies are done then, if not two.
    private func runAfterKill(options: String = "", done: Int = 2, _ lines: String) throws -> Tool.Outcome {
        try Tool.run(
            """
            scan() { scanwatch -q --movie --every 0.3 --effort fast \(options) "$@"; }
            scan in-* >whole
            status=$?
            mkfifo list
            "$SCANWATCH" -q --movie --every 0.3 --effort fast \(options) --output o --files-from list &
            exec 3>list
            ls in-* | head -3 >&3
            until [ "$(wc -l <o.part.journal)" = \(done + 1) ] && grep -aq in-3 o.part; do sleep 0.05; done 2>/dev/null
            kill -9 $!
            wait $! 2>/dev/null
            exec 3>&-
            \(lines)
            """, in: scratch.url)
    }

    @Test(arguments: ["", "--events", "--format csv", "--events --confirm 2 --undecoded"])
    func killedInTheMiddleOfAMovie(options: String) throws {
        let outcome = try runAfterKill(
            options: options, "scan --output o --resume in-*; [ $? = $status ] && cmp o whole && ls o*")
        #expect(outcome.output == "o\n", "\(outcome)")
    }

    /// What is torn is made again, a movie at a time.
    @Test(arguments: ["truncate -s -7 o.part.journal", "truncate -s 200 o.part", "printf xx >>o.part"])
    func torn(damage: String) throws {
        let outcome = try runAfterKill(
            "\(damage); scan --output o --resume in-*; cmp o whole && ls o*")
        #expect(outcome.output == "o\n", "\(outcome)")
    }

    /// Only what is not done is read: what was done cannot be read any more.
    @Test func whatIsDoneIsNotReadAgain() throws {
        let outcome = try runAfterKill(
            """
            for name in in-1.mp4 in-2.webm; do
                touch -r $name stamp; head -c $(stat -c %s $name) /dev/zero >$name; touch -r stamp $name
            done
            scan --output o --resume in-*; cmp o whole && echo same
            """)
        #expect(outcome.output == "same\n", "\(outcome)")
    }

    @Test(arguments: [
        "touch -d 2001-01-01 in-1.mp4", "cp in-3.webm in-0.webm", "rm in-2.webm", "cp in-6.webm in-1.mp4",
    ])
    func moviesThatChanged(change: String) throws {
        let outcome = try runAfterKill(
            """
            \(change)
            scanwatch --movie --every 0.3 --effort fast --output o --resume in-* || true
            scan in-* >now; cmp o now && echo same
            """)
        #expect(outcome.output == "same\n", "\(outcome)")
        #expect(outcome.errors.contains("searching again from"), "\(outcome)")
    }

    /// Each share by itself; what was killed in one is finished there, and all make one file.
    @Test func sharesAreContinued() throws {
        let merge = Tool.package.appending(path: "Examples/at-scale/merge").path
        let outcome = try Tool.run(
            """
            for share in 1 2; do
                scan() { scanwatch -q --movie --every 0.3 --effort fast --shard $share/2 "$@"; }
                scan in-* >whole
                "$SCANWATCH" -q --movie --every 0.3 --effort fast --shard $share/2 --output o in-* &
                until [ "$(wc -l <o.part.journal)" -ge 2 ]; do sleep 0.01; done 2>/dev/null
                kill -9 $!
                wait $! 2>/dev/null
                scan --output o --resume in-*
                cmp o whole && echo same
                mv o share-$share
            done
            scanwatch -q --movie --every 0.3 --effort fast in-* >all
            '\(merge)' share-1 share-2 | cmp - all && echo merged
            """, in: scratch.url)
        #expect(outcome.output == "same\nsame\nmerged\n", "\(outcome)")
    }

    /// Interrupted, it says how to go on; what it counts is frames.
    @Test func countsFramesOfWhatWasDone() throws {
        let outcome = try runAfterKill(
            "scanwatch -v --movie --every 0.3 --effort fast --output o --resume in-* || true")
        let frames = try #require(
            outcome.errors.firstMatch(of: /(\d+) frames in .* (\d+) done before/), "\(outcome)")
        let (all, before) = (Int(frames.1) ?? 0, Int(frames.2) ?? 0)
        // Four of the first movie, and of the second as many as it has, and its end.
        #expect(before >= 5 && all > before, "\(outcome)")
    }

    /// A code that was told before a run was killed is one that the run has found.
    @Test func whatWasFoundBeforeCounts() throws {
        let outcome = try Tool.run(
            """
            mkfifo list
            "$SCANWATCH" -q --movie --every 0.3 --effort fast --mask all=0,0,0.01,0,0.01,0.01 --output o --files-from list &
            exec 3>list
            printf '%s\n' in-1.mp4 in-3.webm >&3
            until [ "$(wc -l <o.part.journal)" = 2 ]; do sleep 0.05; done 2>/dev/null
            kill -9 $!
            wait $! 2>/dev/null
            exec 3>&-
            scanwatch -q --movie --every 0.3 --effort fast --mask all=0,0,0.01,0,0.01,0.01 --output o --resume in-1.mp4; echo $?
            """, in: scratch.url)
        #expect(outcome.output == "0\n", "\(outcome)")
    }
}
