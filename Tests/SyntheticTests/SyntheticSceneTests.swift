import MetadataOutput
import Synthetic
import Testing

@Suite struct SyntheticSceneTests {
    private let background = Plane(width: 20, height: 10, samples: Array(repeating: 100, count: 200))
    private let white = Plane(width: 2, height: 2, samples: [255, 255, 255, 255])

    private func samples(_ plane: Plane) -> [UInt8] {
        plane.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }

    private func scene(noise: Int = 0, exposures: Int = 1) -> SyntheticScene {
        var scene = SyntheticScene(
            background: background,
            things: [
                SyntheticThing(
                    picture: white,
                    path: [
                        .init(seconds: 0, x: 0.1, y: 0.5, width: 0.2),
                        .init(seconds: 1, x: 0.9, y: 0.5, width: 0.2),
                    ])
            ], framesPerSecond: 4, frameCount: 8)
        scene.noise = noise
        scene.exposures = exposures
        return scene
    }

    @Test func aThingIsWhereItsPathSays() {
        // Half a second: the middle of the way; 4 × 4 pixels around (10, 5).
        let middle = samples(scene().frame(2).luma)
        let bright = middle.indices.filter { middle[$0] == 255 }
        #expect(bright == (3...6).flatMap { row in (8...11).map { row * 20 + $0 } })
    }

    @Test func aThingIsGoneAfterItsPath() {
        #expect(samples(scene().frame(5).luma).allSatisfy { $0 == 100 })
    }

    @Test func timesAreTheScenes() {
        let frame = scene().frame(3)
        #expect(frame.time == .milliseconds(750))
        #expect(frame.duration == .milliseconds(250))
    }

    @Test func noiseIsBoundedAndTheSameEachTime() {
        let quiet = samples(scene().frame(5).luma)
        let noisy = samples(scene(noise: 9).frame(5).luma)
        #expect(noisy != quiet)
        #expect(noisy.allSatisfy { (91...109).contains($0) })
        #expect(noisy == samples(scene(noise: 9).frame(5).luma))
        #expect(noisy != samples(scene(noise: 9).frame(6).luma))
    }

    @Test func severalExposuresBlurWhatMoves() {
        let blurred = samples(scene(exposures: 4).frame(2).luma)
        #expect(blurred.contains { $0 > 110 && $0 < 245 })
    }

    @Test func lightChangesFromTheFirstFrameToTheLast() {
        var scene = scene()
        scene.light = 0.5...1
        #expect(samples(scene.frame(0).luma).last == 50)
        #expect(samples(scene.frame(7).luma).last == 100)
    }
}
