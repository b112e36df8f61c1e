import Testing

@testable import Capture

@Suite struct SubjectAreaWatchTests {
    private static let count = SubjectAreaWatch.fields * SubjectAreaWatch.fields

    /// A scene in which the first so many fields have another luma than the others.
    private func scene(_ luma: Double, first: Int = 0, with other: Double = 0) -> [Double] {
        (0..<Self.count).map { $0 < first ? other : luma }
    }

    /// How often a change is told in so many frames of a scene.
    private func changes(_ watch: inout SubjectAreaWatch, _ frames: Int, of scene: [Double]) -> Int {
        (0..<frames).count { _ in watch.hasChanged(scene) }
    }

    private func settled(on scene: [Double]) -> SubjectAreaWatch {
        var watch = SubjectAreaWatch()
        let told = changes(&watch, 10, of: scene)
        #expect(told == 0 && watch.isSettled)
        return watch
    }

    @Test func aLastingChangeIsToldOnce() {
        var watch = settled(on: scene(120))
        #expect(changes(&watch, 14, of: scene(120, first: 32, with: 30)) == 0)
        #expect(changes(&watch, 100, of: scene(120, first: 32, with: 30)) == 1)
        // And the way back is another.
        #expect(changes(&watch, 100, of: scene(120)) == 1)
    }

    @Test func whatPassesIsNone() {
        var watch = settled(on: scene(120))
        for _ in 0..<5 {
            #expect(changes(&watch, 14, of: scene(120, first: 40, with: 10)) == 0)
            #expect(changes(&watch, 1, of: scene(120)) == 0)
        }
    }

    @Test func whatIsSmallIsNone() {
        var watch = settled(on: scene(120))
        // Much in few fields, or little in all.
        #expect(changes(&watch, 100, of: scene(120, first: 15, with: 250)) == 0)
        #expect(changes(&watch, 100, of: scene(139)) == 0)
        // Slow changes add up.
        #expect(changes(&watch, 100, of: scene(141)) == 1)
    }

    @Test func nothingIsToldUntilItSettles() {
        var watch = SubjectAreaWatch()
        for luma in 0..<100 {
            let isTold = watch.hasChanged(scene(luma.isMultiple(of: 2) ? 50 : 150))
            #expect(!isTold && !watch.isSettled)
        }
        // One told, and no other as long as the picture moves.
        watch = settled(on: scene(120))
        var told = 0
        for frame in 0..<200 {
            told += watch.hasChanged(scene(0, first: frame % 2 == 0 ? 30 : 60, with: 250)) ? 1 : 0
        }
        #expect(told == 1)
    }

    @Test func aNewBeginningForgets() {
        var watch = settled(on: scene(120))
        watch.reset()
        let told = changes(&watch, 100, of: scene(20))
        #expect(told == 0)
    }
}
