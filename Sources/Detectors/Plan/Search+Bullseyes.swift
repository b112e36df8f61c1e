import Foundation
import MetadataOutput

extension Search {
    /// Crops around what looks like the middle of an Aztec code, turned upright: there ZXing reads more than in the whole
    /// picture. The older ones look nowhere else than at the middle of what they are given.
    mutating func readBullseyes(step: String) {
        // Beside an accepted code an Aztec code is less likely, and only its usual sizes are tried.
        let variants = accepted.isEmpty ? Self.bullseyeVariants : Array(Self.bullseyeVariants.prefix(3))
        readBullseyes { search, bullseye in
            let angle = bullseye.crop(from: search.planes.full, modules: Self.finderReach).edgeAngle
            var views: [Double: View] = [:]
            return variants.contains { variant in
                let view =
                    views[variant.reach]
                    ?? bullseye.crop(from: search.planes.full, modules: variant.reach)
                    .turnedInPlace(by: -angle)
                views[variant.reach] = view
                return search.readBullseye(bullseye, variant, in: view, angle: angle, step: step)
            }
        }
    }

    /// Goes on from bullseye to bullseye, those seen in most rows first, while enough of them are read.
    private mutating func readBullseyes(isRead: (inout Search, Bullseye) -> Bool) {
        var (misses, reads) = (0, 0)
        for bullseye in unexplained(candidates.bullseyes(in: planes.small)) {
            if misses >= Self.mostBullseyeMisses.first + Self.mostBullseyeMisses.perReading * reads { break }
            // What is sampled around a middle takes a while before an engine is asked.
            guard hasTime() else { break }
            if isRead(&self, bullseye) { reads += 1 } else { misses += 1 }
        }
    }

    /// How many bullseyes without a reading a step goes on for, and how many more each reading allows.
    private static let mostBullseyeMisses = (first: 6, perReading: 2)

    /// From the middle to the edge of an Aztec code's finder and a little more, in modules.
    private static let finderReach = 8.0

    private struct BullseyeVariant {
        /// From the middle to the edge, in modules: any compact symbol fits in 15, full ones in 22 and 36.
        let reach: Double
        var globalHistogram = false
        var hasContrast = false
    }

    private static let bullseyeVariants: [BullseyeVariant] = [
        BullseyeVariant(reach: 15), BullseyeVariant(reach: 36), BullseyeVariant(reach: 22),
        BullseyeVariant(reach: 22, globalHistogram: true), BullseyeVariant(reach: 22, hasContrast: true),
    ]

    /// MaxiCodes at bullseyes that no accepted code explains; theirs have a light middle.
    mutating func readMaxiCodes(step: String) {
        let pure = Step.Reader.zxing(.init(tryRotate: false, tryDownscale: false, isPure: true))
        readBullseyes { search, bullseye in
            let reach = Self.maxiCodeReach * bullseye.moduleSize
            var view = search.planes.full.crop(
                around: CGRect(
                    x: bullseye.center.x - reach, y: bullseye.center.y - reach, width: 2 * reach,
                    height: 2 * reach))
            if !bullseye.isInverted, let changed = view.changed(by: .inversion) { view = changed }
            guard let middle = view.toPicture.inverse?(bullseye.center) else { return false }
            let ring = bullseye.moduleSize / view.linearScale
            for pose in MaxiCodePose.poses(in: view.plane, around: middle, ring: ring) {
                let grid = MaxiCodeGrid(pose, in: view)
                guard var symbol = search.symbols(of: [.maxiCode], in: grid.view, with: pure).first else {
                    continue
                }
                symbol.content.isMirrored = grid.isMirrored
                symbol.content.isInverted = !bullseye.isInverted
                search.add(
                    symbol, in: grid.view, engine: .zxing, step: step, evidence: Evidence(source: .crop))
                return true
            }
            return false
        }
    }

    /// From the middle to the corner of a MaxiCode, in widths of its bullseye's rings.
    private static let maxiCodeReach = 30.0

    private mutating func readBullseye(
        _ bullseye: Bullseye, _ variant: BullseyeVariant, in view: View, angle: Double, step: String
    ) -> Bool {
        var view = view
        if variant.hasContrast, let changed = view.changed(by: .contrast) { view = changed }
        if bullseye.isInverted, let changed = view.changed(by: .inversion) { view = changed }
        let reader = Step.Reader.zxing(.init(tryDownscale: false, globalHistogram: variant.globalHistogram))
        guard !symbols(of: [.aztec], in: view, with: reader).isEmpty else { return false }
        // ZXing extrapolates an Aztec code's corners from whole pixels at its middle: at twice the size they are
        // twice as good. A turned crop is blurred, and is not.
        let isTurned = abs(angle) >= View.leastTurn
        let views = isTurned ? [view] : [view.resized(by: 2, interpolation: .cubic), view]
        return views.contains { view in
            read(
                view, with: reader, types: [.aztec], step: step, evidence: Evidence(source: .crop),
                isInverted: bullseye.isInverted) > 0
        }
    }
}

extension View {
    /// Less than this, in degrees, is not worth resampling.
    fileprivate static let leastTurn = 1.0

    /// Turned clockwise about its middle, at the same size; white where it reaches outside.
    fileprivate func turnedInPlace(by degrees: Double) -> View {
        guard abs(degrees) >= Self.leastTurn else { return self }
        let middle = CGPoint(x: Double(plane.width) / 2, y: Double(plane.height) / 2)
        let back = Homography.translation(x: -middle.x, y: -middle.y)
            .then(.rotation(degrees: -degrees)).then(.translation(x: middle.x, y: middle.y))
        return warped(
            width: plane.width, height: plane.height, along: back, interpolation: .cubic,
            border: .constant(255))
    }

    /// By how much the edges of a square grid are turned clockwise, in degrees, −45…45.
    ///
    /// Gradients across the grid's lines have four directions; four times their angle is one.
    fileprivate var edgeAngle: Double {
        let (dx, dy) = plane.sobel()
        var (cosine, sine) = (0.0, 0.0)
        for (gx, gy) in zip(dx, dy) {
            let (x, y) = (Double(gx), Double(gy))
            let (real, imaginary) = (x * x - y * y, 2 * x * y)
            let length = (real * real + imaginary * imaginary).squareRoot()
            guard length > 0 else { continue }
            // Weighted with the gradient's square, as both parts are.
            cosine += (real * real - imaginary * imaginary) / length
            sine += 2 * real * imaginary / length
        }
        return atan2(sine, cosine) / 4 * 180 / .pi
    }
}
