import Decoders
import Foundation
import MetadataOutput
import Testing

@testable import Capture

/// The older output, in the place of the photo output.
@Suite struct StillImageOutputTests {
    private func bench() throws -> (PhotoBench, CaptureStillImageOutput) {
        let bench = try PhotoBench(.init(code: "MJPG", width: 640, height: 480)) { _, _ in
            PhotoBench.photograph
        }
        try bench.session.removeOutput(bench.output)
        let output = CaptureStillImageOutput(
            CapturePhotoOutput(stills: StandardStillMaker(), patience: .seconds(1_000)))
        try bench.session.addOutput(output)
        return (bench, output)
    }

    @Test func anImageIsThePictureOfTheCamera() async throws {
        let (bench, output) = try bench()
        let connection = try #require(output.connections.first)
        async let isReady = output.prepareToCaptureStillImageBracket(
            from: connection, settings: [.autoExposure(bias: 0)])
        try await bench.session.startRunning()
        #expect(await isReady)
        #expect(!output.isCapturingStillImage)
        for isSteady in [true, false] {
            output.automaticallyEnablesStillImageStabilizationWhenAvailable = isSteady
            async let taken = output.captureStillImage(from: connection)
            let image = try await taken
            let file = try #require(image.fileDataRepresentation())
            // The scan, behind the headers, is the camera's own.
            #expect(file.suffix(1000) == Data(PhotoBench.photograph.suffix(1000)))
            #expect(image.timestamp > .zero && image.sequenceCount == 0)
        }
        #expect(!output.isCapturingStillImage)
        bench.end()
    }

    @Test func aCameraThatCannotBeSetHasNoSeries() async throws {
        let (bench, output) = try bench()
        try await bench.session.startRunning()
        let connection = try #require(output.connections.first)
        #expect(output.maxBracketedCaptureStillImageCount == 0)
        for settings in [[], [CaptureBracketedStillSettings.autoExposure(bias: 1)]] {
            #expect(throws: CaptureError.self) {
                try output.captureStillImageBracket(from: connection, settings: settings)
            }
        }
        #expect(!output.isCapturingStillImage)
        bench.end()
    }

    @Test func aSeriesHasAsManyImagesAsSettings() async throws {
        let bench = try BracketTests.bench(late: 1)
        try bench.session.removeOutput(bench.output)
        let output = CaptureStillImageOutput(stills: StandardStillMaker())
        try bench.session.addOutput(output)
        try await bench.session.startRunning()
        let connection = try #require(output.connections.first)
        #expect(output.maxBracketedCaptureStillImageCount == 8)
        let settings: [CaptureBracketedStillSettings] = [-1, 0, 1].map { .autoExposure(bias: $0) }
        let images = try output.captureStillImageBracket(from: connection, settings: settings)
        var seen: [CaptureBracketedStillSettings?] = []
        for await image in images {
            seen.append(image.settings)
            #expect(try image.result.get().fileDataRepresentation() != nil)
        }
        #expect(seen == settings)
        #expect(!output.isCapturingStillImage)
        bench.end()
    }

    @Test func aConnectionOfAnotherOutputTakesNothing() async throws {
        let (bench, output) = try bench()
        let other = CaptureStillImageOutput(stills: StandardStillMaker())
        let session = CaptureSession(reconnectPolicy: .never)
        try session.addInput(ScriptedInput("a", []))
        try session.addOutput(other)
        let foreign = try #require(other.connections.first)
        let error = await #expect(throws: CaptureError.self) {
            try await output.captureStillImage(from: foreign)
        }
        #expect(error?.code == .invalidConfiguration)
        // One that does not run has none.
        let own = try #require(output.connections.first)
        let stopped = await #expect(throws: CaptureError.self) {
            try await output.captureStillImage(from: own)
        }
        #expect(stopped?.code == .sessionNotRunning)
        bench.end()
    }
}
