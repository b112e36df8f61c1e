import Glibc
import Testing

@Suite(.timeLimit(.minutes(10))) struct RecordSinkTests {
    /// A pipe of one page that its maker has made non-blocking, and a reader that comes late: every record must
    /// arrive all the same.
    @Test func aNonBlockingPipeLosesNothing() throws {
        let script = """
            import array, fcntl, os, subprocess, termios, time
            reader, writer = os.pipe()
            fcntl.fcntl(writer, 1031, 4096)  # F_SETPIPE_SZ
            os.set_blocking(writer, False)
            tool = subprocess.Popen([os.environ["SCANWATCH"], "SampleImages/qr"], stdout=writer)
            os.close(writer)
            # Until the next record has no room.
            waiting = array.array("i", [0])
            while waiting[0] < 3000:
                fcntl.ioctl(reader, termios.FIONREAD, waiting)
                time.sleep(0.01)
            records = open(reader, encoding="utf-8").readlines()
            print(tool.wait(), len(records) > 50, all(line.endswith("]}\\n") for line in records))
            """
        let outcome = try Tool.run("/usr/bin/python3 -c '\(script)'", in: Tool.package)
        #expect(outcome.output == "0 True True\n", "\(outcome.errors)")
    }

    /// A disk without room takes records away, and nothing from who else gets what is seen; as soon as there is room there are
    /// records again, whole ones.
    @Test(.enabled(if: getuid() == 0)) func aRunThatServesOthersGoesOnWithoutADisk() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            mkdir e
            unshare -m sh -c 'mount -t tmpfs -o size=1m none e && head -c 1044480 /dev/zero >e/other
                "$SCANWATCH" --device synthetic:code --types qr --events --update-interval 0.01 --status-interval 0 \
                    --link "$PWD/link" >e/records 2>errors & tool=$!
                said() { for i in $(seq 1200); do grep -q "$1" errors && break; sleep 0.1; done; }
                said "cannot write"
                count=$(wc -l <e/records)
                rm e/other
                said "written again"
                kill $tool
                wait $tool
                sed "s/ [0-9][0-9]* / N /" errors
                test $(wc -l <e/records) -gt $count && grep -c -v "^{.*}$" e/records
                tail -n 1 e/records | grep -o stopped'
            """, in: scratch.url)
        #expect(
            outcome.output == """
                scanwatch: cannot write: No space left on device; the run goes on without records
                scanwatch: records are written again; N lines are missing
                scanwatch: N lines of records are missing
                0
                stopped

                """, "\(outcome.errors)")
    }

    @Test func aRunForItsRecordsAloneEndsWithThem() throws {
        let outcome = try Tool.run(
            "scanwatch --device synthetic:code --types qr > /dev/full", in: Tool.package)
        #expect(outcome.status == 74)
        #expect(outcome.errors == "scanwatch: cannot write: No space left on device\n")
    }
}
