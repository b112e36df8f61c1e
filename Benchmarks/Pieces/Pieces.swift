import Benchmark
import Decoders
import Detectors
import Foundation
import MetadataOutput
import MetadataRecords
import Synthetic

/// What runs for every frame, a piece at a time.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(metrics: [.wallClock], scalingFactor: .one, maxDuration: .seconds(2))

    Benchmark("track 20 codes and 10 faces through 100 frames") { benchmark in
        let things = MovingThings(count: 100)
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            let sequence = things.makeSequence()
            for frame in things.frames { blackHole(sequence.update(for: frame)) }
        }
    }

    Benchmark("transform 30 objects to a preview") { benchmark in
        let objects = MovingThings(count: 1).objects
        let transform = PreviewTransform(
            videoSize: CGSize(width: 1280, height: 720), previewSize: CGSize(width: 390, height: 844),
            videoGravity: .resizeAspectFill, videoRotationAngle: 90, isVideoMirrored: true)
        guard let transform else { return benchmark.error("no such preview") }
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            for object in objects { blackHole(transform.transformedMetadataObject(for: object)) }
        }
    }

    Benchmark("write a record of 30 objects as a JSON line") { benchmark in
        let update = MovingThings(count: 1).update
        let record = Record(source: Array("camera".utf8), index: 0, time: .seconds(1), result: .success(update))
        let format = JSONLinesFormat()
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { blackHole(format.lines(for: record)) }
    }

    Benchmark("decode a JPEG to luma") { benchmark in
        let sample = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../SampleImages/face/three-people.jpg")
        guard let bytes = try? Data(contentsOf: sample) else { return benchmark.error("no sample") }
        let decoder = StandardPictureDecoder()
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            blackHole(try? decoder.frame(from: [UInt8](bytes), limits: .standard))
        }
    }

    // Shrinking, the masks, and what is taken for parts of codes in them.
    for (name, noise) in [("an empty", 0), ("a noisy", 8)] {
        Benchmark("resize and search \(name) frame of 1280 × 720 for codes, effort fast") { benchmark in
            let detectors = DetectorCatalog.detectors(
                named: ["codes"], faceModel: nil, landmarkModel: DetectorCatalog.landmarkModel)
            let frame = wall(width: 1280, height: 720, noise: noise).frame(0)
            let request = DetectionRequest(types: [.qr], effort: .fast)
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations {
                for detector in detectors { blackHole(try? detector.detect(request, in: frame)) }
            }
        }
    }

    Benchmark("shrink a frame of 1920 × 1080 to follow what moves") { benchmark in
        let luma = wall(width: 1920, height: 1080, noise: 4).frame(0).luma
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { blackHole(OpticalFlow().plane(of: luma)) }
    }

    Benchmark("tell where such a frame differs from the one before") { benchmark in
        let scene = wall(width: 1920, height: 1080, noise: 4)
        let planes = (0..<2).map { OpticalFlow().plane(of: scene.frame($0).luma) }
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            blackHole(OpticalFlow().changes(from: planes[0], to: planes[1]))
        }
    }

    Benchmark("follow four things from one such frame to the next") { benchmark in
        let scene = wall(width: 1920, height: 1080, noise: 4)
        let planes = (0..<3).map { OpticalFlow().plane(of: scene.frame($0).luma) }
        let places = [0.1, 0.3, 0.5, 0.7].map { CGRect(x: $0, y: $0, width: 0.1, height: 0.15) }
        benchmark.startMeasurement()
        // Each frame is followed to and then followed from.
        for number in benchmark.scaledIterations {
            blackHole(
                OpticalFlow().motions(of: places, from: planes[number % 3], to: planes[(number + 1) % 3]))
        }
    }
}

/// Nothing but a wall, of which no two frames have the same noise.
private func wall(width: Int, height: Int, noise: Int) -> SyntheticScene {
    var scene = SyntheticScene(
        background: Plane(
            width: width, height: height,
            samples: (0..<width * height).map { UInt8(90 + 60 * ($0 / width) / height) }),
        things: [], frameCount: 3)
    scene.noise = noise
    return scene
}
