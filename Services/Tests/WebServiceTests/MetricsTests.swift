import Foundation
import PreviewLink
import Testing

@testable import WebService

/// What Prometheus reads.
@Suite struct MetricsTests {
    private static let promtool = "/usr/bin/promtool"

    private var text: String {
        var view = CameraView(LinkCamera(id: 0, name: "a \"name\"\nwith everything"))
        (view.captured, view.frames, view.drops) = (1_700_000_000_042, 12, 3)
        (view.processor, view.unchanged) = (12_345, 61_050)
        var metrics = Metrics()
        metrics.requests = [404: 1, 200: 7]
        return metrics.text(cameras: [view, CameraView(LinkCamera(id: 3, name: "b"))], viewers: 2, now: 0)
    }

    @Test func countsAreToldByCameraAndNothingThatWasRead() {
        #expect(text.contains("scanwatch_camera_frames_searched_total{camera=\"0\"} 12\n"))
        #expect(text.contains("scanwatch_camera_processor_seconds_total{camera=\"0\"} 12.345\n"))
        #expect(text.contains("scanwatch_camera_picture_unchanged_seconds{camera=\"0\"} 61.050\n"))
        #expect(text.contains("scanwatch_camera_last_frame_timestamp_seconds{camera=\"0\"} 1700000000.042\n"))
        #expect(text.contains("scanwatch_web_requests_total{status=\"404\"} 1\n"))
        #expect(!text.contains("name"))
    }

    @Test func aFrameOfTheFutureIsNoFreshOne() {
        var view = CameraView(LinkCamera(id: 0, name: "a"))
        view.captured = 10_000
        #expect(view.isFresh(at: 11_000) && view.isFresh(at: 9_900))
        // It was taken before the clock was set back.
        #expect(!view.isFresh(at: 13_000) && !view.isFresh(at: 5_000))
    }

    @Test func whatNoClockSaysIsNoFreshFrame() {
        var view = CameraView(LinkCamera(id: 0, name: "a"))
        for captured in [Int64.min, -123, Int64.max] {
            (view.captured, view.processor) = (captured, -1_234)
            #expect(!view.isFresh(at: 1_700_000_000_000))
            let text = Metrics().text(cameras: [view], viewers: 0, now: 1_700_000_000_000)
            #expect(text.contains("scanwatch_camera_processor_seconds_total{camera=\"0\"} 0.000\n"))
        }
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: promtool), "Debian's prometheus is not installed"
        ))
    func promtoolHasNothingToSay() throws {
        let process = Process()
        process.executableURL = URL(filePath: Self.promtool)
        process.arguments = ["check", "metrics"]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && said.isEmpty, "\(said)")
    }
}
