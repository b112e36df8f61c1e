import CVideo4Linux
import Decoders
import Dispatch
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// A session with a scripted camera that delivers all the time, and a photo output.
final class PhotoBench: Sendable {
    let camera = ScriptedCamera()
    let session: CaptureSession
    let output: CapturePhotoOutput
    let input: CaptureDeviceInput
    private let isFed = Mutex(true)
    /// Whether no pictures come for the time being.
    let isPaused = Mutex(false)
    private let hasStopped = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - format: What the camera sends.
    ///   - folders: Where the machine's lamps are.
    ///   - stills: Makes files of its pictures.
    ///   - patience: How long a photo waits for a picture; so long that a busy machine has time to make it.
    ///   - prepare: Sets the camera before anybody sees it.
    ///   - picture: Its pictures by their number.
    init(
        _ format: ScriptedCamera.Format, folders: DeviceFolders = DeviceFolders(),
        stills: any StillMaker = StandardStillMaker(), patience: Duration = .seconds(1_000),
        prepare: (inout ScriptedCamera.State) -> Void = { _ in },
        picture: @escaping @Sendable (_ number: Int, _ camera: ScriptedCamera) -> [UInt8]
    ) throws {
        camera.change {
            $0.formats = [format]
            $0.bufferLength = 1 << 20
            prepare(&$0)
        }
        // A busy machine is no camera that has stalled.
        var policy = ReconnectPolicy.never
        policy.stallTimeout = .seconds(1000)
        session = CaptureSession(reconnectPolicy: policy)
        output = CapturePhotoOutput(stills: stills, patience: patience)
        input = CaptureDeviceInput(device: camera.device(folders: folders))
        try session.addInput(input)
        try session.addOutput(output)
        Thread { [self] in
            var number = 0
            while isFed.withLock({ $0 }) {
                usleep(2000)
                // Each picture that is made is delivered, however busy the machine is.
                let hasRoom = camera.state.withLock { $0.pictures.count < 2 && $0.end == EAGAIN }
                guard hasRoom, !isPaused.withLock({ $0 }) else { continue }
                number += 1
                let made = picture(number, camera)
                camera.change { state in
                    guard state.end == EAGAIN else { return }
                    state.pictures.append(.init(bytes: made, sequenceNumber: number, time: Self.uptime))
                }
            }
            hasStopped.signal()
        }.start()
    }

    static var uptime: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    /// Unplugs the camera.
    func unplug() {
        camera.change { state in
            state.end = ENODEV
            state.pictures = []
        }
    }

    /// Ends the session and the pictures.
    func end() {
        session.stopRunning()
        isFed.withLock { $0 = false }
        hasStopped.wait()
    }

    /// A colour photograph as a JPEG of 640 by 480.
    static let photograph: [UInt8] = {
        let (width, height) = (640, 480)
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let texture = (x / 8 + y / 8).isMultiple(of: 2) ? 40 : 0
                bytes += [
                    UInt8(60 + (x + y) % 120 + texture),
                    UInt8(x.isMultiple(of: 2) ? 64 + x / 8 : 200 - y / 8),
                ]
            }
        }
        let samples = StillSamples(
            layout: .yuyv, width: width, height: height, bytesPerRow: 2 * width, bytes: bytes)
        let request = StillRequest(.samples(samples), views: [StillView()])
        return (try? StandardStillMaker().stills(request).stills.first?.bytes) ?? []
    }()
}

/// Remembers what it is told, by the settings' number.
final class PhotoRecorder: CapturePhotoCaptureDelegate {
    struct Telling: Sendable {
        var calls: [String] = []
        var photos: [CapturePhoto] = []
        var errors: [CaptureError?] = []
        var resolved: Set<CaptureResolvedPhotoSettings> = []
        var end: CaptureError??
    }

    private let tellings = Mutex<[Int64: Telling]>([:])
    private let onWillCapture: @Sendable () -> Void
    private let onPhoto: @Sendable (CapturePhoto) -> Void

    /// - Parameters:
    ///   - onWillCapture: What happens when a photo is being taken.
    ///   - onPhoto: What is done with a photo.
    init(
        onWillCapture: @escaping @Sendable () -> Void = {},
        onPhoto: @escaping @Sendable (CapturePhoto) -> Void = { _ in }
    ) {
        (self.onWillCapture, self.onPhoto) = (onWillCapture, onPhoto)
    }

    private func note(
        _ call: String, _ resolved: CaptureResolvedPhotoSettings, _ body: (inout Telling) -> Void = { _ in }
    ) {
        tellings.withLock {
            var telling = $0[resolved.uniqueID] ?? Telling()
            telling.calls.append(call)
            telling.resolved.insert(resolved)
            body(&telling)
            $0[resolved.uniqueID] = telling
        }
    }

    func photoOutput(_ output: CapturePhotoOutput, willBeginCaptureFor settings: CaptureResolvedPhotoSettings)
    {
        note("willBegin", settings)
    }

    func photoOutput(_ output: CapturePhotoOutput, willCapturePhotoFor settings: CaptureResolvedPhotoSettings)
    {
        note("willCapture", settings)
        onWillCapture()
    }

    func photoOutput(_ output: CapturePhotoOutput, didCapturePhotoFor settings: CaptureResolvedPhotoSettings)
    {
        note("didCapture", settings)
    }

    func photoOutput(
        _ output: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto, error: CaptureError?
    ) {
        onPhoto(photo)
        let kind = photo.isRawPhoto ? "raw" : "photo"
        note(error == nil ? kind : "\(kind)!", photo.resolvedSettings) {
            $0.photos.append(photo)
            $0.errors.append(error)
        }
    }

    func photoOutput(
        _ output: CapturePhotoOutput, didFinishCaptureFor settings: CaptureResolvedPhotoSettings,
        error: CaptureError?
    ) {
        note(error == nil ? "didFinish" : "didFinish!", settings) { $0.end = .some(error) }
    }

    /// What was told of these settings, once everything was.
    func telling(of settings: CapturePhotoSettings) async throws -> Telling {
        for _ in 0..<200_000 {
            let telling = tellings.withLock { $0[settings.uniqueID] }
            if let telling, telling.end != nil {
                // Nothing comes afterwards.
                try await Task.sleep(for: .milliseconds(20))
                return try #require(tellings.withLock { $0[settings.uniqueID] })
            }
            try await Task.sleep(for: .milliseconds(1))
        }
        Issue.record("no end: \(String(describing: tellings.withLock { $0[settings.uniqueID]?.calls }))")
        return Telling()
    }

    /// Whether anything was told of these settings.
    func knows(_ settings: CapturePhotoSettings) -> Bool {
        tellings.withLock { $0[settings.uniqueID] != nil }
    }
}
