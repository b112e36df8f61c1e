import Capture
import MetadataOutput
import Testing

@testable import Synthetic

/// A scene as a camera gives it.
@Suite struct SyntheticCameraTests {
    /// A red square in the middle of something blue.
    private var scene: SyntheticScene {
        var thing = SyntheticThing(
            picture: Plane(width: 4, height: 4, samples: [UInt8](repeating: 200, count: 16)),
            path: [
                .init(seconds: 0, x: 0.5, y: 0.5, width: 0.5), .init(seconds: 9, x: 0.5, y: 0.5, width: 0.5),
            ])
        thing.tint = SyntheticTint(blue: 90, red: 220)
        var scene = SyntheticScene(
            background: Plane(width: 8, height: 8, samples: [UInt8](repeating: 50, count: 64)),
            things: [thing], framesPerSecond: 100, frameCount: 4)
        scene.tint = SyntheticTint(blue: 200, red: 100)
        return scene
    }

    private func frame(_ format: SyntheticCamera.Format, inColor: Bool = true) throws -> CaptureFrame {
        let camera = SyntheticCamera(live: scene, format: format, sourceName: "made")
        let stream = try camera.openStream(preset: .high)
        stream.carriesPictures = inColor
        return try #require(try stream.nextFrame(timeout: .seconds(10)))
    }

    @Test func colorsAreWhereTheirThingIs() {
        let chroma = scene.chroma(0)
        let blue = (0..<16).map { chroma[2 * $0] }
        #expect(blue == [200, 200, 200, 200, 200, 90, 90, 200, 200, 90, 90, 200, 200, 200, 200, 200])
        #expect(chroma[1] == 100 && chroma[2 * 5 + 1] == 220)
    }

    @Test func colorsComeForThoseWhoWantThem() throws {
        let frame = try frame(.nv12)
        let picture = try #require(frame.picture)
        #expect(picture.pixelFormat.name == "NV12" && picture.encoding == .jpeg)
        guard case .frame(let shown) = frame.payload else {
            Issue.record("there are no samples")
            return
        }
        let luma = shown.luma.withBytes { span in span.indices.map { span[$0] } }
        #expect(picture.withBytes { Array($0) } == luma + scene.chroma(0))
        #expect(try self.frame(.nv12, inColor: false).picture == nil)
        #expect(try self.frame(.grey).picture == nil)
    }

    @Test func aFrameThatIsMadeBeforeSomebodyWantsColoursHasThem() throws {
        var scene = scene
        scene.framesPerSecond = 2
        let stream = try SyntheticCamera(live: scene, format: .nv12, sourceName: "made").openStream(
            preset: .high)
        _ = try stream.nextFrame(timeout: .seconds(10))
        // The second one is made, and not due.
        #expect(try stream.nextFrame(timeout: .zero) == nil)
        stream.carriesPictures = true
        #expect(try stream.nextFrame(timeout: .seconds(10))?.picture != nil)
    }

    /// Notes what it is asked for.
    private struct Maker: StillMaker {
        func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
            guard case .samples(let samples) = request.source, samples.layout == .nv12, samples.isFullRange
            else { throw PayloadError(.undecodable, "no samples") }
            return StillResult(stills: [.init(bytes: samples.bytes, width: 8, height: 8)])
        }
    }

    private struct NoMaker: StillMaker {
        func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
            throw PayloadError(.engineFailure, "no worker")
        }
    }

    @Test func jpegsAreWhatTheMakerMakes() throws {
        let frame = try frame(.motionJPEG(Maker()))
        guard case .encoded(let bytes, _) = frame.payload else {
            Issue.record("it is not encoded")
            return
        }
        #expect(bytes.count == 64 + 32 && Array(bytes[64...]) == scene.chroma(0))
        #expect(frame.picture == nil)
    }

    @Test func aMakerThatFailsIsAnErrorOfTheCamera() {
        let error = #expect(throws: CaptureError.self) { try frame(.motionJPEG(NoMaker())) }
        #expect(error?.code == .decodeFailed && error?.message == "no worker")
    }
}
