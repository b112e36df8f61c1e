import Foundation
import Testing

@testable import Detectors

/// Seams between two symbols, told from bends of one.
@Suite struct PartSeamTests {
    /// Fourteen characters of eleven modules.
    private static let ideal = (0..<14).map { Float(11 * $0) }
    /// What measuring leaves, in modules.
    private static let scatter: [Float] = [
        0.04, -0.03, 0.05, 0, -0.05, 0.02, 0.03, -0.04, 0.01, 0.05, -0.02, -0.01, 0.04, -0.03,
    ]

    private static func evidence(_ place: (Float) -> Float) -> Float? {
        PartSeam.evidence(ideal: ideal, seen: zip(ideal, scatter).map { place($0) + $1 })
    }

    @Test func oneSymbolHasNone() throws {
        let length = Self.ideal[13]
        let straight = try #require(Self.evidence { $0 })
        let inPerspective = try #require(Self.evidence { $0 / (1 + 0.3 * $0 / length) })
        let bent = try #require(Self.evidence { 60 * sin(Double(($0 - length / 2) / 100)).float })
        for evidence in [straight, inPerspective, bent] { #expect(evidence < 2) }
    }

    /// An equidistant fisheye shows angles; the symbol's middle is beside the lens's.
    @Test(arguments: [(1.2, 0.2), (1.6, 0.4), (1.2, 0.6)])
    func aWideLensMakesNoSeam(half: Double, beside: Double) throws {
        let length = Double(Self.ideal[13])
        func angle(_ place: Double) -> Double { atan(half * (2 * place / length - 1 + beside)) }
        let scale = length / (angle(length) - angle(0))
        let seen = try #require(Self.evidence { (scale * (angle(Double($0)) - angle(0))).float })
        #expect(seen < 2)
    }

    @Test func itsUnitDoesNotMatter() throws {
        let modules = try #require(Self.evidence { $0 < 70 ? $0 : $0 + 1.5 })
        let seen = zip(Self.ideal, Self.scatter).map { 3 * (($0 < 70 ? $0 : $0 + 1.5) + $1) + 40 }
        let pixels = try #require(PartSeam.evidence(ideal: Self.ideal, seen: seen))
        #expect(abs(modules - pixels) < 0.1)
    }

    @Test(arguments: [1.5, -1.5]) func twoSymbolsHaveAStep(step: Float) throws {
        for seam in [33, 77, 110] as [Float] {
            #expect(try #require(Self.evidence { $0 < seam ? $0 : $0 + step }) > 5)
        }
    }

    @Test(arguments: [0.9, 1.1]) func twoSymbolsHaveModulesOfTwoWidths(width: Float) throws {
        #expect(try #require(Self.evidence { $0 < 77 ? $0 : 77 + width * ($0 - 77) }) > 3)
    }

    @Test func ofFewPartsNothingIsSaid() {
        #expect(PartSeam.evidence(ideal: [0, 7, 14, 21, 28], seen: [0, 7, 14, 21, 28]) == nil)
        #expect(PartSeam.evidence(ideal: [], seen: []) == nil)
        // Behind each other in the shape, in one place in the picture.
        #expect(PartSeam.evidence(ideal: Self.ideal, seen: Self.ideal.map { _ in 5 }) == nil)
    }
}

extension Double {
    fileprivate var float: Float { Float(self) }
}
