import Foundation
import Testing

@testable import Workers

@Suite("A pool starts as many workers as are needed")
struct WorkerPoolTests {
    @Test func whoAsksAtOnceGetsTheFirstWorkerAndNoOtherIsStarted() throws {
        let folder = URL.temporaryDirectory.appending(path: "pool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (script, starts) = (folder.appending(path: "worker"), folder.appending(path: "starts"))
        try Data(
            """
            #!/bin/sh
            echo started >>'\(starts.path)'
            exec '\(Executables.worker)' "$@"

            """.utf8
        ).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)

        for round in 1...5 {
            let pool = try WorkerPool(settings: WorkerSettings(executable: script.path))
            let worker = try pool.take(.standard)
            _ = try worker.describe()
            // A spare is started after the first answer, when this worker is put back.
            #expect(try String(contentsOf: starts, encoding: .utf8).split(separator: "\n").count == round)
            worker.end()
            pool.close()
        }
    }
}
