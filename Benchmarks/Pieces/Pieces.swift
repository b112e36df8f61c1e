import Benchmark
import Decoders
import Detectors
import Foundation
import MetadataOutput
import MetadataRecords

/// What runs for every frame, a piece at a time.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(metrics: [.wallClock], scalingFactor: .one, maxDuration: .seconds(2))

    Benchmark("track 20 codes and 10 faces through 100 frames") { benchmark in
        let things = MovingThings(count: 100)
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
        for _ in benchmark.scaledIterations {
            for object in objects { blackHole(transform.transformedMetadataObject(for: object)) }
        }
    }

    Benchmark("write a record of 30 objects as a JSON line") { benchmark in
        let update = MovingThings(count: 1).update
        let record = Record(source: Array("camera".utf8), index: 0, time: .seconds(1), result: .success(update))
        let format = JSONLinesFormat()
        for _ in benchmark.scaledIterations { blackHole(format.lines(for: record)) }
    }

    Benchmark("decode a JPEG to luma") { benchmark in
        let sample = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../SampleImages/face/three-people.jpg")
        guard let bytes = try? Data(contentsOf: sample) else { return benchmark.error("no sample") }
        let decoder = StandardPictureDecoder()
        for _ in benchmark.scaledIterations {
            blackHole(try? decoder.frame(from: [UInt8](bytes), limits: .standard))
        }
    }

    Benchmark("resize and search an empty frame of 1280 × 720 for codes, effort fast") { benchmark in
        let detectors = DetectorCatalog.detectors(
            named: ["codes"], faceModel: nil, landmarkModel: DetectorCatalog.landmarkModel)
        let plane = Plane(width: 1280, height: 720, samples: [UInt8](repeating: 128, count: 1280 * 720))
        let request = DetectionRequest(types: [.qr], effort: .fast)
        for _ in benchmark.scaledIterations {
            for detector in detectors { blackHole(try? detector.detect(request, in: Frame(luma: plane))) }
        }
    }
}
