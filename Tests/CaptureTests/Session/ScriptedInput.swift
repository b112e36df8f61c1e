import Foundation
import MetadataOutput
import Synchronization

@testable import Capture

/// A source whose frames, failures and returns a test writes down.
final class ScriptedInput: CaptureInput {
    /// What one opening of the source does.
    enum Opening: Sendable {
        /// Delivers frames with these numbers, which are their times in milliseconds and, modulo 256, their brightness; then fails like this, or goes on without frames where nil.
        case delivers([Int], then: CaptureError?)
        /// Cannot be opened.
        case fails(CaptureError)
    }

    let sourceName: String
    let dropsLateFrames: Bool
    let frameInterval: Duration?
    let position: CaptureDevice.Position
    private let script: Mutex<[Opening]>
    private let log = Mutex<[String]>([])
    private let connected = Mutex(true)
    private let refusal = Mutex<@Sendable () -> CaptureError?>({ nil })

    init(
        _ sourceName: String, dropsLateFrames: Bool = false, frameInterval: Duration? = nil,
        position: CaptureDevice.Position = .unspecified, _ script: [Opening]
    ) {
        self.sourceName = sourceName
        self.dropsLateFrames = dropsLateFrames
        self.frameInterval = frameInterval
        self.position = position
        self.script = Mutex(script)
    }

    var isConnected: Bool {
        get { connected.withLock { $0 } }
        set { connected.withLock { $0 = newValue } }
    }

    /// Why it cannot be opened at this moment, whatever the script says; nil if it can.
    var onOpen: @Sendable () -> CaptureError? {
        get { refusal.withLock { $0 } }
        set { refusal.withLock { $0 = newValue } }
    }

    /// Openings and closings so far.
    var calls: [String] { log.withLock { $0 } }

    func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
        log.withLock { $0.append("open \(preset.rawValue)") }
        if let error = onOpen() { throw error }
        let opening = script.withLock { $0.isEmpty ? .delivers([], then: nil) : $0.removeFirst() }
        switch opening {
        case .fails(let error): throw error
        case .delivers(let numbers, let end): return Stream(numbers: numbers, end: end, input: self)
        }
    }

    private final class Stream: CaptureStream {
        private var numbers: [Int]
        private let end: CaptureError?
        private let input: ScriptedInput

        init(numbers: [Int], end: CaptureError?, input: ScriptedInput) {
            (self.numbers, self.end, self.input) = (numbers, end, input)
        }

        var formatDescription: String { "scripted" }
        var frameInterval: Duration? { input.frameInterval }

        func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
            if !numbers.isEmpty {
                let number = numbers.removeFirst()
                let luma = Plane(
                    width: 8, height: 8,
                    samples: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 64))
                let time = Duration.milliseconds(number)
                return CaptureFrame(
                    payload: .frame(Frame(luma: luma, time: time)), time: time, sequenceNumber: number)
            }
            if let end { throw end }
            Thread.sleep(forTimeInterval: 0.001)
            return nil
        }

        let undeliveredDrops: [CaptureDropReason: Int] = [.corrupted: 2]

        func close() { input.log.withLock { $0.append("close") } }
    }
}

/// An output that remembers what it was handed.
final class RecordingOutput: CaptureOutput, CaptureFrameOutput {
    private let log = Mutex<[String]>([])

    /// The sources whose scenes ended.
    let scenes = Mutex<[String]>([])
    /// The sources from which nothing will come any more.
    let finished = Mutex<[String]>([])

    /// `source number` of each frame so far.
    var frames: [String] { log.withLock { $0 } }

    func makeReceiver(
        for connection: CaptureConnection, from input: any CaptureInput, means: CaptureMeans
    ) -> any CaptureFrameReceiver {
        WorkingReceiver(
            connection: connection, input: input, means: means,
            frameWork: Log(output: self, source: input.sourceName))
    }

    private final class Log: FrameWork {
        private let output: RecordingOutput
        private let source: String

        init(output: RecordingOutput, source: String) {
            (self.output, self.source) = (output, source)
        }

        func take(_ frame: CaptureFrame) -> [CaptureDropReason: Int] {
            output.log.withLock { $0.append("\(source) \(frame.sequenceNumber)") }
            return [:]
        }

        func endScene() { output.scenes.withLock { $0.append(source) } }

        func finish() { output.finished.withLock { $0.append(source) } }
    }

    /// Waits until as many frames have come.
    func wait(for count: Int) async -> [String] {
        for _ in 0..<60_000 where frames.count < count { try? await Task.sleep(for: .milliseconds(1)) }
        return frames
    }
}
