import Foundation
import Synchronization
import Testing

@testable import MetadataOutput

/// Which frames of a live source are searched, told by what a detector is asked.
@Suite struct SceneWatchTests {
    /// Sees a code in scenes whose first pixel has a brightness of 100 and more, if it is asked in a frame whose number it likes
    /// and the code lies in a part that is searched.
    private final class Codes: Detector {
        let supportedTypes: Set<MetadataObjectType> = [.qr]
        let searches = Mutex(0)
        let isMissed = Mutex(false)
        /// What was searched last.
        let searched = Mutex<[CGRect]?>(nil)
        /// The frame that was asked for last.
        let frame = Mutex<LiveFrame?>(nil)
        /// In how many frames one whole search is done; the last of them finds the code.
        let parts = Mutex(1)
        /// How much of a whole search each frame counts as; nil for what it is.
        let share = Mutex<Double?>(nil)
        let cycle: Int

        init(cycle: Int) { self.cycle = cycle }

        func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
            let number = searches.withLock { count in
                count += 1
                return count
            }
            let parts = parts.withLock { $0 }
            var result = DetectionResult(width: frame.luma.width, height: frame.luma.height)
            result.liveCycle = cycle
            if parts > 1 { result.shares[.qr] = share.withLock { $0 } ?? 1 / Double(parts) }
            let isDue = number % parts == 0 && !isMissed.withLock { $0 }
            let box = CGRect(x: 10, y: 10, width: 20, height: 20)
            let places = request.liveFrame?.parts
            searched.withLock { $0 = places }
            self.frame.withLock { $0 = request.liveFrame }
            let isWithin = places.map { $0.contains { $0.hasWithin(box) } } ?? true
            if frame.luma.withBytes({ $0[0] }) >= 100, isDue, isWithin { result.readings = [.qr("a", box)] }
            return result
        }
    }

    /// Blocks are the same if their first samples are close; if no two are, nothing is known.
    private struct Motion: MotionEstimator {
        func plane(of luma: Plane) -> Plane { luma }
        func motions(of places: [CGRect], from earlier: Plane, to later: Plane) -> [MetadataOutput.Motion?] {
            places.map { _ in nil }
        }
        func changes(from earlier: Plane, to later: Plane) -> PlaneBlocks? {
            var changes = PlaneBlocks(width: later.width, height: later.height)
            for place in changes.members.indices {
                let first = place / changes.columns * 8 * later.width + place % changes.columns * 8
                let (old, new) = (earlier.withBytes { $0[first] }, later.withBytes { $0[first] })
                changes[place] = abs(Int(old) - Int(new)) > 2
            }
            return changes.members.allSatisfy(\.self) ? nil : changes
        }
    }

    /// A camera of 30 frames a second.
    private final class Camera {
        let codes: Codes
        let output: CaptureMetadataOutput
        let sequence: MetadataSequence
        var watch = SceneWatch()
        /// Whether other sources wait.
        var isPressed = false
        /// Whether frames come a little late now and then.
        var isUnsteady = false
        /// How much later all further frames are, as the camera has paused.
        var delay = Duration.zero
        /// What has come and gone.
        var announcer = MetadataAnnouncer(policy: AnnouncementPolicy(updateInterval: .seconds(1_000)))
        var events: [MetadataEvent.Kind] = []
        var count = 0

        init(cycle: Int = 8) throws {
            codes = Codes(cycle: cycle)
            output = CaptureMetadataOutput(detectors: [codes], decoder: TwoByteDecoder(), motion: Motion())
            try output.setMetadataObjectTypes([.qr])
            sequence = output.makeSequence()
        }

        /// Shows a frame.
        ///
        /// - Parameter thing: Where something is that is darker.
        func show(_ brightness: UInt8, thing: CGRect = .zero) throws -> MetadataUpdate {
            defer { count += 1 }
            var time = Duration.seconds(count) / 30 + delay
            if isUnsteady { time += .microseconds(count * 7_919 % 3_000) }
            var samples = [UInt8](repeating: brightness, count: 128 * 96)
            for y in Int(thing.minY)..<Int(thing.maxY) {
                for x in Int(thing.minX)..<Int(thing.maxX) { samples[y * 128 + x] = brightness - 8 }
            }
            let plane = Plane(width: 128, height: 96, samples: samples)
            let live = watch.next(at: time, wanting: output.currentRequest, isPressed: isPressed)
            let searched = try output.search(
                .frame(Frame(luma: plane, time: time)), time: time, liveFrame: live)
            let update = sequence.update(for: searched)
            watch.note(live, searched, update)
            events += announcer.take(update).events.map(\.kind)
            return update
        }

        /// Shows the same until a frame is searched, or not, and says what there was to say of that one.
        func show(_ brightness: UInt8, untilSearched isSearched: Bool) throws -> MetadataUpdate {
            var update = try show(brightness)
            // It ends, whatever a fault does to it.
            for _ in 0..<200 where update.isSearched != isSearched { update = try show(brightness) }
            return update
        }

        /// Shows several and says how many were searched.
        func searches(showing brightness: UInt8, times: Int) throws -> Int {
            let before = codes.searches.withLock { $0 }
            for _ in 0..<times { _ = try show(brightness) }
            return codes.searches.withLock { $0 } - before
        }
    }

    @Test func aStillSceneRestsWhenEveryStepHasHadItsTurn() throws {
        let camera = try Camera()
        // Half a second, which is more than a cycle of eight frames.
        #expect(try camera.searches(showing: 10, times: 15) == 15)
        // Then one in half a second, so that eight take four.
        #expect(try (4...7).contains(camera.searches(showing: 10, times: 75)))
        #expect(try (8...11).contains(camera.searches(showing: 11, times: 150)))
    }

    @Test func whileOthersWaitAStillSceneRestsLonger() throws {
        let camera = try Camera()
        _ = try camera.searches(showing: 10, times: 20)
        camera.isPressed = true
        #expect(try (4...6).contains(camera.searches(showing: 10, times: 150)))
        // What changes is searched at once.
        #expect(try camera.searches(showing: 100, times: 1) == 1)
    }

    @Test func aSceneAtRestIsSearchedMoreSeldom() throws {
        let camera = try Camera()
        // Ten seconds without a change, with a search in each half; then one in a second and a half.
        _ = try camera.searches(showing: 10, times: 330)
        #expect(try (4...7).contains(camera.searches(showing: 10, times: 300)))
        // A change ends that: half a second of frames, then one in each half.
        #expect(try camera.searches(showing: 100, times: 15) == 15)
        #expect(try (8...11).contains(camera.searches(showing: 100, times: 150)))
    }

    @Test func aLongCycleIsGoneThroughFirst() throws {
        let camera = try Camera(cycle: 40)
        #expect(try camera.searches(showing: 10, times: 41) == 41)
        // And in about five seconds again: every fourth frame.
        #expect(try (36...39).contains(camera.searches(showing: 10, times: 150)))
    }

    @Test func aChangeIsSearchedInItsFirstFrame() throws {
        let camera = try Camera()
        for _ in 0..<50 { _ = try camera.show(10) }
        #expect(try !camera.show(10).isSearched)
        let update = try camera.show(200)
        #expect(update.isSearched && update.appeared.count == 1)
        #expect(try camera.searches(showing: 200, times: 14) == 14)
    }

    @Test func smallChangesAddUp() throws {
        let camera = try Camera()
        var searches = 0
        for step in 0..<60 { searches += try camera.searches(showing: UInt8(step), times: 1) }
        #expect(searches == 60)
    }

    @Test func whatIsInViewStaysWhileTheSceneRests() throws {
        let camera = try Camera()
        for _ in 0..<30 { _ = try camera.show(200) }
        for number in 30..<300 {
            let update = try camera.show(200)
            #expect(update.objects.map(\.objectID) == [1])
            #expect(update.objects.first?.time == Duration.seconds(number) / 30)
            #expect(update.disappeared.isEmpty && update.appeared.isEmpty)
            // What was not looked for was not read either.
            #expect(update.detectedObjectIDs == (update.isSearched ? [1] : []))
        }
        #expect(camera.codes.searches.withLock { $0 } < 60)
    }

    @Test func whileSomethingIsMissedNothingRests() throws {
        let camera = try Camera()
        for _ in 0..<60 { _ = try camera.show(200) }
        camera.codes.isMissed.withLock { $0 = true }
        // Within half a second it is missed; from then on each frame is searched, until it is gone.
        var update = try camera.show(200)
        while !update.isSearched { update = try camera.show(200) }
        let before = camera.codes.searches.withLock { $0 }
        var frames = 0
        while !update.objects.isEmpty {
            update = try camera.show(200)
            frames += 1
        }
        #expect(camera.codes.searches.withLock { $0 } - before == frames && frames <= 31)
    }

    /// A search in parts finds what it finds in some of its frames.
    @Test func whatOnePartOfASearchFindsMayRest() throws {
        let camera = try Camera()
        camera.codes.parts.withLock { $0 = 4 }
        for _ in 0..<40 { _ = try camera.show(200) }
        for _ in 0..<150 { #expect(try camera.show(200).objects.count == 1) }
        #expect(camera.codes.searches.withLock { $0 } < 80)
    }

    @Test func anotherWishEndsTheRest() throws {
        let camera = try Camera()
        for _ in 0..<50 { _ = try camera.show(10) }
        let wishes: [() throws -> Void] = [
            { camera.output.setOptions { $0.effort = .thorough } },
            { try camera.output.setRectOfInterest(CGRect(x: 0, y: 0, width: 0.5, height: 1)) },
            { try camera.output.setMetadataObjectTypes([]) },
            { try camera.output.setMetadataObjectTypes([.qr]) },
        ]
        for wish in wishes {
            // Just after a round, so that none is due.
            _ = try camera.show(10, untilSearched: false)
            _ = try camera.show(10, untilSearched: true)
            #expect(try !camera.show(10).isSearched)
            try wish()
            // Half a second of frames, from the next one on.
            #expect(try (0..<15).allSatisfy { _ in try camera.show(10).isSearched })
        }
    }

    // MARK: What is missed in a scene at rest

    /// Whoever unlocks a door by a code does so once.
    @Test(arguments: [false, true]) func oneMissedSearchAfterARestIsNoEnd(isPressed: Bool) throws {
        for warmUp in [120, 400] {
            let camera = try Camera()
            (camera.isPressed, camera.isUnsteady) = (isPressed, true)
            for _ in 0..<warmUp { _ = try camera.show(200) }
            camera.codes.isMissed.withLock { $0 = true }
            var update = try camera.show(200, untilSearched: true)
            camera.codes.isMissed.withLock { $0 = false }
            #expect(update.objects.map(\.objectID) == [1] && update.detectedObjectIDs.isEmpty)
            // It is looked for at once.
            update = try camera.show(200)
            #expect(update.detectedObjectIDs == [1])
            for _ in 0..<200 {
                #expect(try camera.show(200).objects.map(\.objectID) == [1])
            }
            #expect(camera.events == [.appeared])
        }
    }

    /// It has its usual grace: of its id, of the records and of the events.
    @Test(arguments: [false, true]) func whatIsMissedAfterARestIsHiddenAsEver(isPressed: Bool) throws {
        let camera = try Camera()
        (camera.isPressed, camera.isUnsteady) = (isPressed, true)
        for _ in 0..<400 { _ = try camera.show(200) }
        camera.codes.isMissed.withLock { $0 = true }
        #expect(try camera.show(200, untilSearched: true).objects.count == 1)
        // 300 ms after the frame before that one, and the next one is the first that does not have it.
        let shown = try (0..<10).map { _ in try camera.show(200).objects.count }
        #expect((7...9).contains(shown.firstIndex(of: 0) ?? 0))
        for _ in 0..<5 { #expect(try camera.show(200).disappeared.isEmpty) }
        // All the while it is looked for.
        camera.codes.isMissed.withLock { $0 = false }
        #expect(try camera.show(200).objects.map(\.objectID) == [1])
        #expect(camera.events == [.appeared])
        // And once it does not come back, it is gone as ever.
        for _ in 0..<400 { _ = try camera.show(200) }
        camera.codes.isMissed.withLock { $0 = true }
        _ = try camera.show(200, untilSearched: true)
        for _ in 0..<28 { #expect(try camera.show(200).disappeared.isEmpty && camera.events.count == 1) }
        for _ in 0..<3 { _ = try camera.show(200) }
        #expect(camera.events == [.appeared, .disappeared])
        for _ in 0..<27 { #expect(try camera.show(200).disappeared.isEmpty) }
        let gone = try (0..<4).flatMap { _ in try camera.show(200).disappeared }
        #expect(gone.map(\.objectID) == [1])
    }

    /// Three searches that count as one whole together miss it, each half a second after the one before.
    @Test func whatOneOfSeveralTurnsFindsStaysInASceneAtRest() throws {
        let camera = try Camera()
        camera.codes.parts.withLock { $0 = 4 }
        camera.codes.share.withLock { $0 = 1 / 3.0 }
        for _ in 0..<4 { _ = try camera.show(200) }
        for _ in 0..<300 { #expect(try camera.show(200).objects.map(\.objectID) == [1]) }
        #expect(camera.events == [.appeared])
        #expect(camera.codes.searches.withLock { $0 } < 50)
    }

    @Test func whatIsHiddenIsSearchedForAtOnce() throws {
        let camera = try Camera()
        for _ in 0..<60 { _ = try camera.show(200) }
        // In the first frame after a pause it is missed, and was not seen for too long to be shown.
        camera.delay = .milliseconds(1_200)
        camera.codes.isMissed.withLock { $0 = true }
        let update = try camera.show(200)
        #expect(update.isSearched && update.objects.isEmpty && update.disappeared.isEmpty)
        camera.codes.isMissed.withLock { $0 = false }
        #expect(try camera.show(200).detectedObjectIDs == [1])
    }

    // MARK: Rounds

    /// What was asked of each frame that was searched.
    private func searched(by camera: Camera, times: Int, thing: (Int) -> CGRect = { _ in .zero }) throws
        -> [LiveFrame]
    {
        try (0..<times).compactMap { step in
            try camera.show(200, thing: thing(step)).isSearched ? camera.codes.frame.withLock { $0 } : nil
        }
    }

    @Test func aStillSceneIsSearchedInRounds() throws {
        let camera = try Camera()
        #expect(try searched(by: camera, times: 15).allSatisfy { !$0.isRound })
        let rounds = try searched(by: camera, times: 150)
        #expect(rounds.allSatisfy { $0.isRound && $0.parts == nil })
        #expect(rounds.map(\.number) == Array(0..<rounds.count))
    }

    @Test func whereSomethingChangesIsNoRound() throws {
        let camera = try Camera()
        _ = try searched(by: camera, times: 30)
        let frames = try searched(by: camera, times: 60, thing: thing)
        #expect(frames.contains { $0.parts == nil } && frames.allSatisfy { !$0.isRound })
    }

    @Test func hintsTakeMoreThanARound() throws {
        let camera = try Camera()
        camera.output.setOptions { $0.includesHints = true }
        let frames = try searched(by: camera, times: 100)
        #expect(frames.count < 60 && frames.allSatisfy { !$0.isRound })
    }

    // MARK: Parts

    /// Where something moves, far from the code.
    private func thing(_ step: Int) -> CGRect { CGRect(x: 88, y: 64 + step % 2 * 8, width: 16, height: 8) }

    @Test func whatChangesIsSearchedAlone() throws {
        let camera = try Camera()
        for _ in 0..<30 { _ = try camera.show(200) }
        var (whole, parts) = (0, 0)
        for step in 0..<150 {
            let update = try camera.show(200, thing: thing(step))
            #expect(update.isSearched)
            if let searched = camera.codes.searched.withLock({ $0 }) {
                parts += 1
                #expect(searched.count == 1 && searched[0].hasWithin(thing(step)) && searched[0].minX > 40)
                #expect(update.detectedObjectIDs.isEmpty && update.unsearchedObjectIDs == [1])
            } else {
                whole += 1
                #expect(update.detectedObjectIDs == [1] && update.unsearchedObjectIDs.isEmpty)
            }
            // The code stays, read or not, with its id.
            #expect(update.objects.map(\.objectID) == [1] && update.disappeared.isEmpty)
        }
        // All of the frame every half second, as where nothing changes.
        #expect((9...12).contains(whole) && parts == 150 - whole)
    }

    /// While others wait, all of the frame is searched once in a second.
    @Test func oneMissedSearchIsNoEndWhereOtherThingsMove() throws {
        let camera = try Camera()
        (camera.isPressed, camera.isUnsteady) = (true, true)
        for _ in 0..<30 { _ = try camera.show(200) }
        for step in 0..<100 { _ = try camera.show(200, thing: thing(step)) }
        camera.codes.isMissed.withLock { $0 = true }
        var update = try camera.show(200, thing: thing(100))
        for step in 101..<140 where camera.codes.searched.withLock({ $0 != nil }) {
            update = try camera.show(200, thing: thing(step))
        }
        camera.codes.isMissed.withLock { $0 = false }
        #expect(update.objects.map(\.objectID) == [1] && update.unsearchedObjectIDs.isEmpty)
        #expect(try camera.show(200, thing: thing(0)).detectedObjectIDs == [1])
        #expect(camera.events == [.appeared])
    }

    /// In frames that are searched whole and in those of which parts are, each step has its turn.
    @Test func eachKindOfFrameHasItsOwnNumbers() throws {
        let camera = try Camera()
        for _ in 0..<30 { _ = try camera.show(200) }
        var numbers: (whole: [Int], parts: [Int]) = ([], [])
        for step in 0..<100 {
            let frame = camera.watch.next(at: Duration.seconds(camera.count) / 30)
            _ = try camera.show(200, thing: thing(step))
            if camera.codes.searched.withLock({ $0 }) == nil {
                numbers.whole.append(frame.number)
            } else {
                numbers.parts.append(frame.number)
            }
        }
        #expect(numbers.parts == Array(0..<numbers.parts.count))
        let first = try #require(numbers.whole.first)
        #expect(numbers.whole == Array(first..<first + numbers.whole.count))
    }

    @Test func whatIsInViewIsSearchedWholeOrNotAtAll() throws {
        let camera = try Camera()
        for _ in 0..<30 { _ = try camera.show(200) }
        // It touches the code's box.
        let update = try camera.show(200, thing: CGRect(x: 24, y: 24, width: 8, height: 8))
        let parts = try #require(camera.codes.searched.withLock { $0 })
        #expect(parts.count == 1 && parts[0].hasWithin(CGRect(x: 10, y: 10, width: 20, height: 20)))
        #expect(update.detectedObjectIDs == [1])
    }

    @Test func whatIsTakenAwayIsGoneAsEver() throws {
        let camera = try Camera()
        for _ in 0..<30 { _ = try camera.show(200) }
        camera.codes.isMissed.withLock { $0 = true }
        var frames = 0
        while try !camera.show(200, thing: CGRect(x: 10, y: 10, width: 20, height: 20)).objects.isEmpty {
            frames += 1
        }
        #expect(frames <= 31)
    }

    @Test func whenMuchChangesAllIsSearched() throws {
        let camera = try Camera()
        for _ in 0..<30 { _ = try camera.show(200) }
        _ = try camera.show(200, thing: CGRect(x: 0, y: 0, width: 128, height: 64))
        #expect(camera.codes.searched.withLock { $0 } == nil)
    }

    @Test func hintsAreOfAllOfTheFrame() throws {
        let camera = try Camera()
        camera.output.setOptions { $0.includesHints = true }
        for _ in 0..<30 { _ = try camera.show(200) }
        #expect(try !camera.show(200).isSearched)
        for step in 0..<20 {
            _ = try camera.show(200, thing: thing(step))
            #expect(camera.codes.searched.withLock { $0 } == nil)
        }
    }
}

extension CGRect {
    /// Foundation's `contains` of a rectangle compares unions for equality, which rounding errors decide.
    fileprivate func hasWithin(_ other: CGRect) -> Bool {
        minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
    }
}
