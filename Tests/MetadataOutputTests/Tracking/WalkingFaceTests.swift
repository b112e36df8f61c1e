import Foundation
import Testing

@testable import MetadataOutput

/// Faces that walk past a camera of five frames a second, in drawn frames of 1000 × 1000; nobody sees them move between two.
@Suite struct WalkingFaceTests {
    private static let interval = Duration.milliseconds(200)

    private func sequence() -> ScriptedSequence {
        var sequence = ScriptedSequence()
        sequence.interval = Self.interval
        return sequence
    }

    /// 1.4 m a second are 1.4 sizes from frame to frame, 2.4 those of who runs.
    @Test(arguments: [0.8, 1.4, 2.4]) func whoWalksIsOne(sizes: Double) {
        var sequence = sequence()
        for step in 0..<(850 / Int(60 * sizes)) {
            let place = square(80 + 60 * sizes * Double(step), 500, side: 60)
            #expect(sequence.update([.face(place)], plane: stage([(place, 1)])).ids == [1], "in step \(step)")
        }
    }

    /// Each is where the one before was two frames ago.
    @Test func whoFollowsAnotherIsSomebodyElse() {
        var sequence = sequence()
        var ids: [[Int]] = []
        for step in 0..<8 {
            let faces = (0..<2).map { person in
                (
                    box: square(160 + 90 * Double(step) - 180 * Double(person), 500, side: 60),
                    person: UInt64(person + 1)
                )
            }.filter { $0.box.minX > 0 }
            ids.append(sequence.update(faces.map { .face($0.box) }, plane: stage(faces)).ids)
        }
        #expect(ids == Array(repeating: [1], count: 1) + Array(repeating: [1, 2], count: 7))
    }

    /// One goes out of view as another appears, as far off as a face may walk.
    @Test func whoAppearsElsewhereIsSomebodyElse() {
        var sequence = sequence()
        let (before, after) = (square(400, 500, side: 60), square(490, 500, side: 60))
        _ = sequence.updates(3, [.face(before)])
        for _ in 0..<3 { _ = sequence.update([.face(before)], plane: stage([(before, 1)])) }
        let update = sequence.update([.face(after)], plane: stage([(after, 2)]))
        #expect(update.appeared.map(\.objectID) == [2])
    }

    /// Farther than anybody runs, however alike.
    @Test func whoIsFarAwayIsSomebodyElse() {
        var sequence = sequence()
        let (before, after) = (square(200, 500, side: 60), square(420, 500, side: 60))
        for _ in 0..<3 { _ = sequence.update([.face(before)], plane: stage([(before, 1)])) }
        #expect(
            sequence.update([.face(after)], plane: stage([(after, 1)])).appeared.map(\.objectID) == [2])
    }

    /// A frame later they are expected farther on, and shown there where nobody finds them.
    @Test func whoWalksIsExpectedFartherOn() throws {
        var sequence = sequence()
        for step in 0..<5 {
            let place = square(100 + 80 * Double(step), 500, side: 60)
            _ = sequence.update([.face(place)], plane: stage([(place, 1)]))
        }
        let missed = sequence.update([], plane: stage([]))
        let middle = try #require(missed.objects.first?.bounds.midX) * 1000
        #expect(middle > 450 && middle < 520, "at 420 in the frame before, 80 a frame")
    }
}
