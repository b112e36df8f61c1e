import Decoders
import Foundation
import MetadataOutput
import Testing

@testable import Capture

/// What was found in frames, in their clip.
@Suite struct ClipFindingTests {
    private func update(
        _ bench: ClipBench, _ number: Int, _ objects: [any MetadataObject] = []
    ) -> MetadataUpdate {
        var update = MetadataUpdate(
            time: bench.time(of: number), width: 16, height: 16, objects: objects, failures: [])
        update.origin = FrameOrigin(source: bench.source, sequenceNumber: number)
        return update
    }

    private func face(_ id: Int, _ bounds: CGRect) -> MetadataFaceObject {
        MetadataFaceObject(
            time: .zero, timeInView: .zero, bounds: bounds, objectID: id, confidence: 1, engine: .dlib,
            step: "plain")
    }

    @Test func whatWasFoundInAClipsFramesIsInIt() async throws {
        let bench = try ClipBench(times: { Double($0) * 0.04 })
        (bench.output.timedMetadataType, bench.output.recordsText) = ("application/json", true)
        try await bench.session.startRunning()
        try await bench.deliver(100)
        func line(_ number: Int) -> String { #"{"frame":\#(number)}"# + "\n" }
        func say(_ numbers: some Sequence<Int>) {
            for number in numbers {
                let code = MetadataMachineReadableCodeObject(
                    type: .qr, time: .zero, timeInView: .zero, bounds: .zero, objectID: 1, confidence: 1,
                    engine: .zxing, step: "plain", corners: [],
                    content: CodeContent(bytes: [97], text: number < 100 ? "before" : "after"))
                bench.output.append(update(bench, number, [code]), metadata: Data(line(number).utf8))
            }
        }
        // From before the clip up to now, in each third frame.
        say(stride(from: 0, to: 90, by: 3))
        let clip = try bench.output.captureClip(
            around: bench.time(of: 85), from: bench.source, to: bench.url())
        try await bench.deliver(145)
        // All frames are there before what was found in them; and what is behind its end is none of it.
        say(stride(from: 90, to: 141, by: 3))
        let outcome = await clip.outcome
        let file = try [UInt8](Data(contentsOf: bench.url()))
        bench.end()
        #expect(outcome.error == nil && outcome.frameCount == 125)
        let said = try FFmpegRun.output(of: file, ["-map", "0:d", "-c", "copy", "-f", "data", "-"])
        #expect(said == stride(from: 12, to: 135, by: 3).map(line).joined())
        let texts = try FFmpegRun.output(of: file, ["-map", "0:s", "-f", "srt", "-"])
        let times = texts.split(separator: "\n").filter { $0.contains("-->") }
        // Picture 12 is the second one of the clip that was searched, 102 the first one with another text.
        #expect(times.first?.hasSuffix("--> 00:00:03,680") == true && times.count == 2, "\(texts)")
    }

    @Test func facesOfOthersAreUnrecognisableAndUnsearchedFramesLeftOut() async throws {
        let bench = try ClipBench(times: { Double($0) * 0.04 })
        bench.output.blursFaces = true
        try await bench.session.startRunning()
        try await bench.deliver(100)
        // The wanted face at the left, another at the right; from 30 on every tenth frame is searched.
        let faces = [
            face(1, CGRect(x: 0, y: 0, width: 0.5, height: 1)),
            face(2, CGRect(x: 0.6, y: 0, width: 0.3, height: 1)),
        ]
        for number in stride(from: 30, through: 90, by: 10) {
            bench.output.append(update(bench, number, number == 60 ? [faces[0]] : faces))
        }
        bench.output.append(update(bench, 95))
        let clip = try bench.output.captureClip(
            around: bench.time(of: 80), from: bench.source, to: bench.url(), for: 1)
        await bench.session.stopRunning()
        await bench.output.finish()
        let outcome = await clip.outcome
        let frames = try bench.movie().frames
        bench.end()
        // From 5 on; nobody searched before 30 and after 95.
        #expect(outcome.error == nil && outcome.droppedFrameCount == 25 + 4)
        #expect(frames.count == 66)
        for (index, frame) in frames.enumerated() {
            let number = 30 + index
            let isAsItWas = frame == ClipBench.clock(number)
            // Only in frame 60, and in the last one, which was searched too, is the other one not seen.
            #expect(isAsItWas == (number == 60 || number == 95), "frame \(number)")
            let left = try ClipBench.number(frame) & 0o0707
            #expect(left == number & 0o0707, "frame \(number)")
        }
    }

    @Test(.timeLimit(.minutes(20))) func aClipEndsThoughNobodyTellsWhatIsInItsFrames() async throws {
        let bench = try ClipBench(times: { Double($0) * 0.04 }, patience: .seconds(3))
        bench.output.blursFaces = true
        try await bench.session.startRunning()
        // All that belongs to it is there when it begins.
        try await bench.deliver(130)
        let clip = try bench.output.captureClip(
            around: bench.time(of: 80), from: bench.source, to: bench.url())
        try await bench.deliver(140)
        let outcome = await clip.outcome
        bench.end()
        #expect(outcome.frameCount == 0 && outcome.droppedFrameCount == 125)
    }

    /// Chin, hair and ears of a face in its box, which are taken for an ellipse, as the box around a tilted face is.
    @Test(arguments: stride(from: 0.0, to: 360, by: 15).map(\.self))
    func aFaceIsHiddenHoweverItLies(_ roll: Double) {
        let (sine, cosine) = (sin(roll * .pi / 180), cos(roll * .pi / 180))
        func extent(_ width: Double, _ height: Double) -> CGRect {
            let (x, y) = (hypot(width * cosine, height * sine) / 2, hypot(width * sine, height * cosine) / 2)
            return CGRect(x: 0.5 - x, y: 0.5 - y, width: 2 * x, height: 2 * y)
        }
        let hidden = HiddenRegion(blurringFace: extent(0.2, 0.26))
        #expect(CGRect(around: hidden.corners).contains(extent(0.2 * 1.4, 0.26 * 1.5)))
    }
}
