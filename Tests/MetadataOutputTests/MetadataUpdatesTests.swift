import Foundation
import Testing

@testable import MetadataOutput

/// What a consumer gets that was busy.
@Suite struct MetadataUpdatesTests {
    private let inbox = UpdateInbox()

    private func update(_ second: Int, endsScene: Bool = false, isSearched: Bool = true) -> MetadataUpdate {
        var update = MetadataUpdate(
            time: .seconds(second), width: 8, height: 8, objects: [], appeared: [], disappeared: [],
            detectedObjectIDs: isSearched ? [second] : [], failures: [])
        update.origin = FrameOrigin(source: "door", sequenceNumber: second)
        (update.endsScene, update.isSearched) = (endsScene, isSearched)
        update.unread = isSearched ? [UnreadPlace(kind: .face, corners: square(100, 100).corners)] : []
        return update
    }

    private var taken: [MetadataUpdate] {
        get async {
            inbox.finish()
            return await Array(MetadataUpdates(inbox: inbox))
        }
    }

    @Test func theNewestTakesThePlaceOfThoseBefore() async {
        for second in 1...3 { inbox.put(update(second)) }
        let taken = await taken
        #expect(taken.map(\.time) == [.seconds(3)])
        #expect(taken.first?.detectedObjectIDs == [1, 2, 3])
    }

    private func code(_ id: Int, _ text: String?, at second: Int) -> any MetadataObject {
        MetadataMachineReadableCodeObject(
            type: .qr, time: .seconds(second), duration: nil, timeInView: .zero, bounds: .zero, objectID: id,
            groupID: nil, confidence: 1, engine: .zxing, step: "plain", corners: [],
            content: CodeContent(bytes: Array((text ?? "").utf8), text: text, isDecoded: text != nil))
    }

    @Test func whatPassedIsKeptWithItsDetections() async {
        for second in 1...4 {
            var update = update(second)
            // The first goes after the third frame; the second is decoded in the last.
            update.objects =
                second < 4
                ? [code(1, "a", at: second), code(2, nil, at: second)] : [code(2, "b", at: second)]
            update.detectedObjectIDs = second == 2 ? [2] : Set(update.objects.map(\.objectID))
            inbox.put(update)
        }
        let taken = await taken
        #expect(taken.map(\.time) == [.seconds(4)])
        #expect(taken.first?.passedObjects.map(\.objectID) == [1])
        #expect(taken.first?.passedObjects.map(\.time) == [.seconds(3)])
        #expect((1...3).map { taken.first?.detectionCount(of: $0) } == [2, 1, 0])
    }

    @Test func whoNeverLooksCostsNoMoreMemory() async {
        for second in 0..<1_200 {
            var update = update(second)
            update.objects = [code(second, "a", at: second)]
            update.disappeared = second > 0 ? [code(second - 1, "a", at: second - 1)] : []
            inbox.put(update)
        }
        let taken = await taken
        #expect(taken.map(\.passedObjects.count) == [1_000])
        #expect(taken.map(\.disappeared.count) == [1_000])
        #expect(taken.allSatisfy { $0.detectedObjectIDs.count <= 2_000 })
    }

    @Test func theEndOfASceneIsToldByItself() async {
        inbox.put(update(1))
        inbox.put(update(2, endsScene: true))
        inbox.put(update(3))
        inbox.put(update(4))
        let taken = await taken
        #expect(taken.map(\.time) == [.seconds(2), .seconds(4)])
        #expect(taken.map(\.endsScene) == [true, false])
        #expect(taken.map(\.detectedObjectIDs) == [[1, 2], [3, 4]])
    }

    @Test func scenesDoNotPileUp() async {
        for second in 0..<1_000 { inbox.put(update(second, endsScene: second.isMultiple(of: 2))) }
        #expect(await taken.map(\.time) == [.seconds(0), .seconds(999)])
    }

    @Test func whatWasSearchedStaysSo() async {
        inbox.put(update(1))
        inbox.put(update(2, isSearched: false))
        let taken = await taken
        #expect(taken.map(\.isSearched) == [true])
        #expect(taken.first?.unread.count == 1)
    }
}

extension Array {
    fileprivate init<S: AsyncSequence>(_ sequence: S) async where S.Element == Element, S.Failure == Never {
        self = []
        for await element in sequence { append(element) }
    }
}
