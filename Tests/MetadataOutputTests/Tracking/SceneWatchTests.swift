import Foundation
import Synchronization
import Testing

@testable import MetadataOutput

/// Which frames of a live source are searched, told by what a detector is asked.
@Suite struct SceneWatchTests {
    /// Sees a code in scenes of a brightness of 100 and more, if it is asked in a frame whose number it likes.
    private final class Codes: Detector {
        let supportedTypes: Set<MetadataObjectType> = [.qr]
        let searches = Mutex(0)
        let isMissed = Mutex(false)
        /// In how many frames one whole search is done; the last of them finds the code.
        let parts = Mutex(1)
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
            if parts > 1 { result.shares[.qr] = 1 / Double(parts) }
            let isDue = number % parts == 0 && !isMissed.withLock { $0 }
            if frame.luma.withBytes({ $0[0] }) >= 100, isDue {
                result.readings = [.qr("a", CGRect(x: 10, y: 10, width: 20, height: 20))]
            }
            return result
        }
    }

    /// Two planes are the same if their first samples are close.
    private struct Motion: MotionEstimator {
        func plane(of luma: Plane) -> Plane { luma }
        func motions(of places: [CGRect], from earlier: Plane, to later: Plane) -> [MetadataOutput.Motion?] {
            places.map { _ in nil }
        }
        func areSame(_ earlier: Plane, _ later: Plane) -> Bool {
            abs(Int(earlier.withBytes { $0[0] }) - Int(later.withBytes { $0[0] })) <= 2
        }
    }

    /// A camera of 30 frames a second.
    private final class Camera {
        let codes: Codes
        let output: CaptureMetadataOutput
        let sequence: MetadataSequence
        var watch = SceneWatch()
        var count = 0

        init(cycle: Int = 8) throws {
            codes = Codes(cycle: cycle)
            output = CaptureMetadataOutput(detectors: [codes], decoder: TwoByteDecoder(), motion: Motion())
            try output.setMetadataObjectTypes([.qr])
            sequence = output.makeSequence()
        }

        /// Shows a frame.
        func show(_ brightness: UInt8) throws -> MetadataUpdate {
            defer { count += 1 }
            let time = Duration.seconds(count) / 30
            let plane = Plane(width: 64, height: 64, samples: Array(repeating: brightness, count: 4096))
            let live = watch.next(at: time)
            let searched = try output.search(
                .frame(Frame(luma: plane, time: time)), time: time, liveFrame: live)
            let update = sequence.update(for: searched)
            watch.note(live, searched, update)
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
        camera.output.setOptions { $0.effort = .thorough }
        // It is noticed in the next frame that is searched.
        #expect(try camera.searches(showing: 10, times: 30) >= 14)
    }
}
