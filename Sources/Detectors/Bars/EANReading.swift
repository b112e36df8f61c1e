import Foundation
import MetadataOutput

/// What the bands of a strip say together: where glare or dirt hides digits in one, another shows them.
struct EANReading {
    private let digits: [UInt8]
    /// Bands that say the same each alone.
    private let lines: Int
    private let start: Double
    private let end: Double

    /// Modules by which a band's ends may lie elsewhere than the others'.
    private static let spread = 4.0
    /// Largest mean share of the grey values' variance that is left unexplained.
    private static let largestResidue: Float = 0.16
    /// Least distance to the next best number, in digits' variances and in residues.
    private static let leastMargin: (absolute: Float, relative: Float) = (0.3, 2.5)

    private static let fewestFits = 4

    /// Bands that have the symbol at one place, and what they say together.
    private struct Vote {
        let fits: [EANFit]
        let number: EANNumber
        let residue: Float

        init(_ fits: [EANFit]) {
            let count = Float(fits.count)
            let costs = fits[0].alignment.costs.indices.map { digit in
                fits[0].alignment.costs[digit].indices.map { template in
                    fits.reduce(0) { $0 + $1.alignment.costs[digit][template] } / count
                }
            }
            (self.fits, number) = (fits, EANNumber(costs))
            residue = (number.cost + fits.reduce(0) { $0 + $1.alignment.guards } / count) / 15
        }
    }

    /// Bands of a strip, and most rows of a band.
    private static let bands = 15
    private static let rowsOfBand = 12

    /// Nil if no number is clear.
    ///
    /// - Parameter strip: Of a bar region, see ``BarRegion/strip(from:or:magnification:)``.
    init?(_ strip: View) {
        // The region is about the symbol, the strip 1.3 times as long.
        let module = Double(strip.plane.width) / 1.3 / 95
        let fits = Self.rows(of: strip.plane).compactMap {
            EANFit(strip.plane.darkness(ofRows: $0), module: module)
        }
        var best: Vote?
        for fit in fits {
            let vote = Vote(fits.filter { $0.agrees(with: fit, within: Self.spread * module) })
            if vote.fits.count >= Self.fewestFits, vote.number.margin > best?.number.margin ?? 0 {
                best = vote
            }
        }
        guard let best else { return nil }
        let (agreed, number, residue) = (best.fits, best.number, best.residue)
        guard residue <= Self.largestResidue, number.margin >= Self.leastMargin.absolute,
            number.margin >= Self.leastMargin.relative * residue
        else { return nil }
        digits = number.digits
        lines = agreed.count { $0.number.digits == number.digits }
        start = agreed.reduce(0) { $0 + $1.start } / Double(agreed.count)
        end = agreed.reduce(0) { $0 + $1.end } / Double(agreed.count)
    }

    /// The middle rows of each band.
    private static func rows(of plane: Plane) -> [Range<Int>] {
        (0..<bands).compactMap { band in
            let (from, to) = (band * plane.height / bands, (band + 1) * plane.height / bands)
            let middle = (from + to) / 2
            return from < to
                ? max(from, middle - rowsOfBand / 2)..<min(to, middle + (rowsOfBand + 1) / 2) : nil
        }
    }

    /// The symbol, over the strip's whole height.
    func symbol(in strip: View) -> Symbol {
        let height = Double(strip.plane.height)
        let (top, bottom) = start < end ? (0, height) : (height, 0)
        return Symbol(
            type: .ean13,
            corners: [
                CGPoint(x: start, y: top), CGPoint(x: start, y: bottom), CGPoint(x: end, y: bottom),
                CGPoint(x: end, y: top),
            ],
            content: CodeContent(
                bytes: digits, text: String(decoding: digits, as: UTF8.self), symbologyIdentifier: "]E0"),
            lines: lines)
    }
}

extension Plane {
    /// The mean of some rows, dark for light.
    fileprivate func darkness(ofRows rows: Range<Int>) -> [Float] {
        withUnsafeSamples { samples in
            (0..<width).map { column in
                let sum = rows.reduce(0) { $0 + Int(samples[$1 * bytesPerRow + column]) }
                return 255 - Float(sum) / Float(rows.count)
            }
        }
    }
}
