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

    /// The plug-in leaves out characters that are not ASCII, so that `0…1` would be `01` on the page.
    @Test func helpIsASCII() throws {
        let help = try Tool.run(
            "for command in '' types schema config help; do scanwatch $command --help-hidden; done",
            in: Tool.package
        ).output
        for line in help.split(separator: "\n") { #expect(line.utf8.allSatisfy { $0 < 128 }, "\(line)") }
    }
}
