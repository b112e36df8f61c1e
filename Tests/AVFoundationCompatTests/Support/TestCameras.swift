import CVideo4Linux
import Decoders
import Dispatch
import Foundation
import MetadataOutput
import Synchronization

@testable import AVFoundationCompat
@testable import Capture

/// Cameras that the module finds in place of the system's, as long as a test runs.
final class TestCameras: Sendable {
    let kernels: [ScriptedCamera]
    let devices: [CaptureDevice]
    private let shutter = Shutter()
    private let notices = AsyncStream.makeStream(of: CaptureDevice.Notice.self)

    /// Whether no camera shows anything.
    private final class Shutter: Sendable {
        let isClosed = Atomic(false)
    }

    /// Makes one or two cameras, which show a picture 30 times a second to who waits for it: a busy machine finds none that has
    /// stopped.
    init(
        _ count: Int = 1, showing picture: Plane = TestPicture.blank,
        controls: [ControlID: ScriptedCamera.Knob] = [:]
    ) {
        kernels = (0..<count).map { _ in ScriptedCamera() }
        // Nodes that everybody may open.
        devices = zip(kernels, ["/dev/null", "/dev/zero"]).map { $0.device(path: $1) }
        let bytes = picture.withBytes { samples in (0..<samples.count).map { samples[$0] } }
        for kernel in kernels {
            kernel.change { state in
                state.formats = [
                    .init(code: "GREY", width: picture.width, height: picture.height, rates: [30, 15]),
                    .init(code: "GREY", width: 320, height: 240, rates: [60]),
                ]
                // As a driver is set before anybody has asked for a format.
                state.answer = { pixels in
                    guard pixels.width == 0 else { return }
                    (pixels.width, pixels.height) = (UInt32(picture.width), UInt32(picture.height))
                    pixels.pixelformat = PixelFormat(name: "GREY")?.rawValue ?? 0
                }
                state.bufferLength = bytes.count
                state.controls = Dictionary(
                    uniqueKeysWithValues: controls.map { ($0.key.rawValue, $0.value) })
            }
        }
        for kernel in kernels {
            let last = Mutex((time: 0.0, number: 0))
            kernel.change { state in
                state.makePicture = { [shutter] in
                    let time = Double(DispatchTime.now().uptimeNanoseconds) / 1e9
                    return last.withLock { last in
                        guard time - last.time >= 1.0 / 30, !shutter.isClosed.load(ordering: .relaxed) else {
                            return nil
                        }
                        last = (time, last.number + 1)
                        return .init(bytes: bytes, sequenceNumber: last.number, time: time)
                    }
                }
            }
        }
        let source = CameraSource(devices: { [devices] in devices }, notices: { [notices] in notices.stream })
        CameraSource.current = source
    }

    deinit {
        notices.continuation.finish()
        CameraSource.current = CameraSource(devices: { [] })
    }

    /// Tells that a camera came or went.
    func tell(_ notice: CaptureDevice.Notice) { notices.continuation.yield(notice) }

    /// Has no pictures come any more, or go on coming.
    func cover(_ isCovered: Bool = true) {
        shutter.isClosed.store(isCovered, ordering: .relaxed)
        for kernel in kernels { kernel.change { if isCovered { $0.pictures = [] } } }
    }
}

/// What cameras show.
enum TestPicture {
    /// 640 × 480, light grey.
    static let blank = Plane(width: 640, height: 480, samples: [UInt8](repeating: 230, count: 640 * 480))

    /// The same with a picture of the samples in it.
    ///
    /// - Parameters:
    ///   - path: Below `SampleImages`.
    ///   - x: Where its left edge is, in pixels.
    ///   - y: Where its top edge is, in pixels.
    static func showing(_ path: String, x: Int, y: Int) throws -> Plane {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let bytes = try [UInt8](Data(contentsOf: root.appending(path: "SampleImages/\(path)")))
        let sample = try StandardPictureDecoder().frame(from: bytes, limits: DecodingLimits()).luma
        var samples = [UInt8](repeating: 230, count: 640 * 480)
        sample.withBytes { source in
            for row in 0..<sample.height {
                for column in 0..<sample.width {
                    samples[(y + row) * 640 + x + column] = source[row * sample.bytesPerRow + column]
                }
            }
        }
        return Plane(width: 640, height: 480, samples: samples)
    }
}

/// Waits until something holds.
///
/// - Returns: Whether it came to hold within five minutes.
func eventually(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<30_000 {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return condition()
}
