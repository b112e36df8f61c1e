import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct LiveFacePartTests {
    private func names(_ count: Int, _ effort: Effort) -> [[String]] {
        (0..<count).map { LiveFacePart(frame: $0, effort: effort).passes.map(\.name) }
    }

    @Test func passesTakeTurns() {
        #expect(
            names(8, .normal) == [
                ["hog640"], ["hog640small"], ["hog480+50"], [], ["hog640"], ["hog640small"], ["hog480-50"],
                [],
            ])
        #expect(names(6, .fast) == [["hog640"], ["hog480+50"], [], ["hog640"], ["hog480-50"], []])
    }

    @Test func littleIsSearchedForSmallerFaces() {
        let names = { LiveFacePart(frame: 1, effort: $0, searchedShare: $1).passes.map(\.name) }
        #expect(names(.normal, 0.2) == ["hog640small", "hog1280small"])
        #expect(names(.normal, 0.5) == ["hog640small"])
        #expect(names(.fast, 0.2) == ["hog480+50"])
        // And in every frame.
        for frame in 0..<6 {
            #expect(!LiveFacePart(frame: frame, effort: .normal, searchedShare: 0.2).passes.isEmpty)
        }
    }

    /// Who comes in at the other end of a corridor.
    @Test func aSmallFaceIsFoundWhereLittleChanges() throws {
        let face = try View(FaceSamples.plane("face/obama-turned+00.jpg")).shrunk(toLongerSide: 160).plane
        let place = CGRect(x: 800, y: 200, width: face.width, height: face.height)
        let picture = face.withBytes { bytes in
            Plane(width: 1280, height: 720) { target in
                for index in target.indices {
                    let (x, y) = (index % 1280 - 800, index / 1280 - 200)
                    target[index] =
                        (0..<face.width).contains(x) && (0..<face.height).contains(y)
                        ? bytes[y * face.bytesPerRow + x] : 128
                }
            }
        }
        func found(in parts: [CGRect]?) throws -> Int {
            var live = LiveFrame(number: 1)
            live.parts = parts
            let request = DetectionRequest(types: [.face], liveFrame: live).unhurried
            return try FaceDetector().detect(request, in: Frame(luma: picture)).readings.count
        }
        #expect(try found(in: nil) == 0)
        #expect(try found(in: [place.insetBy(dx: -40, dy: -40)]) == 1)
    }

    @Test(arguments: [(30, 10), (10, 10), (4, 10), (2, 6)])
    func theModelIsDueByTime(framesPerSecond: Int, timesInThreeSeconds: Int) {
        let times = (0..<3 * framesPerSecond).map {
            Duration.seconds(1 + Double($0) / Double(framesPerSecond))
        }
        let frames = times.reduce(into: [LiveFrame]()) { frames, time in
            frames.append(LiveFrame(after: frames.last, at: time))
        }
        #expect(LiveFacePart.isModelDue(in: frames[0]))
        #expect(abs(frames.count { LiveFacePart.isModelDue(in: $0) } - timesInThreeSeconds) <= 1)
    }

    /// So that a track counts as missed once a cycle and not more.
    @Test(arguments: Effort.allCases)
    func theSharesOfACycleAddUpToOne(effort: Effort) {
        let cycle = effort == .fast ? 3 : 4
        let sum = (0..<cycle).reduce(0) { $0 + LiveFacePart(frame: $1, effort: effort).share }
        #expect(abs(sum - 1) < 1e-9)
    }
}
