import Testing

@testable import Detectors

@Suite struct TakingTurnsTests {
    @Test func eachIsAmongTheFirstNowAndThen() {
        let elements = Array(0..<9)
        #expect(elements.takingTurns(in: 0, 4, always: 2) == elements)
        #expect(elements.takingTurns(in: 1, 4, always: 2) == [0, 1, 4, 5, 6, 7, 8, 2, 3])
        var tried: Set<Int> = []
        for frame in 10..<14 { tried.formUnion(elements.takingTurns(in: frame, 4, always: 2).prefix(4)) }
        #expect(tried == Set(elements))
    }

    @Test func fewNeedNoTurns() {
        #expect([3, 1, 2].takingTurns(in: 5, 3, always: 1) == [3, 1, 2])
        #expect([Int]().takingTurns(in: 5, 4, always: 2).isEmpty)
    }
}
