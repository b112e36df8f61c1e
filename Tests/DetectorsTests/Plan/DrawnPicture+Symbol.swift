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
        // Wide bars may have half a module more.
        let density = 2.0
        let isDark = shape.inner.joined().enumerated().flatMap { index, modules in
            [Bool](repeating: index.isMultiple(of: 2), count: Int(Double(modules) * density))
        }
        let (width, margin) = (Double(shape.modules), 10.0)
        let label = CGRect(x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin)
        try draw(placed, within: label) { place in
            guard label.contains(place) else { return nil }
            let isInside = place.x >= 0 && place.x < width && place.y >= 0 && place.y <= height
            return isInside && isDark[Int(place.x * density)] ? 40 : 215
        }
    }
}
