import Foundation
import MetadataOutput

extension Symbol {
    /// How near to an edge bars end with it, in pixels.
    private static let nearness = 3.0

    /// Whether its bars may go on above or below the plane.
    func reachesAnEdge(of plane: Plane) -> Bool {
        let rows = corners.map { Double($0.y) }
        guard let top = rows.min(), let bottom = rows.max() else { return false }
        return top <= Self.nearness || bottom >= Double(plane.height) - Self.nearness
    }
}

extension Reading {
    /// Takes the bars' ends from the picture, where what was read is a part of it that ends before they do: else what
    /// is left of them would be another code.
    mutating func followBars(in picture: Plane) {
        guard type.isLinearCode, corners.count == 4,
            let whole = BarOutline.corners(beyond: corners, in: picture),
            abs(whole.doubleArea) > abs(corners.doubleArea)
        else { return }
        corners = whole
    }
}
