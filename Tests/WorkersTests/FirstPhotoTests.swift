import Capture
import Foundation
import MetadataOutput
import Synchronization
import Synthetic
import Testing

@testable import Workers

/// How soon after it was asked for the first photo's file is there. SCANWATCH_FIRST_PHOTOS says of how many it is told.
@Suite(.serialized) struct FirstPhotoTests {
    private static let count = ProcessInfo.processInfo.environment["SCANWATCH_FIRST_PHOTOS"].flatMap(Int.init)

    /// Waits for a photo's file.
    private final class Listener: CapturePhotoCaptureDelegate {
        private let file: CheckedContinuation<Bool, Never>

        init(_ file: CheckedContinuation<Bool, Never>) { self.file = file }

        func photoOutput(
            _ output: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto, error: CaptureError?
        ) { file.resume(returning: photo.fileDataRepresentation() != nil) }
    }

    /// From the call to the file, of a camera with 30 frames in a second and a worker that was begun to start when the session was
    /// made.
    private func firstPhoto(isPrepared: Bool, _ executable: String = Executables.worker) async throws
        -> Duration
    {
        let wall = Plane(width: 640, height: 480, samples: (0..<640 * 480).map { UInt8($0 % 251) })
        let scene = SyntheticScene(background: wall, things: [], framesPerSecond: 30, frameCount: 2)
        var workers = WorkerSettings(executable: executable)
        workers.detectors = []
        workers.landmarkModel = nil
        let session = CaptureSession()
        try session.addInput(SyntheticCamera(scene: scene))
        let pool = try WorkerPool(settings: workers)
        defer { pool.close() }
        let output = CapturePhotoOutput(stills: IsolatedStillMaker(pool: pool))
        try session.addOutput(output)
        try await session.startRunning()
        var settings = CapturePhotoSettings()
        settings.qualityPrioritization = .speed
        if isPrepared {
            let isReady = await withCheckedContinuation { done in
                output.setPreparedPhotoSettings([settings]) { done.resume(returning: $0) }
            }
            #expect(isReady)
        }
        let start = ContinuousClock.now
        let hasFile = await withCheckedContinuation { file in
            do throws(CaptureError) {
                try output.capturePhoto(with: settings, delegate: Listener(file))
            } catch {
                file.resume(returning: false)
            }
        }
        let time = ContinuousClock.now - start
        #expect(hasFile)
        await session.stopRunning()
        return time
    }

    @Test func whatWasPreparedForDoesNotWaitForAWorker() async throws {
        let worker = try SlowWorker(seconds: 2)
        #expect(try await isSeen { try await self.firstPhoto(isPrepared: false, worker.path) > .seconds(1) })
        #expect(try await isSeen { try await self.firstPhoto(isPrepared: true, worker.path) < .seconds(1) })
    }

    /// Whether it happens at all: a machine with much to do may be late now and then, but not always.
    private func isSeen(_ happens: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<10 where try await happens() { return true }
        return false
    }

    @Test(.enabled(if: count != nil)) func timesToTheFirstPhoto() async throws {
        for (name, isPrepared) in [("unprepared", false), ("prepared", true)] {
            var times: [Int] = []
            for _ in 0..<(Self.count ?? 1) {
                times.append(Int(try await firstPhoto(isPrepared: isPrepared) / .milliseconds(1)))
            }
            let sorted = times.sorted()
            print(
                "first photo, \(name): \(sorted[0]), \(sorted[sorted.count / 2]), \(sorted[sorted.count - 1]) ms"
            )
        }
    }
}

/// A worker that takes its time before it starts; its file goes with it.
private final class SlowWorker {
    let path: String

    init(seconds: Int) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "slow-worker-\(UUID().uuidString)").path
        let script = "#!/bin/sh\nsleep \(seconds)\nexec '\(Executables.worker)' \"$@\"\n"
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
