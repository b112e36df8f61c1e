import Foundation
import MetadataOutput

/// The grey values of a symbol's modules, row by row, 0 dark … 255 light.
struct ModuleGrid {
    /// Ways of telling dark from light, the likeliest first.
    enum Threshold: CaseIterable {
        /// The mean of the modules around.
        case local
        /// The same, after what neighbours blurred into a module is taken out again.
        case sharpened
        /// Half-way between the darkest and the lightest of the modules around.
        case middle
        /// The mean of all modules.
        case global
    }

    /// Modules a side.
    let dimension: Int
    let values: [Float]

    /// - Parameter mesh: Where the modules are in the plane.
    init(_ version: QRVersion, mesh: ModuleMesh, in luma: LumaSampler, isInverted: Bool) {
        let size = version.dimension
        dimension = size
        let centers = mesh.centers(dimension: size)
        values = centers.indices.map { index in
            let place = centers[index]
            // A quarter of a module to either side of the centre; the last column takes its left neighbour's way.
            let from = index % size == size - 1 ? index - 1 : index
            let dx = (centers[from + 1].x - centers[from].x) / 4
            let dy = (centers[from + 1].y - centers[from].y) / 4
            let value = luma.moduleValue(at: place, quarter: CGPoint(x: dx, y: dy))
            return Float(isInverted ? 255 - value : value)
        }
    }

    /// The share of the timing patterns' modules that are what they must be; about a half in what is no symbol.
    var timingAgreement: Double { Self.timingAgreement(of: isDark(.local), dimension: dimension) }

    /// The same of modules that were told from each other in another way.
    static func timingAgreement(of isDark: [Bool], dimension: Int) -> Double {
        let right = (8..<dimension - 8).reduce(0) { count, index in
            let expected = index.isMultiple(of: 2)
            return count + (isDark[6 * dimension + index] == expected ? 1 : 0)
                + (isDark[index * dimension + 6] == expected ? 1 : 0)
        }
        return Double(right) / Double(2 * (dimension - 16))
    }

    /// The share of the modules of each finder pattern, with the light ones around it, that are what they must be: the
    /// least of the three. About a half in what is no symbol, two thirds where a search took it for one.
    var finderAgreement: Double {
        let isDark = isDark(.local)
        return FinderModules(dimension: dimension).patterns.map { pattern in
            Double(pattern.count { isDark[$0.index] == $0.isDark }) / Double(pattern.count)
        }.min() ?? 0
    }

    /// Which modules are dark.
    func isDark(_ threshold: Threshold) -> [Bool] {
        switch threshold {
        case .local: compared(values, with: means(of: values, reach: 5))
        case .sharpened: compared(sharpened, with: means(of: sharpened, reach: 5))
        case .middle: compared(values, with: middles(reach: 3))
        case .global:
            compared(
                values,
                with: [Float](repeating: values.reduce(0, +) / Float(values.count), count: values.count))
        }
    }

    private func compared(_ values: [Float], with limits: [Float]) -> [Bool] {
        zip(values, limits).map { $0 < $1 }
    }

    private var sharpened: [Float] {
        let around = means(of: values, reach: 1)
        return zip(values, around).map { $0 + 0.8 * ($0 - $1) }
    }

    /// Means over boxes of 2·reach + 1 modules, cut at the edges.
    private func means(of values: [Float], reach: Int) -> [Float] {
        let stride = dimension + 1
        var sums = [Float](repeating: 0, count: stride * stride)
        for row in 0..<dimension {
            var line: Float = 0
            for column in 0..<dimension {
                line += values[row * dimension + column]
                sums[(row + 1) * stride + column + 1] = sums[row * stride + column + 1] + line
            }
        }
        var means = values
        for row in 0..<dimension {
            let (top, bottom) = (max(0, row - reach), min(dimension, row + reach + 1))
            for column in 0..<dimension {
                let (left, right) = (max(0, column - reach), min(dimension, column + reach + 1))
                let sum =
                    sums[bottom * stride + right] - sums[top * stride + right] - sums[bottom * stride + left]
                    + sums[top * stride + left]
                means[row * dimension + column] = sum / Float((bottom - top) * (right - left))
            }
        }
        return means
    }

    private func middles(reach: Int) -> [Float] {
        // Rows first, then columns: extremes are separable.
        let low = extremes(
            of: extremes(of: values, reach: reach, alongRows: true, min), reach: reach, alongRows: false, min)
        let high = extremes(
            of: extremes(of: values, reach: reach, alongRows: true, max), reach: reach, alongRows: false, max)
        return zip(low, high).map { ($0 + $1) / 2 }
    }

    private func extremes(
        of values: [Float], reach: Int, alongRows: Bool, _ choose: (Float, Float) -> Float
    ) -> [Float] {
        let step = alongRows ? 1 : dimension
        return values.indices.map { index in
            let position = alongRows ? index % dimension : index / dimension
            var best = values[index]
            for offset in max(-reach, -position)...min(reach, dimension - 1 - position) {
                best = choose(best, values[index + offset * step])
            }
            return best
        }
    }
}
