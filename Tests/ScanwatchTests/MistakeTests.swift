import Foundation
import Testing

/// What somebody may do by mistake is said in words.
@Suite struct MistakeTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func run(_ line: String) throws -> Tool.Outcome {
        let samples = Tool.package.appending(path: "SampleImages").path
        return try Tool.run("samples='\(samples)'; " + line, in: scratch.url)
    }

    @Test(arguments: [
        ("--records none", 64, "none: "), ("--roi 0,0,2,1", 64, "region of interest"),
        ("--records <(echo no)", 64, "this is not JSON"),
    ])
    func evalSaysWhatIsWrong(options: String, status: Int32, message: String) throws {
        let outcome = try run("scanwatch eval $samples/ean8 \(options)")
        #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome)")
    }

    @Test func evalSaysThatThereIsNoWorker() throws {
        let outcome = try run("SCANWATCH_WORKER=/nonexistent scanwatch eval $samples/ean8")
        #expect(outcome.status == 69 && outcome.errors.contains("/nonexistent"), "\(outcome)")
    }

    @Test func evalSaysThatNoWorkerStarts() throws {
        let outcome = try run("SCANWATCH_WORKER=/bin/false scanwatch eval $samples/ean8")
        #expect(outcome.status == 69, "\(outcome)")
        #expect(
            outcome.errors == "scanwatch: the worker ended at its start: ended with status 1\n", "\(outcome)")
    }

    /// Where a thread cannot be begun, the libraries below wait for ever.
    @Test(arguments: [
        // Room for few of the pictures that are to be searched at once, for no threads, and not for a worker's memory.
        ("-s 1000 -v 2000000", "-j 1 it is, because there is no room for more (ulimit -v, ulimit -u)", 0),
        ("-s 300000 -v 2500000", "a run needs more threads than can be begun (ulimit -u, ulimit -v)", 69),
        ("-v 1000000", "the memory that is shared with a worker has no room (ulimit -v)", 69),
        ("-s 100", "stacks of 256 KB are needed, and may not be so large (ulimit -s)", 69),
    ])
    func aLimitOfMemoryOrThreadsIsNamed(limit: String, message: String, status: Int32) throws {
        let limits = limit.split(separator: " -").map { "ulimit -\($0.drop { $0 == "-" })" }
        let outcome = try run(
            "\(limits.joined(separator: "; ")); timeout 60 $SCANWATCH --types qr --effort fast -j 4 $samples/qr/plain.png"
        )
        // How many threads there are by then, and so how much room, is another on a busy machine.
        let errors = outcome.errors.replacing(/-j [123] it/, with: "-j 1 it")
        #expect(outcome.status == status && errors == "scanwatch: \(message)\n", "\(outcome)")
        #expect(outcome.output.isEmpty == (status != 0), "\(outcome)")
    }

    @Test func withoutWorkersThereIsNoMemoryOfThem() throws {
        let outcome = try run(
            "ulimit -v 1000000; scanwatch --isolation none -j 2 --types qr --effort fast $samples/qr/plain.png"
        )
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    }

    @Test func moviesAreNotBlamedForWorkersThatDoNotStart() throws {
        let movie = Tool.package.appending(path: "Tests/ScanwatchTests/Pictures/movies/film.mp4").path
        let outcome = try run("SCANWATCH_WORKER=/bin/false scanwatch --movie '\(movie)' '\(movie)'")
        #expect(outcome.status == 69 && outcome.output.isEmpty, "\(outcome)")
        #expect(
            outcome.errors
                == "scanwatch: the run ends at \(movie): the worker ended at its start: ended with status 1\n"
        )
    }

    /// As libfaketime does.
    @Test(arguments: ["", "--isolation none"])
    func aPreloadedLibraryThatSetsVariablesLosesNoArgument(option: String) throws {
        let outcome = try run(
            """
            cc -shared -fPIC -x c -o set.so - <<'.'
            #include <stdlib.h>
            __attribute__((constructor)) static void set(void) { setenv("ADDED_AT_THE_START", "1", 1); }
            .
            LD_PRELOAD=$PWD/set.so "$SCANWATCH" --types qr --format text \(option) $samples/qr/plain.png
            """)
        #expect(outcome.status == 0 && outcome.output.hasPrefix("qr\t"), "\(outcome)")
    }

    /// A low limit on open files is raised, and where it must not be, fewer pictures are searched at once.
    @Test(arguments: [
        ("-Sn 20", ""), ("-n 24", "scanwatch: -j 1 it is, because no more files may be open (ulimit -n)\n"),
    ])
    func aLimitOnOpenFilesLosesNoPicture(limit: String, errors: String) throws {
        let outcome = try run(
            """
            for number in $(seq 12); do cp $samples/qr/plain.png $number.png; done
            ulimit \(limit); scanwatch --types qr --effort fast -j 8 .
            """)
        #expect(outcome.status == 0 && outcome.errors == errors, "\(outcome)")
        #expect(outcome.output.split(separator: "\n").count == 12 && !outcome.output.contains("\"error\":"))
    }

    @Test func evalNamesThePictureThatCannotBeSearched() throws {
        let outcome = try run(
            """
            echo '{"file":"a.png","width":9,"height":9,"objects":[]}' >expected.jsonl; : >a.png
            scanwatch eval .
            """)
        #expect(outcome.status == 2 && outcome.errors.contains("a.png: could not be searched"), "\(outcome)")
    }

    @Test func evalSaysWhichPicturesHaveNoRecord() throws {
        let outcome = try run(
            """
            mkdir set; cp $samples/ean8/plain-one.png $samples/ean8/plain-one.expected.jsonl set
            scanwatch set >records; scanwatch eval set --records records >/dev/null; echo $?
            scanwatch eval "$PWD/set" --records records >/dev/null
            """)
        #expect(outcome.status == 2 && outcome.output == "0\n", "\(outcome)")
        #expect(
            outcome.errors.hasSuffix(
                "scanwatch: 1 of 1 pictures have no record, the first of them plain-one.png\n"), "\(outcome)")
    }

    @Test func aFolderThatCannotBeMadeIsNamedWithTheReason() throws {
        let outcome = try run("mkdir a; chmod 500 a; scanwatch --annotate a/b/c $samples/qr/plain.png")
        #expect(outcome.status == 74, "\(outcome)")
        #expect(outcome.errors == "scanwatch: cannot write: a/b: Permission denied\n", "\(outcome)")
    }

    /// The next argument would be its value, and that picture would not be searched.
    @Test(arguments: [
        "scanwatch --face-model= $samples/qr/plain.png $samples/qr/plain.png",
        "scanwatch photo --output= --delay=0",
    ])
    func anEmptyValueIsRefused(line: String) throws {
        let outcome = try run(line)
        #expect(outcome.status == 64 && outcome.errors.contains("= has no value"), "\(outcome)")
    }

    /// Other programs choose by the name what they open a file with.
    @Test(arguments: [
        "photo --output a.png", "photo --output a.JXL", "photo --format dng --output a.jpg",
        "photo --output a.dng",
        "photo --output -", "record --output a.avi", "record --output a.MKV", "record --output -",
    ])
    func aNameOfAnotherKindOfFileIsRefused(command: String) throws {
        let outcome = try run("scanwatch \(command) --device synthetic:code; echo $?; ls")
        #expect(outcome.output == "64\n" && outcome.errors.contains("output"), "\(outcome)")
    }

    /// The file at the end of a link is written.
    @Test(arguments: ["photo --delay 0 --output a", "photo --delay 0 --output a.jpg", "record --output a"])
    func aLinkToANameOfAnotherKindOfFileIsRefused(command: String) throws {
        let outcome = try run(
            "ln -s b.png a; ln -s c.png a.jpg; scanwatch \(command) --device synthetic:code; echo $?; ls")
        #expect(outcome.output == "64\na\na.jpg\n" && outcome.errors.contains("link"), "\(outcome)")
        let taken = try run(
            "ln -s b.jpg d; scanwatch photo --delay 0 --output d --device synthetic:code; ls b*")
        #expect(taken.output == "b.jpg\nb.jpg\n", "\(taken)")
    }

    /// A file of another name would be written.
    @Test(arguments: [
        "photo --output", "photo --format both --output", "record --output", "--events --event-pictures",
        "--events --event-clips",
    ])
    func aNameThatIsNoTextIsRefused(command: String) throws {
        let outcome = try run("scanwatch \(command) $'a\\xff' --device synthetic:code; echo $?; ls")
        #expect(outcome.output == "64\n" && outcome.errors.contains("UTF-8"), "\(outcome)")
    }

    @Test func namesThatSayNothingOfPicturesAreTaken() throws {
        let outcome = try run(
            """
            for name in a.JPEG b c.new; do scanwatch photo --device synthetic:code --size 320x240 --delay 0 --output $name; done
            """)
        #expect(outcome.output == "a.JPEG\nb\nc.new\n", "\(outcome)")
    }

    @Test func aSeriesNeedsACameraThatExposes() throws {
        let outcome = try run(
            "scanwatch photo --device synthetic:code --delay 0 --bracket -2,0,2 --output a.jpg")
        #expect(outcome.status == 69 && outcome.errors.contains("exposure or lens can be set"), "\(outcome)")
    }

    /// Colours are in the first picture too, which came when nobody had wanted them yet.
    @Test func thePicturesOfAMadeCameraHaveColours() throws {
        let outcome = try run(
            """
            for turn in 1 2 3; do
                scanwatch photo --device synthetic:code --size 320x240 --delay 0 --output $turn.jpg >/dev/null
                exiftool -s3 -ColorComponents $turn.jpg
            done
            """)
        #expect(outcome.output == "3\n3\n3\n", "\(outcome)")
    }

    /// No picture was named, and so nothing is combined with pictures.
    @Test func configSaysWhatARunWouldSay() throws {
        let outcome = try run(
            "scanwatch config --print --device x --mask m@door=0,0,1,0,1,1")
        #expect(outcome.status == 64 && !outcome.errors.contains("--device, --size"), "\(outcome)")
        #expect(outcome.errors.contains("door"), "\(outcome)")
        #expect(try run("scanwatch config --print --types qr").status == 0)
    }

    @Test func landmarksNeedAPoseOfThem() throws {
        let outcome = try run("scanwatch --types face --landmarks --pose off $samples/face/obama-large.jpg")
        #expect(
            outcome.status == 64 && outcome.errors.contains("--landmarks cannot be combined"), "\(outcome)")
    }

    /// A signal would end it without a word.
    @Test func aLimitOfFileSizesIsNamed() throws {
        let outcome = try run("ulimit -f 100; scanwatch $samples/qr/plain.png")
        #expect(outcome.status == 69 && outcome.errors.contains("File too large"), "\(outcome)")
    }

    @Test func fieldsOfEventsCanBeChosen() throws {
        let outcome = try run(
            """
            scanwatch --sequence 10 --effort fast --events --fields event,text $samples/qr/plain.png
            scanwatch --sequence 10 --events --fields engineFailures $samples/qr/plain.png
            """)
        let first = outcome.output.split(separator: "\n").first
        #expect(first?.hasPrefix(#"{"event":"appeared","object":{"text":"#) == true, "\(outcome)")
        #expect(outcome.status == 64)
    }

    /// What is being searched when the run ends is searched.
    @Test func theLastFrameIsCounted() throws {
        let outcome = try run("scanwatch --device synthetic:code --once | grep '\"stopped\"'")
        #expect(!outcome.output.contains(#""processed":0"#) && outcome.output.contains("NV12"), "\(outcome)")
    }
}
