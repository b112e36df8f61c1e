/// Which modules of a blurred symbol are dark: those that, blurred again, look most like what is seen.
///
/// Each module may be anything from ink to paper, which makes the nearest a problem with one answer, and projected gradients lead
/// there (A. Beck, M. Teboulle, A Fast Iterative Shrinkage-Thresholding Algorithm for Linear Inverse Problems, 2009).
struct ModuleRestoration {
    private static let steps = 60

    /// Row by row.
    let isDark: [Bool]

    /// - Parameters:
    ///   - values: What is seen of each module, row by row, as if paper were 1 and ink 0 everywhere.
    ///   - dimension: Modules a side.
    init(of values: [Float], _ blur: ModuleBlur, dimension: Int) {
        let framed = FramedModules(dimension: dimension)
        // Beyond the symbol is paper.
        var modules = framed.filled(with: [Float](repeating: 0.5, count: dimension * dimension), frame: 1)
        var isFree = framed.filled(with: [Float](repeating: 1, count: dimension * dimension), frame: 0)
        let isInside = isFree
        for module in FinderModules(dimension: dimension).patterns.joined() {
            let place = framed.place(of: module.index)
            (modules[place], isFree[place]) = (module.isDark ? 0 : 1, 0)
        }
        let seen = framed.filled(with: values, frame: 0)
        let taps = framed.taps(of: blur.weights)
        var (ahead, errors, way) = (modules, modules, modules)
        var momentum: Float = 1
        for _ in 0..<Self.steps {
            Self.blur(ahead, by: taps, within: framed.inner, into: &errors)
            for place in framed.inner { errors[place] = (seen[place] - errors[place]) * isInside[place] }
            for place in 0..<framed.inner.lowerBound { errors[place] = 0 }
            for place in framed.inner.upperBound..<errors.count { errors[place] = 0 }
            // The weights are the same from either side, and their sum is 1, which is as far as a step may go.
            Self.blur(errors, by: taps, within: framed.inner, into: &way)
            let next = (1 + (1 + 4 * momentum * momentum).squareRoot()) / 2
            let beyond = (momentum - 1) / next
            momentum = next
            for place in framed.inner {
                let value = min(max(ahead[place] + way[place] * isFree[place], 0), 1)
                ahead[place] = value + beyond * (value - modules[place])
                modules[place] = value
            }
        }
        isDark = (0..<dimension * dimension).map { modules[framed.place(of: $0)] < 0.5 }
    }

    /// The sum of neighbours by their weights, for each place of a range.
    private static func blur(
        _ modules: [Float], by taps: [(offset: Int, weight: Float)], within range: Range<Int>,
        into sums: inout [Float]
    ) {
        modules.withUnsafeBufferPointer { modules in
            sums.withUnsafeMutableBufferPointer { sums in
                guard let modules = modules.baseAddress, let sums = sums.baseAddress else { return }
                // Parts that stay in the nearest cache while all neighbours are added.
                for start in stride(from: range.lowerBound, to: range.upperBound, by: 1024) {
                    let count = min(1024, range.upperBound - start)
                    let target = sums + start
                    target.update(repeating: 0, count: count)
                    for tap in taps {
                        let source = modules + (start + tap.offset)
                        for index in 0..<count { target[index] += tap.weight * source[index] }
                    }
                }
            }
        }
    }
}
