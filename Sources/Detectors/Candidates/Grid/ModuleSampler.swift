import Foundation
import MetadataOutput

/// Grey values of single modules, 0 dark … 255 light; ``ModuleGrid`` has those of all.
struct ModuleSampler {
    let mesh: ModuleMesh
    let luma: LumaSampler
    let isInverted: Bool

    func value(column: Int, row: Int) -> Float {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        let (place, beside) = (mesh.place(CGPoint(x: x, y: y)), mesh.place(CGPoint(x: x + 0.25, y: y)))
        let value = luma.moduleValue(
            at: place, quarter: CGPoint(x: beside.x - place.x, y: beside.y - place.y))
        return Float(isInverted ? 255 - value : value)
    }

    /// The share of the timing patterns' modules that are darker or lighter than the two beside them, as they must be: blur leaves that
    /// of them when it leaves nothing else.
    func alternation(dimension: Int) -> Double {
        let lines = [
            (7...dimension - 8).map { value(column: $0, row: 6) },
            (7...dimension - 8).map { value(column: 6, row: $0) },
        ]
        let right = lines.map { values in
            (1..<values.count - 1).count { index in
                let isDark = 2 * values[index] < values[index - 1] + values[index + 1]
                return isDark == (index + 7).isMultiple(of: 2)
            }
        }
        return Double(right[0] + right[1]) / Double(2 * (dimension - 16))
    }
}
