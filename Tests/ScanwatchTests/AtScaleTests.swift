import Foundation
import Testing

/// What `docs/at-scale.md` shows, as far as it needs neither hosts nor a cluster.
@Suite struct AtScaleTests {
    private let scratch: ScratchFolder
    private let examples = Tool.package.appending(path: "Examples/at-scale").path

    init() throws {
        scratch = try ScratchFolder()
        let setup = try Tool.run(
            """
            mkdir bin photos records; ln -s "$SCANWATCH" bin/scanwatch
            cp '\(Tool.package.path)'/SampleImages/aztec/*.png photos
            cp photos/plain-ticket.png "photos/$(printf 'a\\377\\",\\"index\\":7,.png')"
            scanwatch -q --effort fast photos >whole
            """, in: scratch.url)
        try #require(setup.status == 0, "\(setup)")
    }

    @Test func sharesMakeUpTheWhole() throws {
        let outcome = try Tool.run(
            """
            for i in 1 2 3; do scanwatch -q --effort fast --shard $i/3 photos >shard-$i.jsonl; done
            '\(examples)/merge' shard-3.jsonl shard-1.jsonl shard-2.jsonl | cmp - whole && echo same
            sed -i 2d shard-2.jsonl; '\(examples)/merge' shard-*.jsonl >out; echo $? $(wc -l <out)
            cp shard-1.jsonl shard-2.jsonl; '\(examples)/merge' shard-*.jsonl >out; echo $? $(wc -l <out)
            '\(examples)/merge' shard-1.jsonl shard-9.jsonl >out; echo $? $(wc -l <out)
            """, in: scratch.url)
        #expect(outcome.output == "same\n1 0\n1 0\n1 0\n", "\(outcome)")
        let errors = outcome.errors.split(separator: "\n")
        try #require(errors.count == 3)
        #expect(errors[0].wholeMatch(of: /merge: input [0-9]+ is missing/) != nil)
        #expect(errors[1].wholeMatch(of: /merge: input [0-9]+ is (missing|there twice)/) != nil)
        #expect(errors[2] == "merge: shard-9.jsonl cannot be read")
    }

    /// What an engine failed at comes back in its place, with its own number; what cannot be found by its name stays.
    @Test func whatAnEngineFailedAtIsSearchedAgain() throws {
        let failed = #"\1"error":{"code":"engineFailure","message":"zxing: killed, \\"index\\":3,"}}"#
        let outcome = try Tool.run(
            #"""
            PATH=$PWD/bin:$PATH
            again() { '\#(examples)/search-again' records.jsonl -q --effort fast; echo $?; }
            fail() { sed -E "$1"'s/(.*"index":[0-9]+,).*/\#(failed)/' whole; }
            fail 1 | sed -E '3s/"objects"/"engineFailures":[{"engine":"zbar","reason":"killed"}],&/' >records.jsonl
            grep -c engineFailure records.jsonl; again; cmp records.jsonl whole && again
            chmod 640 records.jsonl; fail 2 | sed '2s,photos/,photos/lost-,' >records.jsonl; cp records.jsonl kept
            again; cmp records.jsonl kept && stat -c %a records.jsonl
            fail 2 >records.jsonl; cp records.jsonl kept; SCANWATCH_WORKER=/bin/false again; cmp records.jsonl kept && ls
            """#, in: scratch.url)
        #expect(
            outcome.output == "2\n0\n0\n2\n640\n69\nbin\nkept\nphotos\nrecords\nrecords.jsonl\nwhole\n",
            "\(outcome)")
        #expect(outcome.errors.contains("left as it is: photos/lost-"), "\(outcome)")
    }

    /// Their results would be one file.
    @Test func archivesOfOneNameAreRefused() throws {
        let outcome = try Tool.run(
            "touch hosts; '\(examples)/archives-over-ssh' hosts results a/1.tar 2.tar b/1.tar; echo $?; ls results",
            in: scratch.url)
        #expect(outcome.output == "64\n", "\(outcome)")
        #expect(
            outcome.errors.hasPrefix("archives-over-ssh: several archives would have one result: 1.tar\n"),
            "\(outcome)")
    }

    /// A stand-in for GNU parallel, as far as archives-over-ssh asks for it: the host is a folder that has no archives but those sent.
    private static let parallel = """
        #!/usr/bin/python3
        import os, shutil, subprocess, sys
        command = sys.argv[sys.argv.index("--quote") + 1:]
        os.makedirs("host", exist_ok=True)
        for path in sys.stdin.read().split(chr(0))[:-1]:
            name = os.path.basename(path)
            shutil.copy(path, "host")
            words = [word.replace("{/}", name).replace("{}", path) for word in command]
            subprocess.run(words, cwd="host", check=True)
            print(name)
            if name != "lost.tar":
                os.replace(f"host/{name}.jsonl", f"{name}.jsonl")
        """

    /// An archive is searched under the name that it has on the host; a result is made once, and those that are missing are told of.
    @Test func archivesAreSearchedWhereTheyWereSent() throws {
        try Data(Self.parallel.utf8).write(to: scratch.url.appending(path: "bin/parallel"))
        let outcome = try Tool.run(
            """
            chmod +x bin/parallel; PATH=$PWD/bin:$PATH; touch hosts
            for name in a c; do tar -cf $name.tar photos/plain-ticket.png; done
            '\(examples)/archives-over-ssh' hosts results a.tar c.tar && head -c 45 results/a.tar.jsonl && echo
            cp a.tar b.tar; '\(examples)/archives-over-ssh' hosts results a.tar b.tar c.tar && ls results
            touch -d '+1 min' a.tar; '\(examples)/archives-over-ssh' hosts results a.tar b.tar c.tar
            mv b.tar lost.tar; '\(examples)/archives-over-ssh' hosts results lost.tar; echo $?
            """, in: scratch.url)
        #expect(
            outcome.output == """
                a.tar
                c.tar
                {"v":1,"source":"a.tar/photos/plain-ticket.pn
                b.tar
                a.tar.jsonl
                b.tar.jsonl
                c.tar.jsonl
                host
                a.tar
                lost.tar
                1

                """, "\(outcome)")
        #expect(outcome.errors == "archives-over-ssh: there is no result of lost.tar\n", "\(outcome)")
    }

    /// GNU parallel knows jobs that are done by their numbers alone.
    @Test func sharesOfAnotherCommandAreNotTaken() throws {
        let outcome = try Tool.run(
            """
            printf '#!/bin/sh\\n: >jobs\\n' >bin/parallel; chmod +x bin/parallel; PATH=$PWD/bin:$PATH; touch hosts
            for arguments in '2 results qr' '2 results qr' '2 results ean13' '3 results qr' '3 others qr'; do
                set -- $arguments; '\(examples)/over-ssh' hosts "$1" "$2" --types "$3" /photos; echo $?
            done
            """, in: scratch.url)
        #expect(outcome.output == "0\n0\n64\n64\n0\n", "\(outcome)")
        #expect(outcome.errors.contains("results has shares of another command"), "\(outcome)")
    }

    /// The command of the job's pods, here one after the other.
    @Test func theJobOfKubernetes() throws {
        let yaml = try String(contentsOfFile: examples + "/job.yaml", encoding: .utf8)
        let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasSuffix("- |") }) + 1
        let command = lines[start...].prefix { $0.hasPrefix("              ") }.map { $0.dropFirst(14) }
            .joined(separator: "\n")
            .replacing("/records/", with: "records/").replacing(" /photos", with: " --effort fast photos")
        try Data(command.utf8).write(to: scratch.url.appending(path: "pod"))
        let outcome = try Tool.run(
            """
            PATH=$PWD/bin:$PATH
            for i in 0 1 2 3 4 5 6 7; do JOBS=2 JOB_COMPLETION_INDEX=$i sh pod || echo failed; done
            '\(examples)/merge' records/shard-*.jsonl | cmp - whole && ls records | wc -l
            """, in: scratch.url)
        #expect(outcome.output == "8\n", "\(outcome)")
    }

    /// As `docs/at-scale.md` computes it.
    @Test func whichShareANameIsIn() throws {
        let page = try String(contentsOf: Tool.package.appending(path: "docs/at-scale.md"), encoding: .utf8)
        let code = try #require(page.firstMatch(of: /(?s)```python\n(.*?)```/)?.output.1)
        let script =
            code
            + "import sys\nprint(*sorted(n for n in sys.stdin.read().split() if share(n.encode(), 3) == 2))\n"
        try Data(script.utf8).write(to: scratch.url.appending(path: "share.py"))
        let outcome = try Tool.run(
            """
            ls photos/* | grep -v index >names
            scanwatch -q --effort fast --shard 2/3 --files-from names | sed 's/.*"source":"//; s/".*//' | sort | xargs >ours
            /usr/bin/python3 share.py <names | cmp - ours && [ -s ours ] && echo same
            """, in: scratch.url)
        #expect(outcome.output == "same\n", "\(outcome)")
    }
}
