import MetadataOutput
import Testing

@testable import Detectors

@Suite struct BarEdgesTests {
    /// Bars in light that grows along them.
    private static func row(of shape: SymbolShape, inShadow dark: Float, inLight light: Float) -> [Float] {
        let quiet = [Float](repeating: 0, count: 12 * ShapeProfile.density)
        var bars: [Float] = []
        for (index, width) in shape.inner.flatMap(\.self).enumerated() {
            let share = Float(bars.count) / (shape.modules * Float(ShapeProfile.density))
            let contrast = dark + (light - dark) * share
            bars += [Float](
                repeating: index.isMultiple(of: 2) ? contrast : 0, count: Int(width) * ShapeProfile.density)
        }
        return quiet + bars + quiet
    }

    @Test func faintEdgesOfOneEndAreFoundByTheContrastAround() throws {
        let shape = try #require(SymbolShape.shapes(of: .ean8, text: Array("55123457".utf8)).first)
        let row = Self.row(of: shape, inShadow: 12, inLight: 200)
        #expect(BarEdges(in: row, by: .ofRow).edges(of: shape) == nil)
        let edges = try #require(BarEdges(in: row, by: .around).edges(of: shape))
        let widths = zip(edges, edges.dropFirst()).map { ($1 - $0) / Float(ShapeProfile.density) }
        for (found, wanted) in zip(widths, shape.inner.flatMap(\.self)) { #expect(abs(found - wanted) < 0.2) }
    }

    @Test func noiseBesideBarsIsNoEdge() throws {
        let shape = try #require(SymbolShape.shapes(of: .ean8, text: Array("55123457".utf8)).first)
        let row = Self.row(of: shape, inShadow: 200, inLight: 200).enumerated().map {
            $1 + ($0.isMultiple(of: 3) ? 4 : 0)
        }
        for contrast in [BarEdges.Contrast.ofRow, .around] {
            #expect(BarEdges(in: row, by: contrast).edges(of: shape)?.count == 44)
        }
    }
}
