import Decoders
import Foundation
import MetadataOutput
import Testing

@testable import Capture

@Suite struct MovieReceiverTests {
    /// As one that is begun between a camera's loss and the session's end, which nobody tells of the loss.
    @Test(arguments: [(false, CaptureError.Code.deviceNotConnected), (true, .sessionNotRunning)])
    func aRecordingThatGetsNothingEndsWithTheReason(isConnected: Bool, code: CaptureError.Code) async throws {
        let (session, input) = (CaptureSession(), ScriptedInput("door", []))
        let output = CaptureMovieFileOutput(stills: StandardStillMaker())
        try session.addInput(input)
        try session.addOutput(output)
        let means = CaptureMeans(
            workers: CaptureWorkers(threads: 1), counters: CaptureCounters(source: "door"),
            searches: SearchTap(), report: { _ in })
        defer { means.workers.end() }
        let receiver = output.makeReceiver(for: session.connections[0], from: input, means: means)
        let movie = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mp4")
        let recorder = MovieRecorder()
        try output.startRecording(to: movie, recordingDelegate: recorder)
        input.isConnected = isConnected
        receiver.finish(because: CaptureError(.sessionNotRunning, "the session was stopped"))
        #expect(try await recorder.end()?.cause.code == code)
        #expect(!FileManager.default.fileExists(atPath: movie.path))
    }

    /// While other cameras go on nobody stops the session.
    @Test(arguments: [CaptureError.Code.deviceStalled, .inputEnded])
    func aSourceThatIsAtItsEndEndsTheRecording(code: CaptureError.Code) async throws {
        let (session, output) = (CaptureSession(), CaptureMovieFileOutput(stills: StandardStillMaker()))
        let input = ScriptedInput("door", [])
        try session.addInput(input)
        try session.addOutput(output)
        let means = CaptureMeans(
            workers: CaptureWorkers(threads: 1), counters: CaptureCounters(source: "door"),
            searches: SearchTap(), report: { _ in })
        defer { means.workers.end() }
        let receiver = output.makeReceiver(for: session.connections[0], from: input, means: means)
        let movie = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mp4")
        let recorder = MovieRecorder()
        try output.startRecording(to: movie, recordingDelegate: recorder)
        receiver.sourceEnded(CaptureError(code, "no more"))
        // Without a frame there is no movie either way.
        #expect(try await recorder.end()?.cause.code == (code == .inputEnded ? .noDataCaptured : code))
        #expect(throws: CaptureError.self) {
            try output.startRecording(to: movie, recordingDelegate: recorder)
        }
    }
}
