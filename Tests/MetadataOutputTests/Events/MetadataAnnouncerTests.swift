import Foundation
import Testing

@testable import MetadataOutput

@Suite struct MetadataAnnouncerTests {
    /// A code that was seen first `seen` seconds before `time`.
    private func code(_ id: Int, _ text: String?, at time: Double, seen: Double = 0) -> any MetadataObject {
        MetadataMachineReadableCodeObject(
            type: .qr, time: .seconds(time), duration: nil, timeInView: .seconds(seen),
            bounds: CGRect(x: 0, y: 0, width: 0.1, height: 0.1), objectID: id, groupID: nil, confidence: 1,
            engine: .zxing, step: "plain", corners: [],
            content: CodeContent(bytes: Array((text ?? "").utf8), text: text, isDecoded: text != nil))
    }

    private func face(_ id: Int, at time: Double) -> any MetadataObject {
        MetadataFaceObject(
            time: .seconds(time), duration: nil, timeInView: .zero,
            bounds: CGRect(x: 0, y: 0, width: 0.1, height: 0.1), objectID: id, groupID: nil, confidence: 1,
            engine: .dlib, step: "upright", rollAngle: nil, yawAngle: nil, pitchAngle: nil, landmarks: [])
    }

    private func update(
        at time: Double, _ objects: [any MetadataObject], gone: [any MetadataObject] = [],
        passed: [any MetadataObject] = [], detected: Set<Int>? = nil, endsScene: Bool = false
    ) -> MetadataUpdate {
        var update = MetadataUpdate(
            time: .seconds(time), width: 1, height: 1, objects: objects, appeared: [], disappeared: gone,
            detectedObjectIDs: detected ?? Set(objects.map(\.objectID)), failures: [])
        (update.endsScene, update.passedObjects) = (endsScene, passed)
        return update
    }

    /// `kind id reads` of each.
    private func words(_ events: [MetadataEvent]) -> [String] {
        events.map { "\($0.kind.rawValue) \($0.object.objectID) \($0.reads)" }
    }

    @Test func tellsWhatComesStaysAndGoes() {
        var announcer = MetadataAnnouncer()
        #expect(words(announcer.take(update(at: 0, [code(1, "a", at: 0)])).events) == ["appeared 1 1"])
        #expect(announcer.take(update(at: 0.5, [code(1, "a", at: 0.5, seen: 0.5)])).events.isEmpty)
        // Held by its motion, not read.
        let stays = announcer.take(update(at: 1, [code(1, "a", at: 1, seen: 1)], detected: []))
        #expect(words(stays.events) == ["updated 1 2"])
        #expect(announcer.take(update(at: 1.4, [])).events.isEmpty)
        let goes = announcer.take(update(at: 1.5, []))
        // A second after its last detection, and as it was then.
        #expect(words(goes.events) == ["disappeared 1 2"])
        #expect(goes.events[0].object.timeInView == .milliseconds(500))
        #expect(goes.events[0].dwell == .milliseconds(500))
        // What the tracker says later of its id is no news.
        #expect(announcer.take(update(at: 3, [], gone: [code(1, "a", at: 1, seen: 1)])).events.isEmpty)
        #expect(announcer.finish().isEmpty)
    }

    @Test func updatesAreAsFarApartAsAskedFor() {
        var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(updateInterval: .seconds(2)))
        let events = stride(from: 0.0, through: 5, by: 0.5).flatMap { time in
            announcer.take(update(at: time, [code(1, "a", at: time, seen: time)])).events
        }
        #expect(words(events) == ["appeared 1 1", "updated 1 5", "updated 1 9"])
    }

    @Test func aCodeIsThereOnceItWasReadOftenEnough() {
        var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(confirmations: 3))
        let first = announcer.take(update(at: 0, [code(1, "a", at: 0), face(2, at: 0)]))
        #expect(words(first.events) == ["appeared 2 1"])
        #expect(first.update.objects.map(\.objectID) == [2])
        #expect(announcer.take(update(at: 0.1, [code(1, "a", at: 0.1)], detected: [])).update.objects.isEmpty)
        #expect(announcer.take(update(at: 0.2, [code(1, "a", at: 0.2)])).events.isEmpty)
        let third = announcer.take(update(at: 0.3, [code(1, "a", at: 0.3, seen: 0.3)]))
        #expect(words(third.events) == ["appeared 1 3"])
        #expect(third.update.objects.map(\.objectID) == [1])
        #expect(third.update.appeared.map(\.objectID) == [1])
    }

    /// Each detection of what is too fast to be followed is another object.
    @Test func detectionsOfAFastCodeConfirmEachOther() {
        var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(confirmations: 2))
        #expect(announcer.take(update(at: 0, [code(1, "a", at: 0)])).events.isEmpty)
        #expect(announcer.take(update(at: 0.1, [code(2, "b", at: 0.1)])).events.isEmpty)
        #expect(words(announcer.take(update(at: 0.2, [code(3, "a", at: 0.2)])).events) == ["appeared 3 1"])
        #expect(announcer.take(update(at: 0.3, [code(4, "a", at: 0.3)])).events.isEmpty)
        #expect(announcer.take(update(at: 9, [])).events.map(\.kind) == [.disappeared])
        // Nobody was told of the one "b".
        #expect(announcer.suppressedReads.unconfirmed == 1)
        // Two side by side are seen once; without a cooldown each is for itself.
        announcer = MetadataAnnouncer(policy: AnnouncementPolicy(confirmations: 2))
        #expect(announcer.take(update(at: 0, [code(1, "a", at: 0), code(2, "a", at: 0)])).events.isEmpty)
        announcer = MetadataAnnouncer(policy: AnnouncementPolicy(confirmations: 2, cooldown: .zero))
        #expect(announcer.take(update(at: 0, [code(1, "a", at: 0)])).events.isEmpty)
        #expect(announcer.take(update(at: 0.2, [code(2, "a", at: 0.2)])).events.isEmpty)
    }

    @Test func whatGoesUnconfirmedIsCounted() {
        var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(confirmations: 3))
        _ = announcer.take(update(at: 0, [code(1, "a", at: 0)]))
        _ = announcer.take(update(at: 0.1, [code(1, "a", at: 0.1)]))
        #expect(announcer.take(update(at: 2, [], gone: [code(1, "a", at: 0.1)])).events.isEmpty)
        #expect(announcer.suppressedReads.unconfirmed == 2)
        #expect(announcer.suppressedReads.cooldown == 0)
    }

    @Test func aPayloadIsToldAgainOnlyAfterItWasOutOfView() {
        var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(gracePeriod: .milliseconds(300)))
        _ = announcer.take(update(at: 0, [code(1, "a", at: 0)]))
        #expect(words(announcer.take(update(at: 0.3, [])).events) == ["disappeared 1 1"])
        // Elsewhere in the picture, under another id.
        #expect(announcer.take(update(at: 0.5, [code(2, "a", at: 0.5)])).events.isEmpty)
        // What was not told does not disappear.
        #expect(announcer.take(update(at: 0.9, [])).events.isEmpty)
        // It was in view: a second after this, not after the first.
        #expect(announcer.take(update(at: 1.4, [code(3, "a", at: 1.4)])).events.isEmpty)
        #expect(announcer.suppressedReads.cooldown == 2)
        #expect(words(announcer.take(update(at: 2.4, [code(4, "a", at: 2.4)])).events) == ["appeared 4 1"])
        // Records of frames have all of them.
        let twins = announcer.take(update(at: 2.5, [code(4, "a", at: 2.5), code(5, "a", at: 2.5)]))
        #expect(twins.events.isEmpty)
        #expect(twins.update.objects.count == 2)
        #expect(words(announcer.finish()) == ["disappeared 4 2"])
    }

    @Test func aPayloadStaysWhileOneOfItsCodesIsInView() {
        var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(gracePeriod: .zero))
        let both = announcer.take(update(at: 0, [code(1, "a", at: 0), code(2, "a", at: 0)]))
        #expect(words(both.events) == ["appeared 1 1"])
        // The other one goes on under the id that was told.
        #expect(announcer.take(update(at: 0.5, [code(2, "a", at: 0.5)])).events.isEmpty)
        #expect(words(announcer.take(update(at: 1, [code(2, "a", at: 1)])).events) == ["updated 1 3"])
        let end = announcer.take(update(at: 1.5, [])).events
        #expect(words(end) == ["disappeared 1 3"])
        #expect(end[0].dwell == .seconds(1))
    }

    @Test func withoutCooldownACodeThatComesIsNotTheOneThatWent() {
        var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(cooldown: .zero))
        _ = announcer.take(update(at: 0, [code(1, "a", at: 0)]))
        #expect(words(announcer.take(update(at: 0.5, [code(2, "a", at: 0.5)])).events) == ["appeared 2 1"])
        let gone = announcer.take(update(at: 0.6, [code(2, "a", at: 0.6)], gone: [code(1, "a", at: 0)]))
        #expect(words(gone.events) == ["disappeared 1 1"])
    }

    @Test func whatDisappearedIsToldBeforeWhatIsInView() {
        var announcer = MetadataAnnouncer()
        _ = announcer.take(update(at: 0, [code(1, "a", at: 0)]))
        let events = announcer.take(update(at: 2, [code(2, "a", at: 2)])).events
        #expect(words(events) == ["disappeared 1 1", "appeared 2 1"])
    }

    @Test func anotherPayloadAndAnotherTypeAreTold() {
        var announcer = MetadataAnnouncer()
        _ = announcer.take(update(at: 0, [code(1, "a", at: 0)]))
        #expect(announcer.take(update(at: 0.1, [code(2, "b", at: 0.1)])).events.count == 1)
        #expect(announcer.take(update(at: 0.2, [face(3, at: 0.2), face(4, at: 0.2)])).events.count == 2)
    }

    @Test func withoutCooldownEveryCodeIsTold() {
        var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(cooldown: .zero))
        let twins = announcer.take(update(at: 0, [code(1, "a", at: 0), code(2, "a", at: 0)]))
        #expect(twins.events.count == 2)
        #expect(announcer.suppressedReads == SuppressedReads())
    }

    @Test func aCodeThatWasOnlyLocatedIsNewsWhenItIsRead() {
        var announcer = MetadataAnnouncer()
        #expect(announcer.take(update(at: 0, [code(1, nil, at: 0)])).events.count == 1)
        #expect(words(announcer.take(update(at: 0.1, [code(1, "a", at: 0.1)])).events) == ["appeared 1 1"])
    }

    @Test func whatCameAndWentUnseenIsToldBoth() {
        var announcer = MetadataAnnouncer()
        let one = code(1, "a", at: 2, seen: 1)
        let both = announcer.take(update(at: 5, [], gone: [one], passed: [one], detected: [1]))
        #expect(words(both.events) == ["appeared 1 1", "disappeared 1 1"])
        // One that may go on under another id is waited for.
        let other = code(2, "b", at: 5.5)
        let first = announcer.take(update(at: 6, [], gone: [other], passed: [other], detected: [2]))
        #expect(words(first.events) == ["appeared 2 1"])
        #expect(words(announcer.take(update(at: 6.5, [])).events) == ["disappeared 2 1"])
    }

    /// Its source is busy with what it cannot write, until three frames have come, of which the last has nothing.
    @Test func whatIsGoneFromTheNewestFrameIsTold() {
        let merged = update(at: 0.2, []).following(
            update(at: 0.1, [code(1, "a", at: 0.1, seen: 0.1)]).following(
                update(at: 0, [code(1, "a", at: 0)])))
        var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(confirmations: 2))
        #expect(words(announcer.take(merged).events) == ["appeared 1 2"])
        // The tracker gives it up later, in an update that nobody has to wait for.
        let end = announcer.take(update(at: 3, [], gone: [code(1, "a", at: 0.1, seen: 0.1)])).events
        #expect(words(end) == ["disappeared 1 2"])
        #expect(end.map(\.dwell) == [.milliseconds(100)])
        #expect(announcer.suppressedReads == SuppressedReads())
    }

    /// It is hidden in the newest frame, and was there half a second before.
    @Test func whatStayedWhileNobodyLookedStays() {
        var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(updateInterval: .seconds(60)))
        _ = announcer.take(update(at: 0, [code(1, "a", at: 0)]))
        let merged = update(at: 3.5, []).following(
            update(at: 3, [code(1, "a", at: 3, seen: 3)]).following(update(at: 1, [code(1, "a", at: 1)])))
        #expect(announcer.take(merged).events.isEmpty)
        #expect(announcer.take(update(at: 3.9, [code(1, "a", at: 3.9, seen: 3.9)])).events.isEmpty)
        #expect(words(announcer.finish()) == ["disappeared 1 4"])
    }

    @Test func whatWasThereBeforeTheEndOfASceneIsToldToo() {
        let merged = update(at: 1, [], gone: [code(1, "a", at: 1)], endsScene: true).following(
            update(at: 1, [code(1, "a", at: 1)]))
        var announcer = MetadataAnnouncer()
        #expect(words(announcer.take(merged).events) == ["appeared 1 1"])
        #expect(words(announcer.endAbsent(after: merged)) == ["disappeared 1 1"])
    }

    /// Before a camera that was lost for a moment, for longer than the grace, and for longer than the cooldown.
    @Test(arguments: [1, 3]) func aCodeThatIsBackAfterASceneCountsOnceWithinTheCooldown(confirmations: Int) {
        var announcer = MetadataAnnouncer(
            policy: AnnouncementPolicy(
                confirmations: confirmations, cooldown: .seconds(2), updateInterval: .seconds(3)))
        func told(from start: Int, through end: Int, _ id: Int) -> [String] {
            (start...end).flatMap { tenth in
                let time = Double(tenth) / 10
                let update = update(at: time, [code(id, "a", at: time, seen: Double(tenth - start) / 10)])
                return announcer.take(update).events.map {
                    "\($0.kind.rawValue) \($0.object.objectID) @\(tenth)"
                }
            }
        }
        #expect(told(from: 0, through: 10, 1) == ["appeared 1 @\(confirmations - 1)"])
        let first = update(at: 1, [], endsScene: true)
        #expect(announcer.take(first).events.isEmpty)
        #expect(told(from: 13, through: 20, 2).isEmpty)
        let second = update(at: 2, [], endsScene: true)
        #expect(announcer.take(second).events.isEmpty)
        // The time since the first one says nothing of the second.
        #expect(announcer.endAbsent(after: first).isEmpty)
        #expect(told(from: 25, through: 40, 3) == ["updated 1 @\(29 + confirmations)"])
        #expect(announcer.endAbsent(after: second).isEmpty)
        let third = update(at: 4, [], endsScene: true)
        #expect(announcer.take(third).events.isEmpty)
        #expect(words(announcer.endAbsent(after: third)) == ["disappeared 1 35"])
        #expect(announcer.endAbsent(after: third).isEmpty)
        #expect(told(from: 55, through: 58, 4).isEmpty)
        #expect(announcer.take(update(at: 5.8, [], endsScene: true)).events.isEmpty)
        #expect(told(from: 78, through: 90, 5) == ["appeared 5 @\(77 + confirmations)"])
        #expect(announcer.take(update(at: 9, [], endsScene: true)).events.isEmpty)
        // Nobody has said that the grace is over.
        #expect(words(announcer.take(update(at: 10, [])).events) == ["disappeared 5 13"])
    }

    /// Faces come back under other ids, and so do codes of which each counts by itself.
    @Test(arguments: [0, 1]) func whatCannotComeBackEndsWithTheScene(cooldown: Int) {
        var announcer = MetadataAnnouncer(
            policy: AnnouncementPolicy(gracePeriod: .seconds(9), cooldown: .seconds(cooldown)))
        _ = announcer.take(update(at: 0, [face(1, at: 0), code(2, "a", at: 0)]))
        let end = update(at: 1, [], endsScene: true)
        let gone = announcer.take(end).events.map(\.object.objectID)
        #expect(gone == (cooldown == 0 ? [1, 2] : [1]))
        #expect(announcer.endAbsent(after: end).map(\.object.objectID) == (cooldown == 0 ? [] : [2]))
    }

    // MARK: Rest

    /// One in which nobody looked for it, as nothing had changed.
    private func rest(at time: Double, _ objects: [any MetadataObject]) -> MetadataUpdate {
        var update = update(at: time, objects, detected: [])
        (update.isSearched, update.unsearchedObjectIDs) = (false, Set(objects.map(\.objectID)))
        return update
    }

    /// Also for who takes only one of the updates in which it rests and the next ones, in which it is missed.
    @Test(arguments: [false, true]) func whatRestsIsAsIfItWereDetected(isSlow: Bool) {
        var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(updateInterval: .seconds(60)))
        _ = announcer.take(update(at: 0, [code(1, "a", at: 0)]))
        let resting = rest(at: 1.4, [code(1, "a", at: 1.4, seen: 1.4)])
        let missed = update(at: 1.5, [code(1, "a", at: 1.5, seen: 1.5)], detected: [])
        if isSlow {
            #expect(announcer.take(missed.following(resting)).events.isEmpty)
        } else {
            #expect(announcer.take(resting).events.isEmpty)
            #expect(announcer.take(missed).events.isEmpty)
        }
        #expect(announcer.take(update(at: 2.3, [])).events.isEmpty)
        #expect(announcer.take(update(at: 2.35, [code(1, "a", at: 2.35, seen: 2.35)])).events.isEmpty)
        #expect(announcer.suppressedReads == SuppressedReads())
    }

    /// A second after it was known to be there, and it is told again two seconds after that.
    @Test func whatRestedGoesAndComesBackAsEver() {
        var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(cooldown: .seconds(2)))
        _ = announcer.take(update(at: 0, [code(1, "a", at: 0)]))
        _ = announcer.take(rest(at: 0.75, [code(1, "a", at: 0.75, seen: 0.75)]))
        #expect(announcer.take(update(at: 1.5, [])).events.isEmpty)
        let goes = announcer.take(update(at: 1.75, [])).events
        #expect(words(goes) == ["disappeared 1 1"])
        // It was there all the time, and as it was when somebody looked.
        #expect(goes[0].dwell == .milliseconds(750))
        #expect(goes[0].object.time == .zero)
        #expect(announcer.take(update(at: 2.5, [code(2, "a", at: 2.5)])).events.isEmpty)
        _ = announcer.take(update(at: 4, []))
        #expect(words(announcer.take(update(at: 4.75, [code(3, "a", at: 4.75)])).events) == ["appeared 3 1"])
    }

    // MARK: Clocks

    /// Of a source that was opened anew.
    @Test func aClockThatBeginsAnewSilencesNothing() {
        var announcer = MetadataAnnouncer(
            policy: AnnouncementPolicy(cooldown: .seconds(2), updateInterval: .seconds(10_000)))
        _ = announcer.take(update(at: 1_000, [code(1, "a", at: 1_000)]))
        _ = announcer.take(update(at: 1_001, [], endsScene: true))
        #expect(words(announcer.take(update(at: 0, [code(2, "a", at: 0)])).events) == ["appeared 2 1"])
        #expect(announcer.take(update(at: 0.9, [])).events.isEmpty)
        #expect(words(announcer.take(update(at: 1, [])).events) == ["disappeared 2 1"])
        // A frame that is out of order by a moment is none of another clock.
        #expect(announcer.take(update(at: 0.8, [code(3, "a", at: 0.8)])).events.isEmpty)
    }

    /// What has gone is told again a second after it was there, and what stays each second: 0.875 and 1 s after the beginning.
    @Test(arguments: [(10.375, []), (10.5, ["updated 2 4", "appeared 3 1"])])
    func aClockThatGoesBackByAMomentChangesNothing(time: Double, told: [String]) {
        var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(gracePeriod: .milliseconds(300)))
        _ = announcer.take(update(at: 10, [code(1, "a", at: 10), code(2, "b", at: 10)]))
        #expect(
            words(announcer.take(update(at: 10.375, [code(2, "b", at: 10.375)])).events) == [
                "disappeared 1 1"
            ])
        #expect(announcer.take(update(at: 9.875, [code(2, "b", at: 9.875)])).events.isEmpty)
        let both = announcer.take(update(at: time, [code(2, "b", at: time), code(3, "a", at: time)]))
        #expect(words(both.events) == told)
        #expect(announcer.finish()[0].dwell == .seconds(time - 9.5))
    }

    /// Not even of one that stays in view.
    @Test func noDwellIsNegative() {
        var announcer = MetadataAnnouncer()
        _ = announcer.take(update(at: 1_000, [code(1, "a", at: 1_000)]))
        let stays = announcer.take(update(at: 0, [code(1, "a", at: 0)])).events
        #expect(stays.isEmpty)
        #expect(words(announcer.take(update(at: 1, [code(1, "a", at: 1)])).events) == ["updated 1 3"])
        #expect(announcer.finish().map(\.dwell) == [.seconds(1)])
    }

    /// Without an end of the scene, of what is out of view nobody will hear any more.
    @Test func whatIsOutOfViewGoesWithItsClock() {
        var announcer = MetadataAnnouncer()
        _ = announcer.take(update(at: 1_000, [code(1, "a", at: 1_000)]))
        #expect(words(announcer.take(update(at: 0, [])).events) == ["disappeared 1 1"])
    }

    @Test func atTheEndAllDisappears() {
        var announcer = MetadataAnnouncer()
        _ = announcer.take(update(at: 0, [code(2, "a", at: 0), face(1, at: 0)]))
        #expect(words(announcer.finish()) == ["disappeared 1 1", "disappeared 2 1"])
    }
}
