import Foundation
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture

/// What ends a program, and with which words.
extension CameraTests {
    @Suite struct ProgrammerErrorTests {
        private func expectWords(_ words: String, in result: ExitTest.Result?) {
            let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(said.contains(words), "\(said.prefix(500))")
        }

        @Test func typesThatAreSetBeforeTheOutputWasAdded() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                AVCaptureMetadataOutput().metadataObjectTypes = [.qr]
            }
            expectWords(
                "'NSInvalidArgumentException', reason: '*** -[AVCaptureMetadataOutput setMetadataObjectTypes:] "
                    + "Unsupported type found - use -availableMetadataObjectTypes'", in: result)
        }

        @Test func aPropertyThatIsSetWithoutTheLock() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let cameras = TestCameras(controls: [.focusAuto: Knobs.onOff])
                AVCaptureDevice.default(for: .video)?.focusMode = .locked
                withExtendedLifetime(cameras) {}
            }
            expectWords(
                "'NSGenericException', reason: '*** -[AVCaptureDevice setFocusMode:] May not be called without first "
                    + "successfully gaining exclusive ownership of this device using -lockForConfiguration:'",
                in: result)
        }

        @Test func aModeThatTheCameraDoesNotHave() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let cameras = TestCameras(controls: [.focusAuto: Knobs.onOff])
                let device = try #require(AVCaptureDevice.default(for: .video))
                try device.lockForConfiguration()
                device.focusMode = .autoFocus
                withExtendedLifetime(cameras) {}
            }
            expectWords("setFocusMode:] /dev/null (Camera) has no focusMode autoFocus - use", in: result)
        }

        /// What is never there is asked for before it is wanted.
        @Test func whatPhotosCannotHave() async {
            let output = AVCapturePhotoOutput()
            output.isResponsiveCaptureEnabled = output.isResponsiveCaptureSupported
            output.isDepthDataDeliveryEnabled = output.isDepthDataDeliverySupported
            #expect(!output.isResponsiveCaptureEnabled && !output.isDepthDataDeliveryEnabled)
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                AVCapturePhotoOutput().isZeroShutterLagEnabled = true
            }
            expectWords(
                "setZeroShutterLagEnabled:] Not supported - use -isZeroShutterLagSupported", in: result)
        }

        @Test func aLargePhotoThatTheOutputDoesNotAllow() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let cameras = TestCameras()
                let (session, output) = (AVCaptureSession(), AVCapturePhotoOutput())
                session.addInput(
                    try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
                session.addOutput(output)
                session.startRunning()
                let settings = AVCapturePhotoSettings()
                settings.isHighResolutionPhotoEnabled = true
                output.capturePhoto(with: AVCapturePhotoSettings(from: settings), delegate: Ignoring())
                withExtendedLifetime(cameras) {}
            }
            expectWords("High resolution photo capture is not enabled", in: result)
        }

        private final class Ignoring: AVCapturePhotoCaptureDelegate {}

        @Test func aFrameDurationThatTheFormatDoesNotHave() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let cameras = TestCameras()
                let device = try #require(AVCaptureDevice.default(for: .video))
                try device.lockForConfiguration()
                device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 120)
                withExtendedLifetime(cameras) {}
            }
            expectWords("setActiveVideoMinFrameDuration:]", in: result)
        }

        @Test func anInputThatIsAddedTwice() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let cameras = TestCameras()
                let input = try AVCaptureDeviceInput(
                    device: try #require(AVCaptureDevice.default(for: .video)))
                AVCaptureSession().addInput(input)
                let session = AVCaptureSession()
                session.addInput(input)
                session.addInput(input)
                withExtendedLifetime(cameras) {}
            }
            expectWords("*** -[AVCaptureSession addInput:]", in: result)
        }

        @Test func aSessionThatIsStartedWhileItIsConfigured() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let session = AVCaptureSession()
                session.beginConfiguration()
                session.startRunning()
            }
            expectWords(
                "'*** -[AVCaptureSession startRunning] startRunning may not be called between calls to "
                    + "beginConfiguration and commitConfiguration'", in: result)
        }

        @Test func aDelegateWithoutAQueue() async {
            final class Nobody: AVCaptureMetadataOutputObjectsDelegate {
                func metadataOutput(
                    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
                    from connection: AVCaptureConnection
                ) {}
            }
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                AVCaptureMetadataOutput().setMetadataObjectsDelegate(Nobody(), queue: nil)
            }
            expectWords("setMetadataObjectsDelegate:queue:] NULL queue passed", in: result)
        }

        @Test func aLayerThatIsMirroredWhileThatIsAutomatic() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let cameras = TestCameras()
                let session = AVCaptureSession()
                session.addInput(
                    try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
                AVCaptureVideoPreviewLayer(session: session).connection?.isVideoMirrored = true
                withExtendedLifetime(cameras) {}
            }
            expectWords("Cannot be set when automaticallyAdjustsVideoMirroring is YES", in: result)
        }

        @Test func aRateOfMetadataObjects() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let cameras = TestCameras()
                let (session, output) = (AVCaptureSession(), AVCaptureMetadataOutput())
                session.addInput(
                    try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
                session.addOutput(output)
                output.connection(with: .metadataObject)?.videoMinFrameDuration = CMTime(
                    value: 1, timescale: 5)
                withExtendedLifetime(cameras) {}
            }
            expectWords(
                "'NSInvalidArgumentException', reason: '*** -[AVCaptureConnection setVideoMinFrameDuration:] "
                    + "Not supported - use -isVideoMinFrameDurationSupported'", in: result)
            let cameras = TestCameras()
            let session = AVCaptureSession()
            session.addInput(
                try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            session.addOutput(AVCaptureMetadataOutput())
            session.addOutput(AVCaptureVideoDataOutput())
            #expect(session.connections.map(\.isVideoMinFrameDurationSupported) == [false, true])
            let connection = try #require(session.connections.last)
            connection.videoMinFrameDuration = CMTime(value: 1, timescale: 5)
            #expect(connection.videoMinFrameDuration.seconds == 0.2)
            withExtendedLifetime(cameras) {}
        }

        /// Webcams answer so while something automatic is on.
        @Test func whatACameraRefusesInItsPresentStateEndsNothing() throws {
            let cameras = TestCameras(controls: [.focusAuto: Knobs.onOff])
            let device = try #require(AVCaptureDevice.default(for: .video))
            try device.lockForConfiguration()
            let mode = device.focusMode
            cameras.kernels[0].change { $0.failures["S_CTRL"] = EACCES }
            device.focusMode = mode == .locked ? .continuousAutoFocus : .locked
            #expect(device.focusMode == mode)
        }

        @Test func whatACameraDoesEndsNothing() throws {
            let cameras = TestCameras(controls: [.focusAuto: Knobs.onOff, .gain: .init(maximum: 255)])
            let device = try #require(AVCaptureDevice.default(for: .video))
            let input = try AVCaptureDeviceInput(device: device)
            try device.lockForConfiguration()
            cameras.kernels[0].change { state in
                for request in ["QUERYCAP", "S_CTRL", "S_FMT", "STREAMON"] { state.failures[request] = EIO }
            }
            device.focusMode = .locked
            device.focusMode = .autoFocus
            device.setExposureModeCustom(duration: AVCaptureDevice.currentExposureDuration, iso: 1000)
            device.videoZoomFactor = 1000
            device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 120)
            let session = AVCaptureSession()
            session.addInput(input)
            session.startRunning()
            #expect(!session.isRunning)
            device.core.state.withLock { $0.isUnplugged = true }
            #expect(!session.canAddInput(input))
            #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: device) }
            device.torchMode = .on
        }
    }
}
