import Foundation
import MetadataOutput
import Testing

@testable import Workers

/// What counts of the time for which a worker has been waited.
@Suite(.timeLimit(.minutes(10))) final class WorkerEffortTests {
    private let script = FileManager.default.temporaryDirectory.appending(path: "worker-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: script) }

    /// A child that never says a word.
    private func child(_ act: String) throws -> WorkerChild {
        try "#!/bin/sh\n\(act)\n".write(to: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        return try WorkerChild(
            executable: try WorkerExecutable(path: script.path), showsLibraryOutput: false)
    }

    /// However long a busy machine takes for that.
    @Test func whoWorksHasItsProcessorTime() throws {
        let child = try child("while :; do :; done")
        guard case .timeout = WorkerEffort.arrival(from: child, within: .milliseconds(300), sleepShare: 10)
        else {
            Issue.record("it has said something")
            return
        }
        #expect(try #require(child.processorTime) >= .milliseconds(300))
        // It wants a processor, whether or not it has one.
        #expect(!child.isAsleep)
        child.end()
    }

    @Test func ofSleepAPartCounts() throws {
        let child = try child("exec sleep 600")
        while !child.isAsleep { usleep(1_000) }
        let begin = SuspendingClock.now
        _ = WorkerEffort.arrival(from: child, within: .milliseconds(20), sleepShare: 10)
        #expect(.now - begin >= .milliseconds(200))
        child.end()
    }

    /// Where it waits for somebody else there is no end.
    @Test func itMayWaitForOthers() throws {
        let child = try child("exec sleep 600")
        var looks = 0
        _ = WorkerEffort.arrival(from: child, within: .milliseconds(5), sleepShare: 1) {
            looks += 1
            return looks < 20
        }
        #expect(looks >= 20)
        child.end()
    }
}
