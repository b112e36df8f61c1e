import Foundation
import MetadataOutput
import Synchronization

@testable import Capture

/// A camera whose frames come when a test says so, each after the one before was told.
final class SteppedInput: CaptureInput {
    let sourceName = "stepped"
    private let waiting = Mutex<[CaptureFrame]>([])
    private let updates = Mutex<[MetadataUpdate]>([])

    /// - Parameter output: The one that tells.
    init(_ output: CaptureMetadataOutput) {
        output.watch { [weak self] update in self?.updates.withLock { $0.append(update) } }
    }

    func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
        Stream(input: self)
    }

    /// Delivers a frame and waits until it was told; nil if that never happens.
    func deliver(_ frame: CaptureFrame) async throws -> MetadataUpdate? {
        let count = updates.withLock(\.count)
        waiting.withLock { $0.append(frame) }
        for _ in 0..<60_000 where updates.withLock({ $0.count == count }) {
            try await Task.sleep(for: .milliseconds(1))
        }
        return updates.withLock { $0.count > count ? $0.last : nil }
    }

    private final class Stream: CaptureStream {
        let formatDescription = "stepped"
        private let input: SteppedInput

        init(input: SteppedInput) { self.input = input }

        func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
            let frame = input.waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if frame == nil { Thread.sleep(forTimeInterval: 0.001) }
            return frame
        }

        func close() {}
    }
}

extension CaptureFrame {
    /// One of a camera of 30 frames a second, grey, of 32 × 32 pixels.
    static func grey(_ number: Int, side: Int = 32) -> CaptureFrame {
        let luma = Plane(width: side, height: side, samples: [UInt8](repeating: 90, count: side * side))
        let time = Duration.seconds(number) / 30
        return CaptureFrame(
            payload: .frame(Frame(luma: luma, time: time)), time: time, sequenceNumber: number)
    }
}
