import Foundation
import MetadataOutput

@testable import Detectors

extension DrawnPicture {
    /// Draws a linear symbol, its first bar at the origin, and ten modules of white around it.
    ///
    /// - Parameters:
    ///   - height: Of its bars, in modules.
    ///   - placed: From modules to pixels.
    mutating func draw(_ shape: SymbolShape, height: Double, _ placed: Homography) throws {
        let edges = shape.inner.joined().reduce(into: [0.0]) { $0.append($0[$0.count - 1] + Double($1)) }
        let (width, margin) = (Double(shape.modules), 10.0)
        try draw(placed) { place in
            guard (-margin...width + margin).contains(place.x), (-margin...height + margin).contains(place.y)
            else {
                return nil
            }
            let passed = edges.count { $0 <= place.x }
            return passed % 2 == 1 && passed < edges.count && (0...height).contains(place.y) ? 40 : 215
        }
    }
}
