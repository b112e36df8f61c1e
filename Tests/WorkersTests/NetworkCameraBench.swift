import Decoders
import Foundation
import MetadataOutput

@testable import Capture
@testable import Workers

/// Inputs of cameras on the loopback interface, spoken with by workers or in this process.
struct NetworkCameraBench {
    private let pool: WorkerPool

    init() throws {
        var settings = WorkerSettings(executable: Executables.worker)
        settings.detectors = []
        settings.landmarkModel = nil
        pool = try WorkerPool(settings: settings)
    }

    /// Default: a user with a password, and a picture a minute at least.
    func input(
        _ address: String, isIsolated: Bool, _ change: (inout NetworkCameraSettings) -> Void = { _ in }
    ) throws -> CaptureNetworkCameraInput {
        var settings = NetworkCameraSettings()
        settings.credentials = NetworkCredentials(user: "admin", password: "secret")
        settings.timeout = .seconds(60)
        settings.snapshotRate = 100
        change(&settings)
        let decoder: any NetworkStreamDecoder =
            isIsolated ? IsolatedNetworkStreamDecoder(pool: pool) : StandardNetworkStreamDecoder()
        return CaptureNetworkCameraInput(
            address: try NetworkAddress(address), decoder: decoder, settings: settings)
    }

    /// Why an input cannot be opened; nil if it can.
    func refusal(_ input: CaptureNetworkCameraInput) -> CaptureError? {
        do throws(CaptureError) {
            try input.openStream(preset: .high).close()
            return nil
        } catch {
            return error
        }
    }

    /// The next frames.
    func next(_ count: Int, of stream: any CaptureStream) throws -> [CaptureFrame] {
        var frames: [CaptureFrame] = []
        while frames.count < count {
            if let frame = try stream.nextFrame(timeout: .seconds(1)) { frames.append(frame) }
        }
        return frames
    }
}
