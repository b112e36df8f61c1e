import Testing

@testable import Detectors

@Suite struct BandedEquationsTests {
    /// 4x + y = 1, x + 3y + z = 2, y + 2z = 3 and their like.
    @Test func whatIsFoundFulfilsThem() throws {
        let matrix: [[Double]] = [[4, 1, 0, 0], [1, 3, 1, 0], [0, 1, 2, 0.5], [0, 0, 0.5, 1]]
        var equations = BandedEquations(unknowns: 4, reach: 1)
        for row in 0..<4 {
            for column in max(0, row - 1)...row { equations[row, column] = matrix[row][column] }
        }
        let sides: [[Double]] = [[1, 2, 3, 4], [0, -1, 0, 1]]
        let found = try #require(equations.solutions(for: sides))
        for (side, values) in zip(sides, found) {
            for row in 0..<4 {
                let sum = zip(matrix[row], values).reduce(0) { $0 + $1.0 * $1.1 }
                #expect(abs(sum - side[row]) < 1e-9)
            }
        }
    }

    @Test func whatHasNoAnswerHasNone() {
        #expect(BandedEquations(unknowns: 2, reach: 1).solutions(for: [[1, 1]]) == nil)
    }
}
