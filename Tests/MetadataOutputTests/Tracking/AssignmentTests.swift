import Testing

@testable import MetadataOutput

@Suite struct AssignmentTests {
    @Test func theSumIsLeastEvenWhereTheNearestIsNot() {
        // Greedy would take 1 and then have to pay 9.
        let columns = Assignment.columns(costs: [[1, 2], [2, 9]], limit: 10)
        #expect(columns == [1, 0])
    }

    @Test func aPairOutOfTheQuestionIsNoPair() {
        #expect(Assignment.columns(costs: [[nil, nil], [nil, 1]], limit: 3) == [nil, 1])
        #expect(Assignment.columns(costs: [[4]], limit: 3) == [nil])
        #expect(Assignment.columns(costs: [[], []], limit: 3) == [nil, nil])
        #expect(Assignment.columns(costs: [], limit: 3) == [])
    }

    @Test func moreRowsThanColumns() {
        #expect(Assignment.columns(costs: [[2], [1], [3]], limit: 5) == [nil, 0, nil])
    }

    @Test func itIsAsGoodAsTryingAll() {
        var state: UInt64 = 7
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24) * 4
        }
        for _ in 0..<200 {
            let costs: [[Double?]] = (0..<4).map { _ in
                (0..<4).map { _ in
                    let cost = random()
                    return cost > 3 ? nil : cost
                }
            }
            let columns = Assignment.columns(costs: costs, limit: 3)
            #expect(Set(columns.compactMap(\.self)).count == columns.compactMap(\.self).count)
            let best = permutations(of: [0, 1, 2, 3]).map { sum(costs, $0) }.min() ?? 0
            #expect(abs(sum(costs, columns) - best) < 1e-9)
        }
    }

    @Test func crowdsArePairedGreedily() {
        let count = 200
        let costs: [[Double?]] = (0..<count).map { row in
            (0..<count).map { $0 == row ? 0.1 : 1 }
        }
        #expect(Assignment.columns(costs: costs, limit: 3) == (0..<count).map(Optional.some))
    }

    /// What a pairing costs; a pair that is none costs the limit, as a row without a column does.
    private func sum(_ costs: [[Double?]], _ columns: [Int?]) -> Double {
        zip(costs, columns).map { row, column in column.flatMap { row[$0] } ?? 3 }.reduce(0, +)
    }

    private func permutations(of items: [Int]) -> [[Int]] {
        items.count < 2
            ? [items]
            : items.flatMap { first in
                permutations(of: items.filter { $0 != first }).map { [first] + $0 }
            }
    }
}
