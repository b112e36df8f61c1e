import Foundation
import Testing

@testable import scanwatch

/// What the tool and its workers hold while a camera is watched.
@Suite struct RunMemoryTests {
    /// Whether no process of a camera's run has room for the heap of a thread, 64 MB each.
    private static let script = """
        import glob, os, re, subprocess, sys
        tool = subprocess.Popen([os.environ["SCANWATCH"], "--device", "synthetic:code", "--types", "qr,face"],
            stdout=subprocess.PIPE)
        for _ in range(3): tool.stdout.readline()
        workers = [int(worker) for file in glob.glob(f"/proc/{tool.pid}/task/*/children") for worker in open(file).read().split()]
        heaps = 0
        for process in [tool.pid, *workers]:
            for line in open(f"/proc/{process}/maps"):
                start, end = [int(end, 16) for end in line.split()[0].split("-")]
                heaps += bool(re.search(" ---p 00000000 00:00 0 *$", line)) and end - start > 32 << 20
        print(len(workers) > 0, heaps)
        tool.terminate()
        tool.wait()
        """

    @Test func aProcessHasOneHeapHoweverManyThreads() throws {
        let outcome = try Tool.run("/usr/bin/python3 -c '\(Self.script)'", in: Tool.package)
        #expect(outcome.output == "True 0\n", "\(outcome.errors)")
    }
}
