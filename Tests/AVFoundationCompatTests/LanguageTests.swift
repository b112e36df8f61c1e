import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture

/// Actors that run on a queue, as cameras are written since there are actors.
@Suite struct SerialQueueTests {
    private actor Counter {
        nonisolated let queue = DispatchSerialQueue(label: "counter")
        nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
        private(set) var count = 0

        func increase() {
            dispatchPrecondition(condition: .onQueue(queue.queue))
            count += 1
        }

        /// As what a delegate is told on the actor's queue.
        nonisolated func told() { assumeIsolated { $0.count += 1 } }
    }

    @Test func anActorRunsOnIt() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { await counter.increase() } }
        }
        counter.queue.queue.sync { counter.told() }
        #expect(await counter.count == 101)
    }
}

/// A session that tests of an application put in place of one with cameras.
private final class MockSession: AVCaptureSession, @unchecked Sendable {
    private let started = Mutex(false)
    private let added = Mutex<[AVCaptureInput]>([])
    override func startRunning() { started.withLock { $0 = true } }
    override func stopRunning() { started.withLock { $0 = false } }
    override var isRunning: Bool { started.withLock { $0 } }
    override func canAddInput(_ input: AVCaptureInput) -> Bool { true }
    override func addInput(_ input: AVCaptureInput) { added.withLock { $0.append(input) } }
    override var inputs: [AVCaptureInput] { added.withLock { $0 } }
    override func beginConfiguration() {}
    override func commitConfiguration() {}
}

private final class MockLayer: AVCaptureVideoPreviewLayer, @unchecked Sendable {
    override func metadataOutputRectConverted(fromLayerRect: CGRect) -> CGRect { .null }
}

extension CameraTests {
    @Suite struct LanguageTests {
        private let cameras = TestCameras()
        private static let code = MetadataMachineReadableCodeObject(
            type: .qr, time: .milliseconds(1_500), timeInView: .zero,
            bounds: CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25), objectID: 1, confidence: 1,
            engine: .zxing, step: "plain", corners: [],
            content: CodeContent(bytes: Array("a\nb".utf8), text: "a\nb"))

        @Test func classesCanBeReplacedByMocks() throws {
            let session: AVCaptureSession = MockSession()
            let input = try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video)))
            session.addInput(input)
            session.startRunning()
            #expect(session.isRunning && session.inputs == [input] && !cameras.kernels[0].isStreaming)
            let layer: AVCaptureVideoPreviewLayer = MockLayer()
            #expect(layer.metadataOutputRectConverted(fromLayerRect: .zero) == .null)
        }

        /// A handler that is written in a class of the main actor's is called elsewhere, so it is nobody's.
        @Test @MainActor func aHandlerOfImagesBelongsToNoActor() async throws {
            let (session, output) = (AVCaptureSession(), AVCaptureStillImageOutput())
            session.addInput(
                try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            session.addOutput(output)
            session.startRunning()
            let connection = try #require(output.connection(with: .video))
            let isAnActors = await withCheckedContinuation { done in
                output.captureStillImageAsynchronously(from: connection) { _, _ in
                    let isolation: (any Actor)? = #isolation
                    done.resume(returning: isolation != nil)
                }
            }
            #expect(!isAnActors)
            session.stopRunning()
        }

        @Test func descriptionsSayWhatTheObjectIs() throws {
            let device = try #require(AVCaptureDevice.default(for: .video))
            let address = UInt(bitPattern: Unmanaged.passUnretained(device).toOpaque())
            #expect(device.description == "<AVCaptureDevice: 0x\(String(address, radix: 16))>")
            let code = AVMetadataObject.wrapping(Self.code, from: nil)
            #expect(code.description.hasPrefix("<AVMetadataMachineReadableCodeObject: 0x"))
            #expect(
                code.description.hasSuffix(
                    ", type=\"org.iso.QRCode\", bounds={0.25,0.5 0.5x0.25}, time 1.5>, stringValue \"a\\nb\"")
            )
        }
    }
}
