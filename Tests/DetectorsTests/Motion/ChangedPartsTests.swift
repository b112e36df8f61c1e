import Decoders
import Foundation
import MetadataOutput
import Synthetic
import Testing

@testable import Detectors

/// A camera before which little changes: what comes is found as soon as ever, at the same place, and costs its own pixels.
@Suite struct ChangedPartsTests {
    /// Watches a scene as a session does.
    private final class Watcher {
        private let output: CaptureMetadataOutput
        private let sequence: MetadataSequence
        private var watch = SceneWatch()
        private(set) var last: SearchedFrame?

        private let isWhole: Bool

        /// - Parameter isWhole: Whether all of each frame is searched.
        init(_ types: Set<MetadataObjectType>, isWhole: Bool = false) throws {
            self.isWhole = isWhole
            output = CaptureMetadataOutput(
                detectors: DetectorCatalog.standard(), decoder: StandardPictureDecoder(),
                motion: OpticalFlow())
            try output.setMetadataObjectTypes(types)
            sequence = output.makeSequence()
        }

        func show(_ frame: Frame) throws -> MetadataUpdate {
            var live = watch.next(at: frame.time)
            if isWhole { live.scene = nil }
            let searched = try output.search(.frame(frame), time: frame.time, liveFrame: live)
            let update = sequence.update(for: searched)
            watch.note(live, searched, update)
            last = searched
            return update
        }

        /// The share of the last frame that was searched.
        var share: Double {
            guard let last, let parts = last.parts else { return 1 }
            return parts.reduce(0) { $0 + $1.width * $1.height } / Double(last.width * last.height)
        }
    }

    private static let framesPerSecond = 30.0

    /// A wall before which things come and go, one after the other, each for some frames; noise is another in each frame.
    ///
    /// - Parameter period: From one thing's coming to the next one's, in seconds: longer than a place must be still.
    private func scene(
        _ pictures: [Plane], width: Double, count: Int, frames: Int, period: Double = 0.9
    ) -> SyntheticScene {
        let wall = Plane(width: 640, height: 360) { target in
            for place in target.indices {
                target[place] = UInt8(110 + (place % 640 / 40 + place / 640 / 30) % 3 * 12)
            }
        }
        let things = (0..<count).map { number in
            // Golden ratios go everywhere.
            let (x, y) = (Double(number) * 0.618, Double(number) * 0.382)
            let begin = Double(number + 1) * period
            func key(_ seconds: Double) -> SyntheticThing.Key {
                SyntheticThing.Key(
                    seconds: seconds, x: 0.25 + 0.5 * (x - x.rounded(.down)),
                    y: 0.3 + 0.4 * (y - y.rounded(.down)),
                    width: width, turn: Double(number % 5 - 2) * 7)
            }
            return SyntheticThing(
                picture: pictures[number % pictures.count],
                path: [key(begin), key(begin + (Double(frames) - 0.5) / Self.framesPerSecond)])
        }
        var scene = SyntheticScene(
            background: wall, things: things, framesPerSecond: Self.framesPerSecond,
            frameCount: Int(Double(count + 1) * period * Self.framesPerSecond))
        scene.noise = 3
        return scene
    }

    private func isThere(_ thing: SyntheticThing, at time: Duration) -> Bool {
        let seconds = time / .seconds(1)
        return (thing.path[0].seconds...thing.path[1].seconds).contains(seconds)
    }

    @Test func aCodeIsReadInItsFirstFrame() throws {
        let code = try FaceSamples.plane("qr/content-alphanumeric.png")
        // No multiple of the frames from one that is searched whole to the next.
        let scene = scene(
            [code], width: 0.25, count: 25, frames: 4, period: 29 / Self.framesPerSecond)
        let (watcher, other) = (try Watcher([.qr]), try Watcher([.qr], isWhole: true))
        var (shares, missed, missedByOther): ([Double], [Int], [Int]) = ([], [], [])
        var wasShown = false
        for number in 0..<scene.frameCount {
            let frame = scene.frame(number)
            let (update, whole) = (try watcher.show(frame), try other.show(frame))
            let isShown = scene.things.contains { isThere($0, at: frame.time) }
            defer { wasShown = isShown }
            guard isShown, !wasShown else { continue }
            shares.append(watcher.share)
            // Nothing else is in view, and what comes back within two seconds has its id.
            if update.detectedObjectIDs.isEmpty { missed.append(number) }
            if whole.detectedObjectIDs.isEmpty { missedByOther.append(number) }
            guard let found = update.objects.first, let known = whole.objects.first else { continue }
            for (one, other) in zip(found.bounds.corners, known.bounds.corners) {
                // Less than a module.
                #expect(hypot(640 * (one.x - other.x), 360 * (one.y - other.y)) < 4, "frame \(number)")
            }
        }
        #expect(missed.isEmpty && missedByOther.isEmpty && shares.count == 25, "\(missed) \(missedByOther)")
        // A code takes a sixth of the frame; one in ten frames is searched whole.
        #expect(shares.count { $0 < 0.4 } >= 19, "\(shares)")
    }

    @Test func aFaceIsFoundInItsFirstFourFrames() throws {
        let faces = try ["obama-turned+00", "biden-turned+00"].map { try FaceSamples.plane("face/\($0).jpg") }
        let scene = scene(faces, width: 0.4, count: 12, frames: 4)
        let (watcher, other) = (try Watcher([.face]), try Watcher([.face], isWhole: true))
        var (found, foundByOther, parts): (Set<Int>, Set<Int>, Int) = ([], [], 0)
        for number in 0..<scene.frameCount {
            let frame = scene.frame(number)
            let (update, whole) = (try watcher.show(frame), try other.show(frame))
            guard let thing = scene.things.firstIndex(where: { isThere($0, at: frame.time) }) else {
                continue
            }
            if !update.detectedObjectIDs.isEmpty { found.insert(thing) }
            if !whole.detectedObjectIDs.isEmpty { foundByOther.insert(thing) }
            if watcher.share < 1 { parts += 1 }
        }
        #expect(found.count == 12 && found.isSuperset(of: foundByOther), "\(found) \(foundByOther)")
        #expect(parts >= 36)
    }

    /// Who stands still stays who they are while others come and go.
    @Test func whoStandsStillIsNotSearchedFor() throws {
        let face = try FaceSamples.plane("face/obama-turned+00.jpg")
        let code = try FaceSamples.plane("qr/content-alphanumeric.png")
        var scene = scene([code], width: 0.2, count: 0, frames: 0)
        func key(_ seconds: Double, _ x: Double) -> SyntheticThing.Key {
            SyntheticThing.Key(seconds: seconds, x: x, y: 0.5, width: x < 0.5 ? 0.4 : 0.25)
        }
        scene.things = [
            SyntheticThing(picture: face, path: [key(0, 0.25), key(10, 0.25)]),
            SyntheticThing(picture: code, path: [key(2, 0.7), key(3.5, 0.85), key(5, 0.7)]),
        ]
        let watcher = try Watcher([.qr, .face])
        var ids: Set<Int> = []
        var (unsearched, small) = (0, 0)
        for number in 0..<180 {
            scene.frameCount = 180
            let frame = scene.frame(number)
            let update = try watcher.show(frame)
            if number > 8 { #expect(update.objects.contains { $0.type == .face }, "frame \(number)") }
            ids.formUnion(update.objects.map(\.objectID))
            guard (62..<148).contains(number) else { continue }
            #expect(update.objects.contains { $0.type == .qr }, "frame \(number)")
            if watcher.share < 0.5 { small += 1 }
            if update.unsearchedObjectIDs.count == 1 { unsearched += 1 }
        }
        #expect(ids.count == 2)
        #expect(small > 60 && unsearched > 60, "\(small) \(unsearched)")
    }
}
