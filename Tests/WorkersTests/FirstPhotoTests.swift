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

    /// From the call to the file, of a camera with 30 frames in a second and a worker that was begun to start when the session was made.
    private func firstPhoto(isPrepared: Bool) async throws -> Duration {
        let wall = Plane(width: 640, height: 480, samples: (0..<640 * 480).map { UInt8($0 % 251) })
        let scene = SyntheticScene(background: wall, things: [], framesPerSecond: 30, frameCount: 2)
        var workers = WorkerSettings(executable: Executables.worker)
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
        var (unprepared, prepared): ([Duration], [Duration]) = ([], [])
        for _ in 0..<(Self.count ?? 3) { unprepared.append(try await firstPhoto(isPrepared: false)) }
        let soonest = try #require(unprepared.min())
        // A machine with much to do may be late with any of them, but not with all.
        while prepared.count < Self.count ?? 20, Self.count != nil || prepared.min() ?? soonest >= soonest {
            prepared.append(try await firstPhoto(isPrepared: true))
        }
        #expect(try #require(prepared.min()) < soonest, "\(prepared), \(unprepared)")
        guard Self.count != nil else { return }
        for (name, times) in [("unprepared", unprepared), ("prepared", prepared)] {
            let sorted = times.map { Int($0 / .milliseconds(1)) }.sorted()
            print(
                "first photo, \(name): \(sorted[0]), \(sorted[sorted.count / 2]), \(sorted[sorted.count - 1]) ms"
            )
        }
    }
}
