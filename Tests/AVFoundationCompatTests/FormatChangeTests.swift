import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture

extension CameraTests {
    /// What ports tell of formats, and what is converted when they tell it.
    @Suite struct FormatChangeTests {
        private static let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
        private static let size = CGSize(width: 640, height: 360)
        private static let notification = Notification.Name.AVCaptureInputPortFormatDescriptionDidChange

        /// What was told of one port, and what was converted then.
        private final class Told: Sendable {
            struct Entry: Sendable, Equatable {
                /// Width and height; nil without a format.
                var size: [Int32]?
                var rect: CGRect
            }

            private final class List: Sendable {
                let entries = Mutex<[Entry]>([])
            }

            private let list: List
            /// A center's observer may be taken away by anybody.
            nonisolated(unsafe) private let token: any NSObjectProtocol

            init(_ port: AVCaptureInput.Port, _ rect: @escaping @Sendable () -> CGRect) {
                let list = List()
                self.list = list
                token = NotificationCenter.default.addObserver(
                    forName: FormatChangeTests.notification, object: port, queue: nil
                ) { [weak port] _ in
                    let size = port?.formatDescription?.dimensions
                    let entry = Entry(size: size.map { [$0.width, $0.height] }, rect: rect())
                    list.entries.withLock { $0.append(entry) }
                }
            }

            deinit { NotificationCenter.default.removeObserver(token) }

            var all: [Entry] { list.entries.withLock { $0 } }
            var sizes: [[Int32]?] { all.map(\.size) }
        }

        private func cameras() -> TestCameras {
            let count = Int(Self.size.width * Self.size.height)
            return TestCameras(
                showing: Plane(
                    width: Int(Self.size.width), height: Int(Self.size.height),
                    samples: [UInt8](repeating: 90, count: count)))
        }

        private func port(of input: AVCaptureInput) throws -> AVCaptureInput.Port {
            try #require(input.ports.first { $0.mediaType == .video })
        }

        /// As scanners set their region: when the port tells, which is before the first picture of the new size.
        @Test func conversionsAreOfTheNewFormatWhenItIsTold() async throws {
            let cameras = cameras()
            let (session, frames) = (AVCaptureSession(), AVCaptureVideoDataOutput())
            let device = try #require(AVCaptureDevice.default(for: .video))
            let input = try AVCaptureDeviceInput(device: device)
            session.addInput(input)
            session.addOutput(frames)
            let layer = AVCaptureVideoPreviewLayer(session: session)
            layer.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
            let told = Told(try port(of: input)) { [whole = layer.bounds] in
                layer.metadataOutputRectConverted(fromLayerRect: whole)
            }
            session.startRunning()
            #expect(
                await eventually {
                    layer.isPreviewing
                        && frames.outputRectConverted(fromMetadataOutputRect: Self.whole) != .zero
                })
            // A layer of 4:3 has bars above and below pictures of 16:9.
            #expect(await eventually { told.sizes == [[640, 360]] })
            #expect(told.all.allSatisfy { abs($0.rect.height - 4.0 / 3) < 1e-9 })
            cameras.cover()
            session.sessionPreset = .low
            #expect(await eventually { told.sizes.count == 2 })
            #expect(told.all.last == Told.Entry(size: [320, 240], rect: Self.whole))
            // A picture that was on its way may have come to the output after the change.
            let low = CGRect(x: 0, y: 0, width: 320, height: 240)
            #expect(
                await eventually { frames.outputRectConverted(fromMetadataOutputRect: Self.whole) == low })
            // The part of a zoom.
            try device.lockForConfiguration()
            device.videoZoomFactor = 2
            let half = CGRect(x: 0, y: 0, width: 160, height: 120)
            #expect(frames.outputRectConverted(fromMetadataOutputRect: Self.whole) == half)
            session.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        @Test func aStopTellsThatThereIsNoFormatAndAStartThatThereIsOne() async throws {
            let cameras = cameras()
            let session = AVCaptureSession()
            let input = try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video)))
            session.addInput(input)
            let port = try port(of: input)
            let told = Told(port) { .zero }
            let observed = Mutex<[Bool]>([])
            let observation = port.observe(\.formatDescription, options: .new) { port, _ in
                let isThere = port.formatDescription != nil
                observed.withLock { $0.append(isThere) }
            }
            for round in 1...2 {
                session.startRunning()
                #expect(await eventually { told.sizes.count == 2 * round - 1 })
                session.stopRunning()
                #expect(port.formatDescription == nil)
                let all: [[Int32]?] = Array(repeating: [[640, 360], nil], count: round).flatMap(\.self)
                #expect(await eventually { told.sizes == all })
            }
            #expect(await eventually { observed.withLock { $0 } == [true, false, true, false] })
            // And one that is taken out while it runs.
            session.startRunning()
            #expect(await eventually { told.sizes.count == 5 })
            session.removeInput(input)
            #expect(await eventually { told.sizes.last == .some(nil) && told.sizes.count == 6 })
            session.stopRunning()
            withExtendedLifetime((cameras, observation)) {}
        }

        /// Gives the same grey picture again and again.
        private final class MadeInput: CaptureInput {
            let sourceName = "made"
            /// What it says beforehand.
            let pictureSize: CGSize?
            private let isCovered: Bool
            private let isEncoded: Bool

            init(pictureSize: CGSize? = nil, isCovered: Bool = false, isEncoded: Bool = false) {
                (self.pictureSize, self.isCovered, self.isEncoded) = (pictureSize, isCovered, isEncoded)
            }

            func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
                Stream(pictureSize, isCovered, isEncoded ? .encoded(Self.jpeg, limits: .standard) : nil)
            }

            /// The headers of a JPEG of 16 × 9, and nothing in it.
            private static let jpeg: [UInt8] =
                [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 16, 1, 1, 0x11, 0] + [
                    0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0,
                ]
                + [0xff, 0xd9]

            private final class Stream: CaptureStream {
                let formatDescription = "made"
                let pictureSize: CGSize?
                private let isCovered: Bool
                /// The picture; nil for samples.
                private let encoded: Payload?
                private var number = 0

                init(_ pictureSize: CGSize?, _ isCovered: Bool, _ encoded: Payload?) {
                    (self.pictureSize, self.isCovered, self.encoded) = (pictureSize, isCovered, encoded)
                }

                func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
                    Thread.sleep(forTimeInterval: 0.005)
                    guard !isCovered else { return nil }
                    number += 1
                    let luma = Plane(width: 16, height: 9, samples: [UInt8](repeating: 90, count: 16 * 9))
                    let time = Duration.milliseconds(5 * number)
                    return CaptureFrame(
                        payload: encoded ?? .frame(Frame(luma: luma, time: time)), time: time,
                        sequenceNumber: number)
                }

                let undeliveredDrops: [CaptureDropReason: Int] = [:]
                func close() {}
            }
        }

        /// What is no camera has a format when its first picture has come, so that a region can be set then.
        @Test func anInputThatIsNoCameraTellsToo() async throws {
            let session = AVCaptureSession()
            let input = AVCaptureInput(core: MadeInput())
            session.addInput(input)
            let layer = AVCaptureVideoPreviewLayer(session: session)
            layer.frame = CGRect(x: 0, y: 0, width: 160, height: 90)
            let port = try port(of: input)
            let told = Told(port) { layer.metadataOutputRectConverted(fromLayerRect: layer.bounds) }
            #expect(port.formatDescription == nil)
            for round in 1...2 {
                session.startRunning()
                #expect(await eventually { told.sizes.count == 2 * round - 1 })
                session.stopRunning()
                // Told by whoever sees it first: the layer's queue may be about to.
                let all: [[Int32]?] = Array(repeating: [[16, 9], nil], count: round).flatMap(\.self)
                #expect(await eventually { told.sizes == all })
            }
            // What was seen last can still be drawn.
            #expect(told.all.allSatisfy { $0.rect == Self.whole })
        }

        private final class Sizes: AVCapturePhotoCaptureDelegate, Sendable {
            /// Of photos and the movies around them.
            let dimensions = Mutex<[CMVideoDimensions]>([])

            func photoOutput(
                _ output: AVCapturePhotoOutput,
                willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
            ) {
                dimensions.withLock {
                    $0 += [resolvedSettings.photoDimensions, resolvedSettings.livePhotoMovieDimensions]
                }
            }
        }

        /// Whether or not it says so before the first picture has come.
        @Test(arguments: [nil, CGSize(width: 16, height: 9)], [false, true])
        func aPhotoOfAnInputThatIsNoCameraHasASize(said: CGSize?, isEncoded: Bool) async throws {
            let (session, photos, sizes) = (AVCaptureSession(), AVCapturePhotoOutput(), Sizes())
            let input = AVCaptureInput(core: MadeInput(pictureSize: said, isEncoded: isEncoded))
            session.addInput(input)
            session.addOutput(photos)
            photos.isLivePhotoCaptureEnabled = true
            session.startRunning()
            let port = try port(of: input)
            #expect(await eventually { port.formatDescription != nil })
            let settings = AVCapturePhotoSettings()
            let movie = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mov")
            settings.livePhotoMovieFileURL = movie
            photos.capturePhoto(with: settings, delegate: sizes)
            #expect(await eventually { sizes.dimensions.withLock { !$0.isEmpty } })
            let size = CMVideoDimensions(width: 16, height: 9)
            #expect(sizes.dimensions.withLock { $0 } == [size, size])
            session.stopRunning()
            try? FileManager.default.removeItem(at: movie)
        }

        /// What is added while it runs is told what the others were told.
        @Test func aLayerThatIsAddedLaterConvertsAtOnce() throws {
            let session = AVCaptureSession()
            let made = MadeInput(pictureSize: CGSize(width: 16, height: 9), isCovered: true)
            let input = AVCaptureInput(core: made)
            session.addInput(input)
            session.startRunning()
            let layer = AVCaptureVideoPreviewLayer(session: session)
            layer.frame = CGRect(x: 0, y: 0, width: 160, height: 90)
            #expect(try port(of: input).formatDescription != nil)
            #expect(
                layer.metadataOutputRectConverted(fromLayerRect: CGRect(x: 40, y: 45, width: 80, height: 45))
                    == CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.5))
            session.stopRunning()
        }

        /// As scanners that set their region when they hear that the session runs, which is before the first picture.
        @Test func anInputThatSaysItsSizeIsConvertedWhenTheSessionRuns() async throws {
            let session = AVCaptureSession()
            let made = MadeInput(pictureSize: CGSize(width: 16, height: 9), isCovered: true)
            let input = AVCaptureInput(core: made)
            session.addInput(input)
            let layer = AVCaptureVideoPreviewLayer(session: session)
            layer.frame = CGRect(x: 0, y: 0, width: 160, height: 90)
            let port = try port(of: input)
            let rects = Mutex<[CGRect]>([])
            let token = NotificationCenter.default.addObserver(
                forName: .AVCaptureSessionDidStartRunning, object: session, queue: nil
            ) { _ in
                let rect = layer.metadataOutputRectConverted(
                    fromLayerRect: CGRect(x: 40, y: 45, width: 80, height: 45))
                rects.withLock { $0.append(rect) }
            }
            for round in 1...2 {
                session.startRunning()
                #expect(port.formatDescription?.dimensions == CMVideoDimensions(width: 16, height: 9))
                #expect(await eventually { rects.withLock { $0.count } == round })
                session.stopRunning()
                #expect(port.formatDescription == nil)
            }
            #expect(
                rects.withLock { $0 }.allSatisfy { $0 == CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.5) })
            NotificationCenter.default.removeObserver(token)
        }
    }
}
