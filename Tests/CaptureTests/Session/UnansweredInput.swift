import Dispatch
import Foundation
import MetadataOutput

@testable import Capture

/// A source somewhere in the network that never answers, and waits for as long as somebody wants it to.
final class UnansweredInput: InterruptibleInput {
    let sourceName = "unanswered"
    private let asked = DispatchSemaphore(value: 0)

    /// Waits until somebody opens it.
    func waitUntilAsked() { asked.wait() }

    func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
        try openStream(preset: preset) { false }
    }

    func openStream(
        preset: CaptureSessionPreset, unless isCancelled: @escaping @Sendable () -> Bool
    ) throws(CaptureError) -> any CaptureStream {
        asked.signal()
        while !isCancelled() { Thread.sleep(forTimeInterval: 0.001) }
        throw CaptureError(.sessionNotRunning, "nobody wants it any more")
    }
}
