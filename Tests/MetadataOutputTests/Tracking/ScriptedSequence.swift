import Foundation

@testable import MetadataOutput

/// A sequence of 1000 × 1000 frames, 25 a second unless told otherwise, whose readings a test gives one frame after the other.
struct ScriptedSequence {
    private let sequence: MetadataSequence
    private var count = 0
    /// From frame to frame.
    var interval = Duration.milliseconds(40)
    /// What the clock is ahead of the frames' number.
    var clock = Duration.zero
    var types: Set<MetadataObjectType> = [.qr, .face]
    /// How much of each type's search is done in each frame.
    var share = 1.0
    /// What fails in each frame.
    var failures: [EngineFailure] = []

    init(motion: (any MotionEstimator)? = nil, ids: ObjectIDSource = ObjectIDSource()) {
        sequence = MetadataSequence(motion: motion, ids: ids)
    }

    /// One frame; `plane` is what it looks like, to the tracker too.
    mutating func update(
        _ readings: [Reading], searched: Bool = true,
        plane: Plane = Plane(width: 2, height: 2, samples: [0, 0, 0, 0])
    ) -> MetadataUpdate {
        defer { count += 1 }
        return sequence.update(
            for: SearchedFrame(
                time: clock + interval * count, request: DetectionRequest(types: types),
                shares: searched ? Dictionary(uniqueKeysWithValues: types.map { ($0, share) }) : [:],
                width: 1000, height: 1000,
                detections: readings.map { Detection(reading: $0, confidence: 1) },
                motionPlane: plane, failures: failures))
    }

    /// Several frames with the same readings; the last update.
    mutating func updates(_ frames: Int, _ readings: [Reading], searched: Bool = true) -> [MetadataUpdate] {
        (0..<frames).map { _ in update(readings, searched: searched) }
    }

    func finish() -> MetadataUpdate? { sequence.finish() }
}

/// Says that everything moved by the same distance, or that nobody knows.
struct ScriptedMotion: MotionEstimator {
    /// In pixels of the plane.
    let x: Double

    func plane(of luma: Plane) -> Plane { luma }

    func motions(of places: [CGRect], from earlier: Plane, to later: Plane) -> [Motion?] {
        places.map {
            Motion(
                center: CGPoint(x: $0.midX, y: $0.midY), movedCenter: CGPoint(x: $0.midX + x, y: $0.midY))
        }
    }
}

extension MetadataUpdate {
    /// Ids of what is in view.
    var ids: [Int] { objects.map(\.objectID) }
}

/// A square of side 100 around a place.
func square(_ x: Double, _ y: Double, side: Double = 100) -> CGRect {
    CGRect(x: x - side / 2, y: y - side / 2, width: side, height: side)
}
