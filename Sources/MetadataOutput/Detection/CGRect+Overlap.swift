package import Foundation

extension CGRect {
    /// Shared area over joined area, 0…1.
    package func intersectionOverUnion(_ other: CGRect) -> Double {
        let width = min(maxX, other.maxX) - max(minX, other.minX)
        let height = min(maxY, other.maxY) - max(minY, other.minY)
        guard width > 0, height > 0 else { return 0 }
        let shared = width * height
        return shared / (self.width * self.height + other.width * other.height - shared)
    }
}
