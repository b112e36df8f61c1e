import Foundation
import Testing

/// `Scripts/bootstrap` on a bare machine, with programs of the test's in the place of those that change it.
@Suite(.enabled("It knows Debian's packages") { try isDebian12() }) struct BootstrapTests {
    /// - Parameter update: What `apt-get update` does.
    private func bootstrap(_ set: String, update: String) throws -> Tool.Outcome {
        let scratch = try ScratchFolder()
        return try Tool.run(
            """
            mkdir bin
            program() { { echo '#!/bin/sh'; cat; } >bin/$1; chmod +x bin/$1; }
            # Swift does not run without the libraries that are missing.
            program swift <<<'exit 127'
            program dpkg-query <<<'exit 1'
            program sudo <<<'exec "$@"'
            program sleep <<<'echo "sleep $*" >>calls'
            program apt-get <<'END'
            echo "$*" >>calls
            [ "$1" = update ] || exit 0
            \(update)
            END
            unset SCANWATCH_BOOTSTRAP
            PATH=$PWD/bin:$PATH '\(Tool.package.path)/Scripts/bootstrap' \(set)
            echo $?
            cat calls
            """, in: scratch.url)
    }

    /// A new machine's own upgrades hold it.
    @Test func aLockIsWaitedFor() throws {
        let outcome = try bootstrap(
            "package",
            update: "[ $(grep -c update calls) -gt 2 ] || { echo 'E: Could not get lock' >&2; exit 100; }")
        #expect(
            outcome.output == """
                0
                update
                sleep 10
                update
                sleep 10
                update
                -o DPkg::Lock::Timeout=600 install -y --no-install-recommends chrpath debootstrap dpkg-dev lintian

                """, "\(outcome)")
    }

    @Test func anotherFailureIsNot() throws {
        let outcome = try bootstrap(
            "package", update: "echo 'E: The list of sources could not be read.' >&2; exit 100")
        #expect(outcome.output == "1\nupdate\n", "\(outcome)")
        #expect(outcome.errors.contains("The list of sources could not be read."), "\(outcome)")
    }

    /// After its libraries: it may need them.
    @Test func swiftIsAskedForOnlyByWhoBuilds() throws {
        #expect(try bootstrap("samples", update: "").output.hasPrefix("0\nupdate\n"))
        let outcome = try bootstrap("libraries", update: "")
        #expect(outcome.output.hasPrefix("1\nupdate\n-o "), "\(outcome)")
        #expect(outcome.errors.contains("swift does not run"), "\(outcome)")
    }
}

private func isDebian12() throws -> Bool {
    let system = try String(contentsOfFile: "/etc/os-release", encoding: .utf8)
    return system.contains("\nID=debian\n") && system.contains("\nVERSION_ID=\"12\"\n")
}
