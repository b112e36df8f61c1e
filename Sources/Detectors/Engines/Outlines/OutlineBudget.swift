import Foundation
import MetadataOutput

/// How far the bars of all symbols that one call of an engine found may be followed.
///
/// Symbols lie beside each other, so that all of them together cover no more than the plane. Of thousands of thin rows each may be
/// followed over all others, if they look alike where they begin: that is no outline, and takes longer than there is.
struct OutlineBudget {
    /// Once for the symbols, and as much again for what was followed beyond their ends.
    private static let planes = 2.0

    /// Pixels that outlines may still cover.
    private var area: Double

    init(for plane: Plane) {
        area = Self.planes * Double(plane.width) * Double(plane.height)
    }

    /// Whether no more bars are followed: symbols lie on the line then that they were read along.
    var isSpent: Bool { area <= 0 }

    /// - Parameter corners: Of what was followed.
    mutating func spend(_ corners: [CGPoint]) {
        area -= abs(corners.doubleArea) / 2
    }
}
