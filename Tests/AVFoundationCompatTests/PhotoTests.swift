import CVideo4Linux
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture
@testable import Ports

extension CameraTests {
    @Suite struct PhotoTests {
        private func photo(of camera: PhotoCamera, rotatedBy angle: CGFloat) async -> (
            calls: [String], data: Data?
        ) {
            await withCheckedContinuation { done in
                camera.capturePhoto(rotatedBy: angle) { processor, data, _ in
                    done.resume(returning: (processor.calls, data))
                }
            }
        }

        @Test func aPhotoIsTakenAsOnApplesSystems() async throws {
            let cameras = TestCameras()
            let camera = PhotoCamera()
            #expect(camera.configure())
            camera.session.startRunning()
            let (calls, data) = await photo(of: camera, rotatedBy: 90)
            #expect(calls == ["willBegin 1", "willCapture", "didFinishProcessing 1", "didFinish"])
            #expect(data?.starts(with: [0xff, 0xd8, 0xff, 0xe1]) == true)
            let again = await photo(of: camera, rotatedBy: 0)
            #expect(again.calls.last == "didFinish" && again.data != nil)
            camera.session.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        @Test func aPhotoSaysHowItWasTaken() async throws {
            let cameras = TestCameras()
            let camera = PhotoCamera()
            #expect(camera.configure())
            camera.session.startRunning()
            camera.photoOutput.connection(with: .video)?.videoRotationAngle = 90
            let photo = await withCheckedContinuation { done in
                camera.photoOutput.capturePhoto(
                    with: AVCapturePhotoSettings(), delegate: FirstPhoto { done.resume(returning: $0) })
            }
            let exif = try #require(
                photo.metadata[kCGImagePropertyExifDictionary as String] as? [String: Any])
            let tiff = try #require(
                photo.metadata[kCGImagePropertyTIFFDictionary as String] as? [String: Any])
            #expect(photo.metadata[kCGImagePropertyOrientation as String] as? Int == 6)
            #expect(tiff["Orientation"] as? Int == 6 && tiff["Software"] as? String == "scanwatch")
            #expect(exif["ImageUniqueID"] as? String == photo.core.imageUniqueID)
            let size = photo.resolvedSettings.photoDimensions
            #expect(exif["PixelXDimension"] as? Int == Int(size.width))
            let taken = try #require(exif[kCGImagePropertyExifDateTimeOriginal as String] as? String)
            // The same words as in the file.
            let file = try #require(photo.fileDataRepresentation())
            #expect(file.range(of: Data(taken.utf8)) != nil)
            camera.session.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        @Test func photosCanBeLargerThanTheActiveFormat() async throws {
            let cameras = TestCameras(showing: Plane(width: 640, height: 480) { _ in })
            let device = try #require(AVCaptureDevice.default(for: .video))
            let session = AVCaptureSession()
            let output = AVCapturePhotoOutput()
            #expect(output.maxPhotoDimensions == CMVideoDimensions(width: 0, height: 0))
            session.addInput(try AVCaptureDeviceInput(device: device))
            session.addOutput(output)
            try device.lockForConfiguration()
            device.activeFormat = try #require(device.formats.last)
            device.unlockForConfiguration()
            session.startRunning()
            let sizes = device.activeFormat.supportedMaxPhotoDimensions
            let large = CMVideoDimensions(width: 640, height: 480)
            #expect(sizes == [CMVideoDimensions(width: 320, height: 240), large])
            output.maxPhotoDimensions = large
            let settings = AVCapturePhotoSettings()
            settings.maxPhotoDimensions = large
            #expect(AVCapturePhotoSettings(from: settings).maxPhotoDimensions == large)
            let photo = await withCheckedContinuation { done in
                output.capturePhoto(with: settings, delegate: FirstPhoto { done.resume(returning: $0) })
            }
            #expect(photo.resolvedSettings.photoDimensions == large)
            #expect(photo.fileDataRepresentation() != nil)
            #expect(device.activeFormat.formatDescription.dimensions.width == 320)
            session.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        @Test func aSmallPictureComesAsPixels() async throws {
            let cameras = TestCameras()
            let camera = PhotoCamera()
            #expect(camera.configure())
            camera.session.startRunning()
            func photo(_ format: [String: Any]?) async -> AVCapturePhoto {
                let settings = AVCapturePhotoSettings()
                settings.previewPhotoFormat = format
                return await withCheckedContinuation { done in
                    camera.photoOutput.capturePhoto(
                        with: AVCapturePhotoSettings(from: settings),
                        delegate: FirstPhoto { done.resume(returning: $0) })
                }
            }
            #expect(await photo(nil).previewPixelBuffer == nil)
            for type in AVCapturePhotoSettings().availablePreviewPhotoPixelFormatTypes {
                let preview = await photo([
                    kCVPixelBufferPixelFormatTypeKey: type, kCVPixelBufferWidthKey: 160,
                    kCVPixelBufferHeightKey: 160,
                ]).previewPixelBuffer
                let buffer = try #require(preview)
                #expect(CVPixelBufferGetPixelFormatType(buffer) == type)
                #expect(CVPixelBufferGetWidth(buffer) == 160 && CVPixelBufferGetHeight(buffer) == 120)
                // As light as the scene, which is 214 of 16 to 235.
                let first = buffer.core.withBytes(ofPlane: 0) { $0[0] }
                let expected = type == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange ? 214 : 230
                #expect(abs(Int(first) - expected) <= 3)
            }
            camera.session.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        @Test func whatASceneNeedsIsObserved() async throws {
            // A dark room, and a camera that cannot expose for longer.
            let dark = Plane(width: 640, height: 480, samples: [UInt8](repeating: 10, count: 640 * 480))
            let cameras = TestCameras(
                showing: dark, controls: [.exposureAbsolute: .init(minimum: 3, maximum: 250, value: 250)])
            let device = cameras.devices[0]
            try device.lockForConfiguration()
            try device.setTorchSource(.command(path: "/bin/true"))
            device.unlockForConfiguration()
            let camera = PhotoCamera()
            #expect(camera.configure())
            camera.session.startRunning()
            let output = camera.photoOutput
            let flashes = Mutex<[Bool?]>([])
            let stabilizations = Mutex<[Bool?]>([])
            let observations = [
                output.observe(\.isFlashScene, options: .new) { _, change in
                    flashes.withLock { $0.append(change.newValue) }
                },
                output.observe(\.isStillImageStabilizationScene, options: .new) { _, change in
                    stabilizations.withLock { $0.append(change.newValue) }
                },
            ]
            func monitor(_ mode: AVCaptureDevice.FlashMode) {
                let settings = AVCapturePhotoSettings()
                settings.flashMode = mode
                output.photoSettingsForSceneMonitoring = settings
            }
            #expect(!output.isFlashScene && !output.isStillImageStabilizationScene)
            monitor(.off)
            #expect(await eventually { stabilizations.withLock { $0 } == [true] })
            #expect(flashes.withLock { $0.isEmpty })
            output.photoSettingsForSceneMonitoring = nil
            #expect(stabilizations.withLock { $0 } == [true, false])
            monitor(.auto)
            #expect(await eventually { flashes.withLock { $0 } == [true] })
            output.photoSettingsForSceneMonitoring = nil
            #expect(flashes.withLock { $0 } == [true, false])
            camera.session.stopRunning()
            withExtendedLifetime((cameras, observations)) {}
        }

        /// Hands on what it is told of first.
        private final class FirstPhoto: NSObject, AVCapturePhotoCaptureDelegate, @unchecked Sendable {
            private let told: @Sendable (AVCapturePhoto) -> Void

            init(_ told: @escaping @Sendable (AVCapturePhoto) -> Void) { self.told = told }

            func photoOutput(
                _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto,
                error: (any Error)?
            ) { told(photo) }
        }

        @Test func whatACameraDoesIsToldByItsDelegate() async throws {
            let cameras = TestCameras()
            let camera = PhotoCamera()
            #expect(camera.configure())
            // It does not run.
            let (calls, data) = await photo(of: camera, rotatedBy: 0)
            #expect(calls == ["willBegin 1", "didFinishProcessing 1", "didFinish"] && data == nil)
            withExtendedLifetime(cameras) {}
        }

        @Test func aRawPhotoIsTakenAsOnApplesSystems() async throws {
            let cameras = TestCameras()
            let camera = RawPhotoCamera()
            #expect(camera.configure())
            camera.session.startRunning()
            let (raw, processed, error) = await withCheckedContinuation { done in
                let hasRaw = camera.captureRAW { done.resume(returning: ($0, $1, $2)) }
                if !hasRaw { done.resume(returning: (nil, nil, nil)) }
            }
            #expect(
                raw?.starts(with: [0x49, 0x49, 42, 0]) == true
                    && processed?.starts(with: [0xff, 0xd8]) == true)
            #expect(error == nil)
            camera.session.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        @Test func settingsKnowTheirRawFormat() {
            let series = AVCapturePhotoBracketSettings(
                rawPixelFormatType: 5, processedFormat: nil,
                bracketedSettings: [
                    AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(
                        exposureTargetBias: 0)
                ])
            for settings in [AVCapturePhotoSettings(rawPixelFormatType: 5), series] {
                #expect(settings.rawPhotoPixelFormatType == 5)
                #expect(AVCapturePhotoSettings(from: settings).rawPhotoPixelFormatType == 5)
            }
            #expect(AVCapturePhotoSettings().rawPhotoPixelFormatType == 0)
        }

        @Test func aSeriesIsTakenAsOnApplesSystems() async throws {
            let cameras = TestCameras(controls: [
                .exposureAuto: .init(
                    type: V4L2_CTRL_TYPE_MENU, minimum: 1, maximum: 3, value: 3,
                    menu: [1: "Manual", 3: "Aperture Priority"]),
                .exposureAbsolute: .init(minimum: 3, maximum: 2047, value: 250),
            ])
            let camera = BracketCamera()
            #expect(camera.configure())
            camera.session.startRunning()
            func series(_ biases: [Float]) async -> (frames: [Data], sequence: [Int], error: (any Error)?) {
                await withCheckedContinuation { done in
                    camera.captureBracket(biases: biases) { done.resume(returning: ($0, $1, $2)) }
                }
            }
            let same = await series([0])
            #expect(same.frames.count == 1 && same.sequence == [1] && same.error == nil)
            // These cameras show no exposure, so that no photo is believed to have another.
            let others = await series([-2, 2])
            #expect(others.frames.isEmpty && others.error != nil)
            #expect(cameras.kernels[0].value(.exposureAuto) == 3)
            camera.session.stopRunning()
        }

        // MARK: The older output

        private func image(of camera: StillImageCamera) async -> (data: Data?, error: (any Error)?) {
            await withCheckedContinuation { done in
                camera.snapStillImage { done.resume(returning: ($0, $1)) }
            }
        }

        @Test func anImageIsTakenAsOnApplesSystems() async throws {
            let cameras = TestCameras()
            let camera = StillImageCamera()
            #expect(camera.configure())
            // It does not run.
            let none = await image(of: camera)
            #expect(none.data == nil && none.error != nil)
            camera.session.startRunning()
            let (data, error) = await image(of: camera)
            #expect(data?.starts(with: [0xff, 0xd8, 0xff, 0xe1]) == true && error == nil)
            #expect(!camera.stillImageOutput.isCapturingStillImage)
            camera.session.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        @Test func aSeriesOfImagesIsTakenAsOnApplesSystems() async throws {
            let cameras = TestCameras(controls: [
                .exposureAuto: .init(
                    type: V4L2_CTRL_TYPE_MENU, minimum: 1, maximum: 3, value: 3,
                    menu: [1: "Manual", 3: "Aperture Priority"]),
                .exposureAbsolute: .init(minimum: 3, maximum: 2047, value: 250),
            ])
            let camera = StillImageCamera()
            #expect(camera.configure())
            camera.session.startRunning()
            func told(_ biases: [Float]) async -> [(bias: Float?, hasData: Bool, hasError: Bool)] {
                let (images, continuation) = AsyncStream.makeStream(
                    of: (bias: Float?, hasData: Bool, hasError: Bool).self)
                camera.snapBracket(biases: biases) { continuation.yield(($0, $1 != nil, $2 != nil)) }
                var told: [(bias: Float?, hasData: Bool, hasError: Bool)] = []
                for await image in images {
                    told.append(image)
                    if told.count == biases.count { break }
                }
                return told
            }
            let same = await told([0])
            #expect(same[0].bias == 0 && same[0].hasData && !same[0].hasError)
            // These cameras show no exposure, so that no image is believed to have another.
            let others = await told([-2, 2])
            #expect(others.map(\.bias) == [-2, 2])
            #expect(others.allSatisfy { !$0.hasData && $0.hasError })
            #expect(cameras.kernels[0].value(.exposureAuto) == 3)
            camera.session.stopRunning()
        }

        @Test func aConnectionOfAnotherOutputEndsTheProgram() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let cameras = TestCameras()
                let camera = StillImageCamera()
                _ = camera.configure()
                camera.stillImageOutput.connections[0].isEnabled = false
                camera.snapStillImage { _, _ in }
                withExtendedLifetime(cameras) {}
            }
            let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(said.contains("Inactive/invalid connection passed"), "\(said.prefix(300))")
        }

        @Test func whatAProgrammerDoesWrongEndsTheProgram() async {
            for words in [
                "not be used twice", "Unsupported format", "No active and enabled video connection",
                "Unsupported raw pixel format type", "Unsupported preview pixel format type",
            ] {
                let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    [words = words as String] in
                    final class Nobody: AVCapturePhotoCaptureDelegate {}
                    let cameras = TestCameras()
                    let camera = PhotoCamera()
                    _ = camera.configure()
                    if words.hasPrefix("No") { camera.photoOutput.connections[0].isEnabled = false }
                    let isForeign = words == "Unsupported format"
                    let settings =
                        words.contains("raw")
                        ? AVCapturePhotoSettings(rawPixelFormatType: 1)
                        : AVCapturePhotoSettings(
                            format: isForeign ? [AVVideoCodecKey: AVVideoCodecType.hevc] : nil)
                    if words.contains("preview") {
                        settings.previewPhotoFormat = [kCVPixelBufferPixelFormatTypeKey: OSType(1)]
                    }
                    camera.photoOutput.capturePhoto(with: settings, delegate: Nobody())
                    camera.photoOutput.capturePhoto(with: settings, delegate: Nobody())
                    withExtendedLifetime(cameras) {}
                }
                let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
                #expect(said.contains(words), "\(said.prefix(300))")
            }
        }
    }
}
