import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Seams between two symbols of wide and narrow elements, told by the edges of their bars.
@Suite struct EdgeSeamTests {
    private static let shape = SymbolShape.shapes(of: .codabar, text: Array("A40156B".utf8))[1]

    /// The edges of a shape at places of its modules, with what measuring leaves.
    private static func edges(
        _ shape: SymbolShape = shape, spread: Double = 0, at place: (Double) -> Double = { $0 }
    ) -> [Float] {
        let places = shape.inner.joined().reduce(into: [0.0]) { $0.append($0[$0.count - 1] + Double($1)) }
        return places.enumerated().map { index, module in
            Float(
                place(module) + (index.isMultiple(of: 2) ? -spread : spread)
                    + 0.05 * sin(Double(7 * index * index)))
        }
    }

    private static func evidence(_ edges: [Float]) -> Float? { EdgeSeam.evidence(of: shape, edges: edges) }

    @Test func oneSymbolHasNone() throws {
        let length = Double(Self.shape.modules)
        // Printed with more ink, in perspective, around a bottle, with wider wide elements.
        let wider = SymbolShape.shapes(of: .codabar, text: Array("A40156B".utf8))[3]
        for edges in [
            Self.edges(), Self.edges(spread: 0.3), Self.edges { $0 / (1 + 0.3 * $0 / length) },
            Self.edges { 60 * sin(($0 - length / 2) / 100) }, Self.edges(wider),
        ] {
            #expect(try #require(Self.evidence(edges)) < 2.5)
        }
    }

    @Test(arguments: [0.92, 1.08]) func twoHaveModulesOfTwoWidths(width: Double) throws {
        let middle = Double(Self.shape.modules) / 2
        let edges = Self.edges { $0 < middle ? $0 : middle + width * ($0 - middle) }
        #expect(try #require(Self.evidence(edges)) > 4.3)
        #expect(try #require(Self.evidence(edges.map { 3 * $0 + 40 })) > 4.3)
    }

    /// The right half of one lies over the other's, half a module from where its modules would be.
    @Test(arguments: [(0.9, 0.5), (1.1, -0.5)]) func halvesOfTwoEANsHaveASeam(width: Double, step: Double)
        throws
    {
        let shape = try #require(SymbolShape.shapes(of: .ean8, text: Array("55123457".utf8)).first)
        let middle = Double(shape.modules) / 2
        let over = Self.edges(shape) { $0 < middle ? $0 : middle + step + width * ($0 - middle) }
        #expect(try #require(EdgeSeam.evidence(of: shape, edges: Self.edges(shape))) < 2.5)
        #expect(try #require(EdgeSeam.evidence(of: shape, edges: over)) > 4.3)
    }

    @Test func ofOthersNothingIsSaid() throws {
        #expect(Self.evidence([]) == nil)
        #expect(Self.evidence(Array(Self.edges().dropLast())) == nil)
        let ean = try #require(SymbolShape.shapes(of: .ean13, text: Array("4006381333931".utf8)).first)
        #expect(EdgeSeam.evidence(of: ean, edges: Self.edges(ean)) == nil)
    }
}
