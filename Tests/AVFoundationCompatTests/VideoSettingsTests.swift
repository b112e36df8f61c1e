import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture

extension CameraTests {
    @Suite struct VideoSettingsTests {
        /// Keeps the sizes of frames.
        private final class Sizes: AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
            let all = Mutex<[[Int]]>([])

            func captureOutput(
                _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
                from connection: AVCaptureConnection
            ) {
                guard let buffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
                all.withLock { $0.append([CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer)]) }
            }
        }

        /// What comes of a camera of 640 × 480 that is turned: the size of frames, and what settings say of it.
        private func come(
            of wanted: [String: Any], turnedBy angle: CGFloat = 0
        ) async throws -> (size: [Int]?, settings: [String: Any]) {
            let cameras = TestCameras()
            let (session, output, sizes) = (AVCaptureSession(), AVCaptureVideoDataOutput(), Sizes())
            session.addInput(
                try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            session.addOutput(output)
            output.setSampleBufferDelegate(sizes, queue: DispatchQueue(label: "frames"))
            output.videoSettings = wanted
            #expect(output.videoSettings[kCVPixelBufferWidthKey] == nil)
            output.connection(with: .video)?.videoRotationAngle = angle
            session.startRunning()
            #expect(await eventually { sizes.all.withLock { $0.count } > 1 })
            let settings = try #require(output.videoSettings)
            // The part of a code in the middle is where it is drawn.
            let middle = output.outputRectConverted(
                fromMetadataOutputRect: CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
            session.stopRunning()
            let size = sizes.all.withLock { $0.last }
            let sides = size?.map { CGFloat($0) } ?? []
            #expect(abs(middle.width - sides[0] / 2) < 0.001 && abs(middle.minY - sides[1] / 4) < 0.001)
            withExtendedLifetime(cameras) {}
            return (size, settings)
        }

        private func settings(_ width: Any, _ height: Any) -> [String: Any] {
            [
                kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: width,
                kCVPixelBufferHeightKey: height,
            ]
        }

        /// As networks want them, whose pictures are small.
        @Test func framesHaveTheSizeThatIsAskedFor() async throws {
            let upright = try await come(of: settings(320, 240))
            #expect(upright.size == [320, 240])
            #expect(upright.settings[kCVPixelBufferWidthKey] as? Int == 320)
            #expect(upright.settings[kCVPixelBufferHeightKey] as? Int == 240)
            #expect(
                upright.settings[kCVPixelBufferPixelFormatTypeKey] as? OSType == kCVPixelFormatType_32BGRA)
            let turned = try await come(of: settings(NSNumber(value: 240), 320.0), turnedBy: 90)
            #expect(turned.size == [240, 320])
        }

        /// Which shape a camera has is not the program's fault.
        @Test func framesKeepTheirShapeAndAreNeverMadeLarger() async throws {
            let square = try await come(of: settings(300, 300))
            #expect(square.size == [300, 225])
            let large = try await come(of: settings(1280, 960))
            #expect(large.size == [640, 480])
            let turned = try await come(
                of: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA], turnedBy: 90)
            #expect(turned.size == [480, 640])
            #expect(turned.settings[kCVPixelBufferWidthKey] as? Int == 480)
        }

        /// As programs do that change the pixel format alone.
        @Test func settingsThatWereReadAskForNoSize() async throws {
            let cameras = TestCameras()
            let (session, output) = (AVCaptureSession(), AVCaptureVideoDataOutput())
            session.addInput(
                try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            session.addOutput(output)
            session.startRunning()
            #expect(await eventually { output.videoSettings[kCVPixelBufferWidthKey] as? Int == 640 })
            output.videoSettings[kCVPixelBufferPixelFormatTypeKey] = kCVPixelFormatType_32BGRA
            output.connection(with: .video)?.videoRotationAngle = 90
            #expect(output.videoSettings[kCVPixelBufferWidthKey] as? Int == 480)
            output.videoSettings = settings(120, 160)
            #expect(output.videoSettings[kCVPixelBufferWidthKey] as? Int == 120)
            output.videoSettings = nil
            #expect(output.videoSettings[kCVPixelBufferWidthKey] as? Int == 480)
            session.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        /// As on an iPhone, where a session for photos has small frames for the screen.
        @Test func framesAreOfAScreensSizeWhereTheSessionIsForPhotos() async throws {
            let large = Plane(width: 1920, height: 1080, samples: [UInt8](repeating: 200, count: 1920 * 1080))
            let cameras = TestCameras(showing: large)
            let (session, output) = (AVCaptureSession(), AVCaptureVideoDataOutput())
            session.addInput(
                try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            session.addOutput(output)
            #expect(output.automaticallyConfiguresOutputBufferDimensions)
            #expect(!output.deliversPreviewSizedOutputBuffers)
            let photos = AVCapturePhotoOutput()
            session.addOutput(photos)
            photos.isLivePhotoCaptureEnabled = true
            #expect(output.deliversPreviewSizedOutputBuffers)
            photos.isLivePhotoCaptureEnabled = false
            #expect(!output.deliversPreviewSizedOutputBuffers)
            session.sessionPreset = .photo
            #expect(output.deliversPreviewSizedOutputBuffers)
            session.startRunning()
            func width(_ wanted: Int) async -> Bool {
                await eventually { output.videoSettings[kCVPixelBufferWidthKey] as? Int == wanted }
            }
            #expect(await width(1440))
            #expect(output.videoSettings[kCVPixelBufferHeightKey] as? Int == 810)
            // Settings that were read ask for no size.
            let read = output.videoSettings
            output.videoSettings = read
            output.automaticallyConfiguresOutputBufferDimensions = false
            #expect(output.deliversPreviewSizedOutputBuffers)
            output.deliversPreviewSizedOutputBuffers = false
            #expect(await width(1920))
            output.videoSettings = settings(480, 270)
            output.automaticallyConfiguresOutputBufferDimensions = true
            #expect(await width(480))
            output.videoSettings = nil
            #expect(await width(1440))
            session.removeOutput(output)
            #expect(!output.deliversPreviewSizedOutputBuffers)
            session.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        @Test func aSizeThatIsChosenByItselfIsNotSet() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                AVCaptureVideoDataOutput().deliversPreviewSizedOutputBuffers = true
            }
            let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(
                said.contains("setDeliversPreviewSizedOutputBuffers:] Cannot be set"), "\(said.prefix(500))")
        }

        @Test func aWidthWithoutAHeightEndsTheProgram() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                AVCaptureVideoDataOutput().videoSettings = [kCVPixelBufferWidthKey: 320]
            }
            let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(said.contains("[AVCaptureVideoDataOutput setVideoSettings:]"), "\(said.prefix(500))")
        }
    }
}
