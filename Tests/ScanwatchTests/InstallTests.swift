import Foundation
import Testing

/// `Scripts/install`, and what stands beside it for runs that nobody watches.
@Suite struct InstallTests {
    /// sudo has another PATH, on which there is no Swift. The tool is a program that does nothing.
    @Test func aBuiltToolIsInstalledWithoutSwift() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            mkdir built; cp /bin/true built/scanwatch; cp /bin/true built/scanwatch-worker; cp /bin/true built/scanwatch-web
            touch -d 2020-01-01 built/scanwatch; echo page >built/scanwatch.1
            export PATH=/usr/sbin:/usr/bin:/sbin:/bin
            command -v swift
            SCANWATCH=built/scanwatch '\(Tool.package.path)/Scripts/install' --prefix "$PWD/there"; echo $?
            cat there/share/man/man1/scanwatch.1; ls there/bin there/libexec/scanwatch
            ls there/share/doc/scanwatch/Examples/unattended
            touch -d 2019-01-01 built/scanwatch.1
            SCANWATCH=built/scanwatch '\(Tool.package.path)/Scripts/install' --prefix "$PWD/there" 2>/dev/null || echo old
            """, in: scratch.url)
        #expect(
            outcome.output == """
                0
                page
                there/bin:
                scanwatch

                there/libexec/scanwatch:
                scanwatch-web
                scanwatch-worker
                70-door.rules
                scanwatch.service
                scanwatch.yaml
                old

                """, "\(outcome)")
    }

    /// A folder of the current one, as DESTDIR is given by hand; all lies in it, and pages link to nothing else.
    @Test func whatPagesLinkToIsInstalled() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            mkdir built; cp /bin/true built/scanwatch; cp /bin/true built/scanwatch-worker
            touch -d 2020-01-01 built/scanwatch; echo page >built/scanwatch.1
            DESTDIR=package SCANWATCH=built/scanwatch '\(Tool.package.path)/Scripts/install' --prefix /usr || exit
            ls package/usr
            cd package/usr/share/doc/scanwatch
            find . -name '*.md' | while read -r page; do
                grep -oE '\\]\\([^)#: ]+' "$page" | cut -c3- | while read -r target; do
                    [ -e "$(dirname "$page")/$target" ] || echo "$page: $target"
                done
            done
            touch nothing; Examples/at-scale/merge nothing
            """, in: scratch.url)
        #expect(outcome.output == "bin\nlibexec\nshare\n", "\(outcome)")
        #expect(outcome.status == 0, "\(outcome)")
    }

    @Test func theUnitAndItsConfigurationAreRight() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            folder='\(Tool.package.path)/Examples/unattended'
            sed "s|/usr/local/bin/scanwatch|$SCANWATCH|" $folder/scanwatch.service >scanwatch.service
            if command -v systemd-analyze >/dev/null; then systemd-analyze verify ./scanwatch.service 2>&1; fi
            scanwatch config --print --config $folder/scanwatch.yaml | grep -cE '^(device|wait|events|types):'
            # What is written is not for everybody, and a worker's death is not the service's.
            grep -cxE 'UMask=0027|StateDirectoryMode=0750|OOMPolicy=continue' scanwatch.service
            """, in: scratch.url)
        #expect(outcome.output == "4\n3\n", "\(outcome)")
    }
}
