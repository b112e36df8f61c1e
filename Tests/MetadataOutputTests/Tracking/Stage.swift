import Foundation
import MetadataOutput

/// Faces, each a pattern of its own, and what is in front of them: a frame of 1000 × 1000 as the tracker sees it, a quarter of the
/// pixels each way.
func stage(_ faces: [(box: CGRect, person: UInt64)], bar: CGRect? = nil) -> Plane {
    var samples = [UInt8](repeating: 90, count: 250 * 250)
    func fill(_ box: CGRect, _ value: (Double, Double) -> UInt8) {
        for y in max(0, Int(box.minY / 4))..<min(250, Int(box.maxY / 4)) {
            for x in max(0, Int(box.minX / 4))..<min(250, Int(box.maxX / 4)) {
                samples[y * 250 + x] = value(
                    (Double(x) * 4 - box.minX) / box.width, (Double(y) * 4 - box.minY) / box.height)
            }
        }
    }
    for face in faces {
        let patches = (0..<36).map {
            UInt8(truncatingIfNeeded: (face.person &* 7919 &+ $0 &* $0 &* 104_729) >> 3)
        }
        fill(face.box) { patches[Int($1 * 6) * 6 + Int($0 * 6)] }
    }
    if let bar { fill(bar) { UInt8(40 + 150 * (Int($0 * 8) % 2 ^ Int($1 * 24) % 2)) } }
    return Plane(width: 250, height: 250, samples: samples)
}
