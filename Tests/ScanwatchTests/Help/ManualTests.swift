import Foundation
import Testing

/// What becomes the manual page (`Scripts/man`), without the plug-in of ArgumentParser that makes its first half.
@Suite struct ManualTests {
    /// groff has nothing against what `help --manual` prints.
    @Test func groffTakesTheSections() throws {
        let outcome = try Tool.run(
            """
            set -o pipefail
            { printf '.Dd January 1, 2026\\n.Dt SCANWATCH 1\\n.Os\\n.Sh NAME\\n.Nm scanwatch\\n.Nd "-"\\n'
            scanwatch help --manual; } | groff -mandoc -Kutf8 -Tutf8 -ww -P-cbou
            """, in: Tool.package)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        for section in ["ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES", "SEE ALSO"] {
            #expect(outcome.output.contains("\n\(section)\n"))
        }
    }

    /// A page is not left half made: each step that fails is told, and what was there stays. Nothing is built here: what makes the
    /// page is a script that says a little.
    @Test(arguments: ["Op Ar paths", "EXIT STATUS", "--manual"]) func aStepThatFailsIsTold(step: String)
        throws
    {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            mkdir bin page; echo old >page/scanwatch.1
            cat >bin/swift <<'END'
            #!/bin/sh
            case $* in *--show-bin-path*) dirname "$0" ;; esac
            END
            cat >bin/generate-manual <<'END'
            #!/bin/sh
            while [ "$1" != --output-directory ]; do shift; done
            printf '.Dd today\n.Sh NAME\n' >"$2/scanwatch.1"
            END
            cat >bin/sed <<'END'
            #!/bin/sh
            case $* in *"\(step)"*) exit 9 ;; esac
            exec /usr/bin/sed "$@"
            END
            cat >bin/tool <<'END'
            #!/bin/sh
            [ "\(step)" != --manual ]
            END
            chmod +x bin/*
            export SCANWATCH_BOOTSTRAP=no SCANWATCH_ZXING=system
            PATH=$PWD/bin:$PATH SCANWATCH=$PWD/bin/tool '\(Tool.package.path)/Scripts/man' page; echo $?
            cat page/scanwatch.1
            """, in: scratch.url)
        #expect(outcome.output == "\(step == "--manual" ? 1 : 9)\nold\n", "\(outcome)")
    }

    /// The plug-in leaves out characters that are not ASCII, so that `0…1` would be `01` on the page.
    @Test func helpIsASCII() throws {
        let help = try Tool.run(
            "for command in '' types schema config help; do scanwatch $command --help-hidden; done",
            in: Tool.package
        ).output
        for line in help.split(separator: "\n") { #expect(line.utf8.allSatisfy { $0 < 128 }, "\(line)") }
    }
}
