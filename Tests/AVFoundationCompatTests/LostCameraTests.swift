import CVideo4Linux
import Foundation
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture
@testable import Ports

extension CameraTests {
    /// What is told of a camera that is gone, in place of an exception.
    @Suite struct LostCameraTests {
        private let cameras = TestCameras(controls: [
            .exposureAuto: Knobs.menu([1: "Manual", 3: "Aperture Priority"], value: 3),
            .exposureAbsolute: .init(minimum: 3, maximum: 2047, value: 250),
        ])

        /// A session that runs with an output, and stops because its camera is unplugged.
        private func session(losing output: AVCaptureOutput) async throws -> AVCaptureSession {
            let session = AVCaptureSession()
            session.addInput(
                try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            session.addOutput(output)
            session.startRunning()
            #expect(session.isRunning)
            unplug()
            #expect(await eventually { !session.isRunning })
            return session
        }

        private func unplug() {
            cameras.kernels[0].change { state in
                for request in ["open", "poll", "QUERYCAP", "DQBUF"] { state.failures[request] = ENODEV }
            }
        }

        private final class Listener: AVCapturePhotoCaptureDelegate, AVCaptureFileOutputRecordingDelegate,
            @unchecked Sendable
        {
            let errors = Mutex<[AVError.Code?]>([])
            let last = Mutex<AVError.Code??>(nil)

            func photoOutput(
                _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto,
                error: (any Error)?
            ) { errors.withLock { $0.append((error as? AVError)?.code) } }

            func photoOutput(
                _ output: AVCapturePhotoOutput,
                didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?
            ) { last.withLock { $0 = (error as? AVError)?.code } }

            func fileOutput(
                _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
                from connections: [AVCaptureConnection], error: (any Error)?
            ) { last.withLock { $0 = (error as? AVError)?.code } }
        }

        @Test func whichCameraItWasIsInTheError() async throws {
            let device = try #require(AVCaptureDevice.default(for: .video))
            let told = Mutex<[AVCaptureDevice?]>([])
            let observer = NotificationCenter.default.addObserver(
                forName: .AVCaptureSessionRuntimeError, object: nil, queue: nil
            ) { notification in
                let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError
                let known = error?.userInfo[AVErrorDeviceKey] as? AVCaptureDevice
                told.withLock { $0.append(known == error?.device ? known : nil) }
            }
            defer { NotificationCenter.default.removeObserver(observer) }
            let session = try await session(losing: AVCaptureVideoDataOutput())
            #expect(await eventually { told.withLock { $0.contains(device) } })
            let error = #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: device) }
            #expect(error?.device == device)
            withExtendedLifetime(session) {}
        }

        @Test func whatPhotosAskOfItIsToldTheirDelegate() async throws {
            let output = AVCapturePhotoOutput()
            let session = try await session(losing: output)
            let biases: [Float] = [-1, 0, 1]
            let flash = AVCapturePhotoSettings()
            flash.flashMode = .on
            let large = AVCapturePhotoSettings()
            large.maxPhotoDimensions = CMVideoDimensions(width: 640, height: 480)
            let wanted: [(settings: AVCapturePhotoSettings, count: Int)] = [
                (
                    AVCapturePhotoBracketSettings(
                        rawPixelFormatType: 0, processedFormat: nil,
                        bracketedSettings: biases.map {
                            AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(
                                exposureTargetBias: $0)
                        }), 3
                ),
                (AVCapturePhotoSettings(rawPixelFormatType: 1), 1), (flash, 1), (large, 1),
            ]
            for (settings, count) in wanted {
                let listener = Listener()
                output.capturePhoto(with: settings, delegate: listener)
                #expect(await eventually { listener.last.withLock { $0 != nil } })
                let errors = listener.errors.withLock { $0 }
                #expect(errors == Array(repeating: .deviceNotConnected, count: count))
                #expect(listener.last.withLock { $0 } == .some(.deviceNotConnected))
            }
            withExtendedLifetime(session) {}
        }

        @Test func whatImagesAskOfItIsToldTheirHandler() async throws {
            let output = AVCaptureStillImageOutput()
            let session = try await session(losing: output)
            for count in [2, 0] {
                let told = Mutex<[(hasSettings: Bool, code: AVError.Code?)]>([])
                output.captureStillImageBracketAsynchronously(
                    from: try #require(output.connection(with: .video)),
                    withSettingsArray: (0..<count).map {
                        AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(
                            exposureTargetBias: Float($0))
                    }
                ) { buffer, settings, error in
                    told.withLock { $0.append((settings != nil, (error as? AVError)?.code)) }
                }
                #expect(await eventually { told.withLock { $0.count } == max(1, count) })
                #expect(
                    told.withLock { told in
                        told.allSatisfy {
                            $0.hasSettings == (count > 0) && $0.code == .deviceNotConnected
                        }
                    })
            }
            withExtendedLifetime(session) {}
        }

        @Test func aRecordingThatCannotBeginIsToldItsDelegate() async throws {
            let output = AVCaptureMovieFileOutput()
            let (session, listener) = (try await session(losing: output), Listener())
            output.startRecording(to: URL(filePath: "/tmp/never.mp4"), recordingDelegate: listener)
            #expect(await eventually { listener.last.withLock { $0 } == .some(.deviceNotConnected) })
            #expect(!output.isRecording && output.outputFileURL == nil)
            withExtendedLifetime(session) {}
        }

        /// It answers all questions, and belongs to another program.
        @Test func aRecordingOfACameraInUseIsToldItsDelegate() async throws {
            let (session, output, listener) = (AVCaptureSession(), AVCaptureMovieFileOutput(), Listener())
            session.addInput(
                try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            session.addOutput(output)
            cameras.kernels[0].change { $0.failures["STREAMON"] = EBUSY }
            session.startRunning()
            #expect(!session.isRunning && session.core.failure != nil)
            output.startRecording(to: URL(filePath: "/tmp/never.mp4"), recordingDelegate: listener)
            #expect(
                await eventually { listener.last.withLock { $0 } == .some(.deviceInUseByAnotherApplication) })
            session.stopRunning()
            #expect(session.core.failure == nil)
        }

        @Test func aPresetOfItIsARuntimeError() async throws {
            let session = AVCaptureSession()
            session.addInput(
                try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            unplug()
            let codes = Mutex<[AVError.Code?]>([])
            let observer = NotificationCenter.default.addObserver(
                forName: .AVCaptureSessionRuntimeError, object: session, queue: nil
            ) { notification in
                let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError
                codes.withLock { $0.append(error?.code) }
            }
            defer { NotificationCenter.default.removeObserver(observer) }
            session.sessionPreset = .hd1280x720
            PostedNotifications.queue.sync {}
            #expect(codes.withLock { $0 } == [.deviceNotConnected])
            #expect(session.sessionPreset == .high)
        }

        /// The camera's end is noticed by a thread that the stop waits for.
        @Test func whoObservesThatItIsGoneMayStopTheSession() async throws {
            let device = try #require(AVCaptureDevice.default(for: .video))
            let session = AVCaptureSession()
            session.addInput(try AVCaptureDeviceInput(device: device))
            session.addOutput(AVCaptureVideoDataOutput())
            session.startRunning()
            let told = Mutex<[Bool?]>([])
            let observation = device.observe(\.isConnected, options: .new) { _, change in
                session.stopRunning()
                told.withLock { $0.append(change.newValue) }
            }
            unplug()
            #expect(await eventually { told.withLock { $0 } == [false] })
            #expect(!session.isRunning)
            withExtendedLifetime(observation) {}
        }

        /// Runs a session whose camera is in use at first, and free after a while.
        ///
        /// - Returns: The notifications that it posts, and their reasons.
        private func notices(of session: AVCaptureSession, until last: Notification.Name) async throws
            -> [(name: Notification.Name, reason: Int?)]
        {
            let posted = Mutex<[(name: Notification.Name, reason: Int?)]>([])
            let names: [Notification.Name] = [
                .AVCaptureSessionRuntimeError, .AVCaptureSessionWasInterrupted,
                .AVCaptureSessionInterruptionEnded,
            ]
            let observers = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
                    let reason = $0.userInfo?[AVCaptureSessionInterruptionReasonKey] as? NSNumber
                    posted.withLock { $0.append((name, reason?.intValue)) }
                }
            }
            defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
            session.addInput(
                try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            session.addOutput(AVCaptureVideoDataOutput())
            cameras.kernels[0].change { $0.failures["STREAMON"] = EBUSY }
            session.startRunning()
            #expect(await eventually { posted.withLock { !$0.isEmpty } })
            #expect(session.isInterrupted == (last == .AVCaptureSessionInterruptionEnded))
            cameras.kernels[0].change { $0.failures["STREAMON"] = nil }
            #expect(await eventually { posted.withLock { $0.last?.name } == last })
            session.stopRunning()
            return posted.withLock { $0 }
        }

        @Test func aCameraInUseIsARuntimeErrorByDefault() async throws {
            let posted = try await notices(of: AVCaptureSession(), until: .AVCaptureSessionRuntimeError)
            #expect(posted.map(\.name) == [.AVCaptureSessionRuntimeError])
        }

        @Test func andAnInterruptionOfASessionThatWaits() async throws {
            let policy = ReconnectPolicy(firstDelay: .milliseconds(10), longestDelay: .milliseconds(10))
            let posted = try await notices(
                of: AVCaptureSession(CaptureSession(reconnectPolicy: policy)),
                until: .AVCaptureSessionInterruptionEnded)
            #expect(
                posted.map(\.name) == [
                    .AVCaptureSessionWasInterrupted, .AVCaptureSessionInterruptionEnded,
                ])
            #expect(
                posted.first?.reason
                    == AVCaptureSession.InterruptionReason.videoDeviceInUseByAnotherClient.rawValue)
            let several = AVCaptureMultiCamSession(CaptureSession(reconnectPolicy: policy))
            #expect(several.sessionPreset == .inputPriority && several.core.reconnectPolicy == policy)
        }
    }
}
