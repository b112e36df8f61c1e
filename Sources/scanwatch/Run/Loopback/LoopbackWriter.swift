import Capture
import Foundation
import MetadataOutput
import Synchronization

/// Writes one camera's frames to a video device, the newest if there are more than it can. The device may go and come back.
final class LoopbackWriter: Sendable {
    /// From a failure to the next attempt.
    private static let pause = Duration.seconds(5)

    private struct State {
        var device: LoopbackDevice?
        /// When it is opened again after a failure.
        var nextAttempt: ContinuousClock.Instant?
    }

    private let path: String
    private let worker: PictureWorker
    private let state = Mutex(State())
    private let writing = NewestWork<CaptureVideoPreviewLayer.PreviewFrame>(label: "scanwatch.loopback")

    init(path: String, worker: PictureWorker) {
        (self.path, self.worker) = (path, worker)
    }

    /// Takes a frame to be written.
    func take(_ frame: CaptureVideoPreviewLayer.PreviewFrame) { writing.put(frame) { self.write($0) } }

    private func write(_ frame: CaptureVideoPreviewLayer.PreviewFrame) {
        if let next = state.withLock({ $0.nextAttempt }), .now < next { return }
        guard var request = frame.stillRequest([StillView(format: .nv12)]) else { return }
        if let update = frame.update {
            let size = CGSize(width: update.width, height: update.height)
            request.outlines = update.objects.map { StillOutline($0, in: size) }
        }
        guard let picture = try? worker.backend().stills.stills(request).stills.first else { return }
        do throws(CaptureError) {
            let device = try openDevice()
            _ = try device.write(picture.bytes, width: picture.width, height: picture.height)
            state.withLock { $0.nextAttempt = nil }
        } catch {
            let isFirst = state.withLock { state in
                defer { (state.device, state.nextAttempt) = (nil, .now + Self.pause) }
                return state.nextAttempt == nil
            }
            if isFirst { StandardStreams.complain("--preview-loopback: \(error.message)") }
        }
    }

    private func openDevice() throws(CaptureError) -> LoopbackDevice {
        if let device = state.withLock({ $0.device }) { return device }
        let device = try LoopbackDevice(path: path)
        state.withLock { $0.device = device }
        return device
    }
}

extension StillOutline {
    /// Around an object: its corners, or a face's box turned by the face's roll.
    ///
    /// - Parameter size: The picture's, in pixels, in which angles are what they are.
    init(_ object: any MetadataObject, in size: CGSize) {
        if let code = object as? MetadataMachineReadableCodeObject {
            self.init(corners: code.corners, kind: .code)
            return
        }
        let roll = (object as? MetadataFaceObject)?.rollAngle ?? 0
        self.init(corners: object.bounds.frameOfFace(rollAngle: roll, in: size), kind: .face)
    }
}
