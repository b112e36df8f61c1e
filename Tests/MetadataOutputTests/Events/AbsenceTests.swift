import Testing

@testable import MetadataOutput

/// What tracker and announcer together make of codes and faces that are out of the picture for a while.
@Suite struct AbsenceTests {
    /// One way to be away, and what is told of it, as `kind id @frame` (20 frames a second).
    struct Row: Sendable {
        /// Seconds without it.
        let out: Double
        /// Seconds.
        let cooldown: Int
        /// With one confirmation, and with three.
        let once, thrice: [String]

        init(_ out: Double, _ cooldown: Int, _ once: [String], thrice: [String]? = nil) {
            (self.out, self.cooldown, self.once, self.thrice) = (out, cooldown, once, thrice ?? once)
        }
    }

    /// It is in frames 0 to 9, so that it disappears in frame 29, a second after it was seen last, if it is not back.
    /// Three confirmations take two frames more, each time. The tracker remembers the id for two seconds.
    static let codes =
        [0, 1, 2].flatMap { cooldown in
            [0.2, 0.5].map { Row($0, cooldown, ["appeared 1 @0"], thrice: ["appeared 1 @2"]) }
        } + [
            Row(
                1.2, 0, ["appeared 1 @0", "disappeared 1 @29", "appeared 1 @34"],
                thrice: ["appeared 1 @2", "disappeared 1 @29", "appeared 1 @36"]),
            Row(
                1.2, 1, ["appeared 1 @0", "disappeared 1 @29", "appeared 1 @34"],
                thrice: ["appeared 1 @2", "disappeared 1 @29", "appeared 1 @36"]),
            Row(
                1.2, 2, ["appeared 1 @0", "disappeared 1 @29"],
                thrice: ["appeared 1 @2", "disappeared 1 @29"]),
            Row(
                1.7, 0, ["appeared 1 @0", "disappeared 1 @29", "appeared 1 @44"],
                thrice: ["appeared 1 @2", "disappeared 1 @29", "appeared 1 @46"]),
            Row(
                1.7, 1, ["appeared 1 @0", "disappeared 1 @29", "appeared 1 @44"],
                thrice: ["appeared 1 @2", "disappeared 1 @29", "appeared 1 @46"]),
            Row(
                1.7, 2, ["appeared 1 @0", "disappeared 1 @29"],
                thrice: ["appeared 1 @2", "disappeared 1 @29"]),
        ]
        + [0, 1, 2].map { cooldown in
            Row(
                2.5, cooldown, ["appeared 1 @0", "disappeared 1 @29", "appeared 2 @60"],
                thrice: ["appeared 1 @2", "disappeared 1 @29", "appeared 2 @62"])
        }

    /// A face has neither payload nor cooldown, and needs no confirmation.
    static let faces = [0, 1, 2].flatMap { cooldown in
        [
            Row(0.2, cooldown, ["appeared 1 @0"]),
            Row(0.5, cooldown, ["appeared 1 @0"]),
            Row(1.2, cooldown, ["appeared 1 @0", "disappeared 1 @29", "appeared 1 @34"]),
            Row(1.7, cooldown, ["appeared 1 @0", "disappeared 1 @29", "appeared 1 @44"]),
            Row(2.5, cooldown, ["appeared 1 @0", "disappeared 1 @29", "appeared 2 @60"]),
        ]
    }

    /// Ten frames with what is read, some without, and ten with it again.
    private func check(_ row: Row, _ reading: Reading) {
        for (confirmations, expected) in [(1, row.once), (3, row.thrice)] {
            var sequence = ScriptedSequence()
            sequence.interval = .milliseconds(50)
            var announcer = MetadataAnnouncer(
                policy: AnnouncementPolicy(
                    confirmations: confirmations, cooldown: .seconds(row.cooldown),
                    updateInterval: .seconds(60)))
            let updates =
                sequence.updates(10, [reading]) + sequence.updates(Int(row.out * 20), [])
                + sequence.updates(10, [reading])
            var events: [MetadataEvent] = []
            var told: [String] = []
            for (frame, update) in updates.enumerated() {
                let new = announcer.take(update).events
                events += new
                told += new.map { "\($0.kind.rawValue) \($0.object.objectID) @\(frame)" }
            }
            #expect(told == expected)
            events += announcer.finish()
            let ends = events.filter { $0.kind == .disappeared }
            #expect(ends.count == events.filter { $0.kind == .appeared }.count)
            // Its two times in view, or the first and the last frame of one.
            if told.count == 1 {
                #expect(ends.map(\.dwell) == [updates[updates.count - 1].time])
                #expect(ends.map(\.reads) == [20])
            } else {
                #expect(ends.allSatisfy { $0.dwell == .milliseconds(450) && $0.reads == 10 })
            }
        }
    }

    @Test(arguments: codes) func codesAreToldAsTheTableSays(row: Row) {
        check(row, .qr("badge", square(500, 500)))
    }

    @Test(arguments: faces) func facesAreToldAsTheTableSays(row: Row) {
        check(row, .face(square(500, 500)))
    }

    /// It leaves the records when its motion was followed for long enough.
    @Test func withoutGraceItDisappearsWhenItLeavesTheRecords() {
        for reading in [Reading.qr("badge", square(500, 500)), .face(square(500, 500))] {
            var sequence = ScriptedSequence()
            var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(gracePeriod: .zero))
            for update in sequence.updates(5, [reading]) { _ = announcer.take(update) }
            let absence = sequence.updates(20, []).map { ($0, announcer.take($0).events.map(\.kind)) }
            let first = absence.first { $0.0.objects.isEmpty }
            #expect(first?.1 == [.disappeared])
            #expect(absence.flatMap(\.1) == [.disappeared])
        }
    }

    /// By the picture's edge the tracker forgets at once; the code that comes back has another id.
    @Test func aCodeThatWasAtTheEdgeStays() throws {
        for confirmations in [1, 3] {
            var sequence = ScriptedSequence()
            var announcer = MetadataAnnouncer(
                policy: AnnouncementPolicy(confirmations: confirmations, updateInterval: .seconds(60)))
            let reading = Reading.qr("badge", square(950, 500))
            let updates =
                sequence.updates(5, [reading]) + sequence.updates(15, [])
                + sequence.updates(5, [reading])
            #expect(updates.flatMap(\.appeared).map(\.objectID) == [1, 2])
            let events = updates.flatMap { announcer.take($0).events } + announcer.finish()
            #expect(events.map(\.kind) == [.appeared, .disappeared])
            #expect(events.map(\.object.objectID) == [1, 1])
            #expect(events[1].reads == 10)
            #expect(events[1].dwell == .milliseconds(960))
        }
    }

    @Test func whoLeavesByTheEdgeDisappearsAtOnce() {
        var sequence = ScriptedSequence()
        var announcer = MetadataAnnouncer()
        for update in sequence.updates(5, [.face(square(950, 500))]) { _ = announcer.take(update) }
        let absence = sequence.updates(10, [])
        let told = absence.filter { !announcer.take($0).events.isEmpty }
        #expect(told.map(\.time) == absence.filter { !$0.disappeared.isEmpty }.map(\.time))
        #expect(told.count == 1)
    }

    /// A camera that is lost delivers nothing that could show what is there.
    @Test func atTheEndOfASceneAllDisappears() throws {
        var sequence = ScriptedSequence()
        var announcer = MetadataAnnouncer()
        let readings = [Reading.qr("badge", square(300, 500)), .face(square(700, 500))]
        for update in sequence.updates(5, readings) { _ = announcer.take(update) }
        let end = try #require(sequence.finish())
        // A face would be another one when the camera is back, a code the same.
        let told = [announcer.take(end).events, announcer.endAbsent(after: end)]
        #expect(told.map { $0.map(\.object.type) } == [[.face], [.qr]])
        #expect(told.joined().allSatisfy { $0.kind == .disappeared && $0.dwell == .milliseconds(160) })
    }
}
