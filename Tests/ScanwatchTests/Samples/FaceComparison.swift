import Foundation
import MetadataOutput

/// What is wrong with the faces found in a picture, one line each.
struct FaceComparison {
    /// Faces that were not found, or whose roll is not the turn that was applied.
    private(set) var misses: [String] = []
    /// Boxes without a face.
    private(set) var inventions: [String] = []
    /// The yaw of each face of the truth in −180…180 degrees, nil where it was not found or has none.
    private(set) var yaws: [Double?] = []

    init(truth: SampleTruth, update: MetadataUpdate) {
        var found = update.objects.compactMap { $0 as? MetadataFaceObject }
        for face in truth.objects {
            let eyes = (face.eyes ?? []).map {
                CGPoint(x: $0[0] / Double(truth.width), y: $0[1] / Double(truth.height))
            }
            guard let index = found.firstIndex(where: { eyes.allSatisfy($0.bounds.contains) }) else {
                misses.append("not found: the face with its eyes at \(face.eyes ?? [])")
                yaws.append(nil)
                continue
            }
            let object = found.remove(at: index)
            yaws.append(object.yawAngle.map(Self.signed))
            let turn = face.rollAngle ?? 0
            if let roll = object.rollAngle {
                let off = Self.signed(roll - turn)
                if off.magnitude > 5 { misses.append("roll is \(roll), not \(turn)") }
            } else {
                misses.append("no roll, should be \(turn)")
            }
        }
        inventions = found.map { "no face in \($0.bounds)" }
    }

    /// The same angle in −180 ≤ angle < 180.
    private static func signed(_ degrees: Double) -> Double { (degrees + 180).wrappedDegrees - 180 }
}
