import Capture
import Decoders
import Foundation
import Synchronization

/// Series of photos, one after the other by one output, as an application takes them.
final class Series: Sendable {
    private let output = CapturePhotoOutput(stills: StandardStillMaker())

    /// Takes series and writes their photos as `NUMBER-PLACE.jpg`, both from 1.
    ///
    /// - Parameter words: The folder, how many series, and their exposures: `-2,0,2`; several are taken in turn.
    /// - Returns: Of each photo that there is not its name and why; nothing if all are there.
    func taken(_ words: [String], in session: CaptureSession) async throws -> String {
        guard let folder = words.first, let count = words.dropFirst().first.flatMap(Int.init) else {
            return "no folder and count"
        }
        let exposures = words.dropFirst(2).map { $0.split(separator: ",").compactMap { Double($0) } }
        if output.connections.isEmpty { try session.addOutput(output) }
        var missing: [String] = []
        for number in 0..<count {
            var settings = CapturePhotoSettings()
            settings.bracket = exposures[number % exposures.count].map { .autoExposure(bias: $0) }
            let photos = try await withCheckedThrowingContinuation { continuation in
                do {
                    try output.capturePhoto(with: settings, delegate: Listener(continuation))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
            for (photo, error) in photos {
                let name = "\(number + 1)-\(photo.sequenceCount)"
                if let error {
                    missing.append("\(name) \(error.code)")
                } else {
                    try photo.fileDataRepresentation()?.write(to: URL(filePath: "\(folder)/\(name).jpg"))
                }
            }
        }
        return missing.joined(separator: ", ")
    }

    /// Waits for the end of one series.
    private final class Listener: CapturePhotoCaptureDelegate {
        typealias Photos = [(CapturePhoto, CaptureError?)]

        private let photos = Mutex<Photos>([])
        private let continuation: CheckedContinuation<Photos, any Error>

        init(_ continuation: CheckedContinuation<Photos, any Error>) {
            self.continuation = continuation
        }

        func photoOutput(
            _ output: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto, error: CaptureError?
        ) { photos.withLock { $0.append((photo, error)) } }

        func photoOutput(
            _ output: CapturePhotoOutput, didFinishCaptureFor resolvedSettings: CaptureResolvedPhotoSettings,
            error: CaptureError?
        ) { continuation.resume(returning: photos.withLock { $0 }) }
    }
}
