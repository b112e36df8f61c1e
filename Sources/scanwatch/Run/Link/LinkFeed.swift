import Capture
import Foundation
import MetadataOutput
import MetadataRecords
import PreviewLink
import Synchronization

/// What one camera shows, for the link: frames as they were searched.
final class LinkFeed: Sendable {
    private struct State {
        var frames = 0
        var captured: Int64?
        var gaps = FrameGaps()
        /// What was found in the last frame that was searched.
        var found: Set<Int> = []
        /// The time of the last frame that somebody wanted.
        var lastWanted: Duration?
    }

    /// Who wants no frame for so long has ceased to look.
    private static let lookingAway = Duration.seconds(2)

    let layer = CaptureVideoPreviewLayer()
    let camera: Int
    private let server: LinkServer
    private let pictures: LinkPictureMaker
    private let settings: CurrentSettings
    private let state = Mutex(State())
    private let encoding = NewestWork<CaptureVideoPreviewLayer.PreviewFrame>(label: "scanwatch.link.encoding")

    init(camera: Int, server: LinkServer, pictures: LinkPictureMaker, settings: CurrentSettings) {
        (self.camera, self.server, self.pictures, self.settings) = (camera, server, pictures, settings)
    }

    /// Serves every frame that comes to the layer, until the task is cancelled.
    func run() async {
        for await frame in layer.frames() { take(frame) }
    }

    /// The camera's counts; captured and lost frames are the session's to tell.
    ///
    /// - Parameter statistics: Nil if the session has none of it.
    func pulse(_ statistics: CaptureStatistics?) -> ServerHeader {
        var header = ServerHeader(.pulse)
        header.camera = camera
        header.drops = statistics?.drops.values.reduce(0, +) ?? 0
        header.processor = statistics.map { Int($0.processorTime / .milliseconds(1)) } ?? 0
        header.unchanged = statistics.map { Int($0.unchangedDuration / .milliseconds(1)) } ?? 0
        let told = statistics?.frameInterval
        state.withLock {
            (header.frames, header.captured) = ($0.frames, $0.captured)
            header.interval = [told, $0.gaps.usual].compactMap { $0 }.max().map(\.milliseconds)
        }
        return header
    }

    private func take(_ frame: CaptureVideoPreviewLayer.PreviewFrame) {
        let moment = FrameMoment(frame)
        if frame.update != nil {
            // A camera of which no frame can be searched is not well.
            state.withLock { state in
                state.frames += 1
                state.captured = moment.milliseconds
                state.gaps.note(frame.time)
            }
        }
        let wantsFrame = server.wantsFrame(of: camera)
        lookForColors(wantsFrame, at: frame.time)
        // One in grey, before those in colour, would only flicker.
        guard wantsFrame, !(frame.precedesColors && layer.includesSourcePictures) else { return }
        encoding.put(frame) { [self] frame in
            if server.wantsFrame(of: camera) { server.send(frame: message(of: frame), of: camera) }
        }
    }

    /// Has the next frames come with their colours as long as somebody wants frames, which cost a copy of each.
    private func lookForColors(_ wantsFrame: Bool, at time: Duration) {
        let isWatched = state.withLock { state in
            if wantsFrame { state.lastWanted = time }
            return state.lastWanted.map { time - $0 < Self.lookingAway } ?? false
        }
        if layer.includesSourcePictures != isWatched { layer.includesSourcePictures = isWatched }
    }

    /// What was not found in a frame but moved along with it. Of what was not searched, because it shows what the frame before
    /// it showed, the same as of that.
    private func held(in update: MetadataUpdate) -> [Int] {
        state.withLock { state in
            if update.isSearched {
                state.found = update.detectedObjectIDs.union(
                    state.found.intersection(update.unsearchedObjectIDs))
            }
            return update.objects.map(\.objectID).filter { !state.found.contains($0) }
        }
    }

    private func message(of frame: CaptureVideoPreviewLayer.PreviewFrame) -> LinkMessage {
        let moment = FrameMoment(frame)
        var header = ServerHeader(.frame)
        (header.camera, header.captured) = (camera, moment.milliseconds)
        let settings = settings.value
        guard let update = frame.update.map(settings.told) else {
            // Its search failed: nothing of it is known, and none is shown. Its turn is over all the same.
            return header.message()
        }
        header.held = held(in: update)
        let record = Record(
            source: Array(frame.source.utf8), index: camera, time: update.time, moment: moment,
            result: .success(update))
        let picture = pictures.picture(of: frame)
        header.picture = picture.map {
            ServerHeader.Picture(mediaType: "image/jpeg", width: $0.width, height: $0.height)
        }
        let line = settings.linkFormat.lines(for: record).dropLast()
        return header.message(record: Array(line), body: picture?.bytes ?? [])
    }
}

/// How far apart frames are.
struct FrameGaps {
    private var last: Duration?
    private var gaps: [Duration] = []

    /// Takes the time of a frame.
    mutating func note(_ time: Duration) {
        if let last { gaps = gaps.suffix(1) + [max(.zero, time - last)] }
        last = time
    }

    /// The time from one frame to the next; nil before three. Of the last two the shorter one: a camera that was lost for a while
    /// is no slower for that.
    var usual: Duration? { gaps.count == 2 ? gaps.min() : nil }
}

extension Duration {
    /// In milliseconds, rounded up.
    fileprivate var milliseconds: Int {
        Int(min((self / .milliseconds(1)).rounded(.up), 1e12))
    }
}

extension FrameMoment {
    /// The moment of a frame that is told now.
    ///
    /// - Parameter time: On the monotonic clock.
    init(frame number: Int, takenAt time: Duration) {
        let latency = MonotonicClock.now - time
        self.init(
            frame: number, date: Date(timeIntervalSinceNow: -(latency / .seconds(1))),
            latency: max(latency, .zero))
    }

    fileprivate init(_ frame: CaptureVideoPreviewLayer.PreviewFrame) {
        self.init(frame: frame.sequenceNumber, takenAt: frame.time)
    }

    /// When it was taken, in milliseconds since 1970.
    fileprivate var milliseconds: Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded()) }
}
