import Foundation
import Testing

@testable import MetadataOutput

@Suite struct FaceTrackingTests {
    @Test func aFaceKeepsItsIDWhileItMoves() {
        var sequence = ScriptedSequence()
        for step in 0..<40 {
            let update = sequence.update([.face(square(100 + 15 * Double(step), 300))])
            #expect(update.ids == [1])
            #expect(update.appeared.map(\.objectID) == (step == 0 ? [1] : []))
            #expect(update.detectedObjectIDs == [1])
            #expect(update.objects.first?.timeInView == .milliseconds(40 * step))
        }
    }

    @Test func aFaceKeepsItsIDWhileItGrows() {
        var sequence = ScriptedSequence()
        for step in 0..<30 {
            let side = 60 * pow(1.06, Double(step))
            #expect(sequence.update([.face(square(500, 500, side: side))]).ids == [1])
        }
    }

    /// What passes in front changes the motion seen at a face's place; growing on by it the face would be lost.
    @Test func whatIsNotSeenKeepsItsSize() {
        var sequence = ScriptedSequence()
        for step in 0..<10 {
            _ = sequence.update([.face(square(500, 500, side: 60 * pow(1.1, Double(step))))])
        }
        let sizes = sequence.updates(7, []).compactMap { $0.objects.first?.bounds.width }
        #expect(sizes.count == 7)
        #expect(sizes.allSatisfy { abs($0 - sizes[0]) < 1e-9 })
    }

    @Test func howFarAFaceMayHaveGoneIsAMatterOfTimeAndNotOfSearches() {
        for (unsearched, id) in [(2, 2), (5, 1)] {
            var sequence = ScriptedSequence()
            _ = sequence.updates(5, [.face(square(500, 500))])
            for _ in 0..<2 {
                _ = sequence.updates(unsearched, [], searched: false)
                _ = sequence.update([])
            }
            #expect(sequence.update([.face(square(585, 500))]).ids.last == id)
        }
    }

    @Test func missedDetectionsAreBridgedAndThenTheFaceIsHidden() {
        var sequence = ScriptedSequence()
        _ = sequence.updates(5, [.face(square(500, 500))])
        let missed = sequence.updates(12, [])
        // 300 ms are 7 frames.
        #expect(missed.map(\.ids) == Array(repeating: [1], count: 7) + Array(repeating: [], count: 5))
        #expect(missed.allSatisfy { $0.detectedObjectIDs.isEmpty && $0.disappeared.isEmpty })
        let back = sequence.update([.face(square(505, 500))])
        #expect(back.ids == [1])
        #expect(back.appeared.isEmpty)
    }

    @Test func whoIsUnseenForLongDisappearsAndReturnsAsSomebodyNew() {
        var sequence = ScriptedSequence()
        _ = sequence.updates(5, [.face(square(500, 500))])
        let missed = sequence.updates(60, [])
        let last = missed.flatMap(\.disappeared)
        #expect(last.map(\.objectID) == [1])
        // As it was in view last: 300 ms after the fifth frame at most.
        #expect(last.first.map { $0.time > .milliseconds(160) && $0.time <= .milliseconds(460) } == true)
        let back = sequence.update([.face(square(500, 500))])
        #expect(back.ids == [2])
        #expect(back.appeared.map(\.objectID) == [2])
    }

    @Test func whoLeavesByTheEdgeReturnsAsSomebodyNew() {
        var sequence = ScriptedSequence()
        for step in 0..<10 { _ = sequence.update([.face(square(950 + 3 * Double(step), 500))]) }
        let gone = sequence.updates(10, [])
        #expect(gone.flatMap(\.disappeared).map(\.objectID) == [1])
        #expect(sequence.update([.face(square(950, 500))]).ids == [2])
    }

    /// Whether a box lies in the picture is no matter of rounding errors in its corners.
    @Test func whoIsHiddenWithinThePictureReturnsWhereverItIs() {
        for step in 0..<100 {
            var sequence = ScriptedSequence()
            let box = CGRect(
                x: 445.0576752988342 + 0.7391 * Double(step), y: 124.72130447729856 + 1.1173 * Double(step),
                width: 71.05492274182524, height: 92.07937242324277)
            _ = sequence.updates(5, [.face(box)])
            _ = sequence.updates(20, [])
            #expect(sequence.update([.face(box)]).ids == [1])
        }
    }

    @Test func crossingFacesKeepTheirIDs() {
        var sequence = ScriptedSequence()
        for step in 0..<50 {
            let (right, left) = (square(200 + 12 * Double(step), 400), square(800 - 12 * Double(step), 440))
            // The one behind is not seen while they cover each other.
            let isHidden = right.intersectionOverUnion(left) > 0.3
            let update = sequence.update(isHidden ? [.face(left)] : [.face(right), .face(left)])
            if step == 0 { #expect(update.ids == [1, 2]) }
            if step == 49 {
                #expect(update.ids == [1, 2])
                let places = update.objects.map { $0.bounds.midX }
                #expect(abs(places[0] - 0.788) < 0.02)
                #expect(abs(places[1] - 0.212) < 0.02)
            }
        }
    }

    /// Between two searches nobody knows who is in front, and motion there is that of the one who is.
    @Test func whereFacesTouchMotionIsNotFollowed() {
        var sequence = ScriptedSequence(motion: ScriptedMotion(x: 0.02))
        _ = sequence.updates(2, [.face(square(500, 500)), .face(square(560, 500))])
        let last = sequence.updates(5, [], searched: false).last
        let places = last?.objects.map { $0.bounds.midX * 1000 } ?? []
        // Motion is 10 a frame; in the first of the five nobody has been missed yet, and the speed known dies away.
        #expect(places.count == 2)
        #expect(zip(places, [500, 560]).allSatisfy { abs($0 - $1) < 45 })
    }

    @Test func aFaceSearchedForInTurnsOutlivesTheCycle() {
        var sequence = ScriptedSequence()
        sequence.share = 0.25
        _ = sequence.update([.face(square(500, 500))])
        for _ in 0..<10 {
            // Found by one of four passes.
            #expect(sequence.updates(3, []).map(\.ids) == [[1], [1], [1]])
            #expect(sequence.update([.face(square(500, 500))]).ids == [1])
        }
    }

    @Test func framesInWhichNobodySearchedSayNothing() {
        var sequence = ScriptedSequence()
        _ = sequence.update([.face(square(500, 500))])
        #expect(sequence.updates(100, [], searched: false).allSatisfy { $0.ids == [1] })
    }

    @Test func motionCarriesAFaceBetweenDetections() {
        var sequence = ScriptedSequence(motion: ScriptedMotion(x: 0.02))
        _ = sequence.update([.face(square(300, 500))])
        let update = sequence.updates(5, [], searched: false)[4]
        #expect(update.objects.first.map { abs($0.bounds.midX - 0.35) < 1e-9 } == true)
    }

    @Test func motionCarriesAFaceAlsoToAFrameOfTheSameTime() {
        var sequence = ScriptedSequence(motion: ScriptedMotion(x: 0.02))
        sequence.interval = .zero
        _ = sequence.update([.face(square(300, 500))])
        let update = sequence.update([], searched: false)
        #expect(update.objects.first.map { abs($0.bounds.midX - 0.31) < 1e-9 } == true)
        // It has no speed by that.
        var filter = CornerFilter(square(300, 500).corners, error: 0.04)
        let (before, after) = (CGPoint(x: 300, y: 500), CGPoint(x: 310, y: 500))
        filter.predict(seconds: 0, motion: Motion(center: before, movedCenter: after))
        #expect(filter.box.midX == 310 && filter.speeds.allSatisfy { $0 == .zero })
    }

    @Test func theRollIsSmoothAcrossZero() throws {
        var sequence = ScriptedSequence()
        for step in 0..<20 {
            let roll = (355 + Double(step)).truncatingRemainder(dividingBy: 360)
            let update = sequence.update([.face(square(500, 500), roll: roll)])
            let face = try #require(update.objects.first as? MetadataFaceObject)
            let shown = try #require(face.rollAngle)
            #expect((0..<360).contains(shown))
            let difference = abs((shown - roll + 540).wrappedDegrees - 180)
            #expect(difference < 3)
        }
    }

    @Test func aTypeNoLongerWantedDisappearsAtOnce() {
        var sequence = ScriptedSequence()
        _ = sequence.update([.face(square(500, 500))])
        sequence.types = [.qr]
        let update = sequence.update([])
        #expect(update.ids.isEmpty)
        #expect(update.disappeared.map(\.objectID) == [1])
    }

    @Test func idsGoOnWhereOneSequenceFollowsAnother() {
        let ids = ObjectIDSource()
        var first = ScriptedSequence(ids: ids)
        _ = first.update([.face(square(300, 500)), .face(square(700, 500))])
        #expect(first.finish()?.disappeared.map(\.objectID) == [1, 2])
        var second = ScriptedSequence(ids: ids)
        #expect(second.update([.face(square(300, 500))]).ids == [3])
    }

    @Test func nothingToFinishIsNothing() {
        #expect(ScriptedSequence().finish() == nil)
    }
}
