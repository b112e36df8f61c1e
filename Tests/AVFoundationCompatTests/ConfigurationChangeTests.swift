import Decoders
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture

extension CameraTests {
    /// What becomes of recordings, and what observers are told, when the session is changed under them.
    @Suite final class ConfigurationChangeTests {
        private let cameras: TestCameras
        private let folder: URL
        /// Made after the cameras: it looks for those that there are.
        private let session: AVCaptureSession
        private let movies = AVCaptureMovieFileOutput()
        private let recorder = Recorder()

        private final class Recorder: AVCaptureFileOutputRecordingDelegate, Sendable {
            let ends = Mutex<[AVError?]>([])
            let continued = Mutex<[String]>([])

            func fileOutput(
                _ output: AVCaptureFileOutput, didContinueRecordingTo fileURL: URL,
                from connections: [AVCaptureConnection]
            ) { continued.withLock { $0.append(fileURL.lastPathComponent) } }

            func fileOutput(
                _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
                from connections: [AVCaptureConnection], error: (any Error)?
            ) { ends.withLock { $0.append(error as? AVError) } }
        }

        init() throws {
            cameras = TestCameras(
                showing: Plane(width: 640, height: 480, samples: [UInt8](repeating: 90, count: 640 * 480)))
            folder = FileManager.default.temporaryDirectory.appending(path: "changes-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            session = AVCaptureSession()
            session.addInput(try input())
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        private func isWhole(_ error: AVError?) -> Bool {
            error?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool ?? false
        }

        private func input() throws -> AVCaptureDeviceInput {
            try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video)))
        }

        /// Records, changes something after some frames, and says how the recording has ended, and which files there are.
        private func recording(
            _ movies: AVCaptureMovieFileOutput? = nil, changing change: () throws -> Void
        ) async throws -> (error: AVError?, files: [String]) {
            let movies = movies ?? self.movies
            session.addOutput(movies)
            session.startRunning()
            movies.startRecording(to: folder.appending(path: "movie.mov"), recordingDelegate: recorder)
            #expect(await eventually { movies.recordedDuration.seconds > 0.2 })
            try change()
            if movies.isRecording {
                let duration = movies.recordedDuration.seconds
                #expect(
                    await eventually {
                        !movies.isRecording || movies.recordedDuration.seconds > duration + 0.2
                    })
                movies.stopRecording()
            }
            #expect(await eventually { recorder.ends.withLock { !$0.isEmpty } })
            session.stopRunning()
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return (recorder.ends.withLock { $0[0] }, files)
        }

        @Test func anotherSizeEndsARecording() async throws {
            let (error, files) = try await recording { session.sessionPreset = .low }
            #expect(error?.code == .mediaChanged && isWhole(error))
            #expect(files == ["movie.mov"])
        }

        /// The library's own recordings may go on, and then their delegates know of every file.
        @Test func aRecordingThatGoesOnTellsWhere() async throws {
            let movies = AVCaptureMovieFileOutput(CaptureMovieFileOutput(stills: StandardStillMaker()))
            let (error, files) = try await recording(movies) { session.sessionPreset = .low }
            #expect(error == nil && files.sorted() == ["movie-2.mov", "movie.mov"])
            #expect(recorder.continued.withLock { $0 } == ["movie-2.mov"])
        }

        @Test func aZoomDoesNot() async throws {
            let device = try #require((session.inputs.first as? AVCaptureDeviceInput)?.device)
            let (error, files) = try await recording {
                try device.lockForConfiguration()
                device.videoZoomFactor = 2
                device.unlockForConfiguration()
            }
            #expect(error == nil && files == ["movie.mov"])
        }

        @Test(arguments: [false, true])
        func whatIsRemovedEndsARecordingAndSaysSo(isInput: Bool) async throws {
            let (error, _) = try await recording {
                if isInput { session.removeInput(session.inputs[0]) } else { session.removeOutput(movies) }
            }
            #expect(error?.code == .sessionConfigurationChanged && isWhole(error))
        }

        @Test func whatIsRemovedTellsItsObservers() async throws {
            let output = AVCaptureMetadataOutput()
            session.addOutput(output)
            let counts = Told()
            let connection = try #require(output.connection(with: .metadataObject))
            let observations = [
                output.observe(\.availableMetadataObjectTypes, options: .new) { _, change in
                    counts.note("types \(change.newValue?.isEmpty == true)")
                },
                connection.observe(\.isActive, options: .new) { _, change in
                    counts.note("active \(change.newValue == true)")
                },
            ]
            session.removeOutput(output)
            #expect(Set(counts.all) == ["types true", "active false"])
            withExtendedLifetime(observations) {}
        }

        private final class Told: Sendable {
            private let list = Mutex<[String]>([])
            func note(_ text: String) { list.withLock { $0.append(text) } }
            var all: [String] { list.withLock { $0 } }
        }

        /// Nothing else changes when the first picture comes.
        @Test func aLayerTellsThatPicturesCome() async throws {
            let layer = AVCaptureVideoPreviewLayer(session: session)
            let told = Told()
            let observation = layer.observe(\.isPreviewing, options: .new) { _, change in
                told.note("\(change.newValue == true)")
            }
            for round in 1...2 {
                session.startRunning()
                #expect(
                    await eventually {
                        told.all
                            == Array(repeating: ["true", "false"], count: round).flatMap(\.self).dropLast()
                    })
                session.stopRunning()
                #expect(!layer.isPreviewing)
                #expect(await eventually { told.all.count == 2 * round })
            }
            withExtendedLifetime(observation) {}
        }
    }
}
