import Foundation
import Testing

@testable import MetadataOutput

@Suite struct CodeTrackingTests {
    @Test func twoEqualCodesSideBySideAreTwo() {
        var sequence = ScriptedSequence()
        let (left, right) = (square(300, 500), square(420, 500))
        for step in 0..<20 {
            // Engines name them in any order.
            let readings: [Reading] = [.qr("a", left), .qr("a", right)]
            let update = sequence.update(step.isMultiple(of: 2) ? readings : readings.reversed())
            #expect(update.ids == [1, 2])
            #expect(update.objects[0].bounds.midX < update.objects[1].bounds.midX)
        }
        // One of them alone is the one that is there.
        let alone = sequence.update([.qr("a", right)])
        #expect(alone.detectedObjectIDs == [2])
    }

    @Test func anotherPayloadAtThePlaceIsAnotherObject() {
        var sequence = ScriptedSequence()
        _ = sequence.update([.qr("a", square(300, 500))])
        let update = sequence.update([.qr("b", square(300, 500))])
        #expect(update.appeared.map(\.objectID) == [2])
        // Where it is the other one is not any more.
        #expect(update.ids == [2])
    }

    /// Sheets of labels, each held before the camera for less time than hidden ones are remembered.
    @Test func whatIsSeenNeedsNoRoomThatHiddenOnesHold() {
        var sequence = ScriptedSequence()
        for sheet in 0..<4 {
            let update = sequence.update(
                (0..<200).map { place in
                    let (x, y) = (Double(place % 20), Double(place / 20))
                    return .qr("\(sheet) \(place)", square(50 + 45 * x, 100 + 80 * y, side: 40))
                })
            let texts = update.objects.compactMap {
                ($0 as? MetadataMachineReadableCodeObject)?.stringValue
            }
            #expect(Set(texts) == Set((0..<200).map { "\(sheet) \($0)" }))
        }
        // Those that were hidden last are remembered.
        let again = sequence.update([.qr("2 7", square(50 + 45 * 7, 100, side: 40))])
        #expect(again.detectedObjectIDs == [408])
    }

    @Test func equalCodesFarApartAreTwo() {
        var sequence = ScriptedSequence()
        _ = sequence.update([.qr("a", square(200, 200))])
        #expect(sequence.update([.qr("a", square(800, 800))]).detectedObjectIDs == [2])
    }

    /// A poster in view of which zbar dies is no reason to show codes for ever that are gone.
    @Test func whatFailsExcusesForAMoment() {
        var sequence = ScriptedSequence()
        _ = sequence.updates(5, [.qr("a", square(300, 500))])
        let failures = [EngineFailure(engine: .zbar, reason: "signal 11")]
        sequence.failures = failures
        #expect(sequence.updates(45, []).allSatisfy { $0.ids == [1] })
        let later = sequence.updates(150, [])
        #expect(later.flatMap(\.disappeared).map(\.objectID) == [1])
        #expect(later.last?.objects.isEmpty == true)
        // One failure now and then excuses nothing of the searches between.
        _ = sequence.updates(5, [.qr("b", square(300, 500))])
        for number in 0..<100 {
            sequence.failures = number.isMultiple(of: 2) ? failures : []
            _ = sequence.update([])
        }
        #expect(sequence.update([]).objects.isEmpty)
    }

    /// Of a source that begins anew, as a film that is played again.
    @Test func onAClockThatIsSetBackNothingStaysThatIsGone() {
        var sequence = ScriptedSequence()
        sequence.clock = .seconds(100)
        _ = sequence.updates(5, [.qr("a", square(300, 500))])
        sequence.clock = .zero
        let again = sequence.update([.qr("a", square(300, 500))])
        #expect(again.ids == [1] && again.objects[0].timeInView == .milliseconds(160))
        sequence.clock = .seconds(-100)
        let later = sequence.updates(150, [])
        #expect(later.flatMap(\.disappeared).map(\.objectID) == [1])
        #expect(later.last?.objects.isEmpty == true)
    }

    @Test func aFastCodeIsTheSame() {
        var sequence = ScriptedSequence()
        for step in 0..<8 {
            #expect(sequence.update([.qr("a", square(100 + 110 * Double(step), 500))]).ids == [1])
        }
    }

    @Test func aCodeOnlyLocatedStillSaysWhatItSaid() {
        var sequence = ScriptedSequence()
        _ = sequence.update([.qr("a", square(300, 500))])
        var located = Reading.qr("", square(304, 500))
        located.content = .code(CodeContent(bytes: [], text: nil, isDecoded: false))
        let update = sequence.update([located])
        #expect(update.detectedObjectIDs == [1])
        #expect((update.objects.first as? MetadataMachineReadableCodeObject)?.stringValue == "a")
    }

    /// What is there may be another one, of which nobody knows what it says.
    @Test func aCodeThatIsOnlyLocatedForLongIsAnother() throws {
        var sequence = ScriptedSequence()
        _ = sequence.update([.qr("a", square(300, 500))])
        var located = Reading.qr("", square(300, 500))
        located.content = .code(CodeContent(bytes: [], text: nil, isDecoded: false))
        let last = try #require(sequence.updates(100, [located]).last)
        let texts = last.objects.map { ($0 as? MetadataMachineReadableCodeObject)?.stringValue }
        #expect(last.ids == [2] && texts == [nil])
    }

    @Test func aLocatedCodeThatIsReadLaterKeepsItsID() {
        var sequence = ScriptedSequence()
        var located = Reading.qr("", square(300, 500))
        located.content = .code(CodeContent(bytes: [], text: nil, isDecoded: false))
        _ = sequence.update([located])
        let update = sequence.update([.qr("a", square(300, 500))])
        #expect(update.ids == [1])
        #expect((update.objects.first as? MetadataMachineReadableCodeObject)?.stringValue == "a")
    }

    /// A blurred frame is no reason to hide a code that lies within the box of somebody who holds it.
    @Test func aCodeBeforeAFaceHasItsGrace() {
        var sequence = ScriptedSequence()
        let (face, code) = (Reading.face(square(500, 500, side: 400)), Reading.qr("a", square(510, 560)))
        _ = sequence.updates(5, [code, face])
        #expect(sequence.updates(7, [face]).allSatisfy { $0.ids == [1, 2] })
        #expect(sequence.update([face]).ids.count == 1)
    }

    /// Such as of a reading that was searched for before the region of interest was made narrower.
    @Test func whatAppearsIsInView() {
        let sequence = MetadataSequence(motion: nil, ids: ObjectIDSource())
        func update(_ readings: [Reading], at time: Duration) -> MetadataUpdate {
            sequence.update(
                for: SearchedFrame(
                    time: time,
                    request: DetectionRequest(
                        types: [.qr], rectOfInterest: CGRect(x: 0, y: 0, width: 0.5, height: 1)),
                    shares: [.qr: 1], width: 1000, height: 1000,
                    detections: readings.map { Detection(reading: $0, confidence: 1) }))
        }
        let readings: [Reading] = [.qr("a", square(150, 150)), .qr("b", square(850, 150))]
        #expect(update([readings[0]], at: .zero).appeared.map(\.objectID) == [1])
        let second = update(readings, at: .milliseconds(40))
        #expect(second.ids == [1] && second.appeared.isEmpty)
    }

    @Test func cornersCountedFromAnotherOneAreTakenAsTheyAre() throws {
        var sequence = ScriptedSequence()
        let corners = square(300, 500).corners
        var turned = Reading.qr("a", square(300, 500))
        turned.corners = Array(corners[2...] + corners[..<2])
        _ = sequence.update([.qr("a", square(300, 500))])
        let update = sequence.update([turned])
        let code = try #require(update.objects.first as? MetadataMachineReadableCodeObject)
        #expect(code.corners == turned.corners.map { CGPoint(x: $0.x / 1000, y: $0.y / 1000) })
    }

    /// Of a low symbol no corner is farther from the one at its place than it is high: it was shown as a line in between.
    @Test func orderOfALowSymbolsCornersIsNotBlended() throws {
        var sequence = ScriptedSequence()
        let box = CGRect(x: 300, y: 500, width: 250, height: 57)
        var turned = Reading.qr("a", box)
        turned.corners = [1, 0, 3, 2].map { box.corners[$0] }
        for reading in [.qr("a", box), turned, .qr("a", box)] {
            let update = sequence.updates(6, [reading]).first
            let code = try #require(update?.objects.first as? MetadataMachineReadableCodeObject)
            #expect(code.corners == reading.corners.map { CGPoint(x: $0.x / 1000, y: $0.y / 1000) })
        }
    }
}
