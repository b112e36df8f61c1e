import Capture
import Dispatch
import Foundation
import MetadataOutput
import MetadataRecords
import Synchronization

/// Makes the clips that belong to events: a disk that is slow or full costs clips, which are counted, and nothing else.
final class EventClips: Sendable {
    /// A clip that is being made.
    private struct Begun {
        let clip: CaptureClip
        /// The camera's name.
        let source: String
    }

    /// What became of a clip.
    struct Failure: Sendable {
        let error: CaptureError
        /// The camera's name.
        let source: String
        /// As the record of its event named it; nil of one that no record names.
        let clip: EventRecord.Clip?
    }

    private struct State {
        var begun: [Begun] = []
        var failed = 0
    }

    /// The output that keeps the last seconds of each camera.
    let output: CaptureClipOutput
    private let folder: SharedEventFolder
    private let report: @Sendable (Failure) -> Void
    private let state = Mutex(State())
    /// Where the folder is changed, which waits for its disk: neither who writes records nor Swift's pool does.
    private let changes = DispatchQueue(label: "scanwatch.event-clips")
    /// By the cameras' names. The search of frames takes it, and waits for no disk.
    private let records = Mutex<[String: FrameRecords]>([:])

    /// - Parameters:
    ///   - folder: Where clips go; nil if none are wanted.
    ///   - stills: Encodes pictures, and hides what nobody is to see.
    ///   - report: Is told of each clip that could not be written, or not all of it.
    /// - Returns: nil if no clips are wanted.
    init?(
        _ options: EventPictureOptions, into folder: SharedEventFolder?, stills: any StillMaker,
        report: @escaping @Sendable (Failure) -> Void
    ) {
        guard let folder else { return nil }
        (self.folder, self.report) = (folder, report)
        output = CaptureClipOutput(stills: stills, makesFolderAgain: true)
        if let seconds = options.preRoll { output.preRollDuration = .seconds(seconds) }
        if let seconds = options.postRoll { output.postRollDuration = .seconds(seconds) }
        (output.blursFaces, output.videoCodec) = (options.blurFaces, options.videoCodec?.codec)
        (output.timedMetadataType, output.recordsText) = ("application/json", true)
    }

    /// How many clips are missing or broken off.
    var failed: Int { state.withLock { $0.failed } }

    /// Takes what was found in a frame, for its clip.
    func append(_ update: MetadataUpdate, index: Int, as format: JSONLinesFormat) {
        guard let name = update.origin?.source else { return }
        let line = records.withLock { records in
            records[name, default: FrameRecords(index: index)].line(of: update, as: format)
        }
        output.append(update, metadata: line)
    }

    /// Begins the clip of something that has appeared, or has one go on.
    ///
    /// - Parameter id: The event's.
    /// - Returns: Its name, for the event's record; nil if there is none.
    func take(_ event: MetadataEvent, in update: MetadataUpdate, id: EventPictureID) -> EventRecord.Clip? {
        guard event.kind == .appeared, let origin = update.origin else { return nil }
        let url = URL(fileURLWithPath: folder.path).appending(path: "\(id.text).mp4")
        do throws(CaptureError) {
            let clip = try output.captureClip(
                around: event.object.time, from: origin.source, to: url, for: event.object.objectID)
            if clip.url == url { watch(Begun(clip: clip, source: origin.source), from: id.date) }
            return EventRecord.Clip(id: id.text, movie: clip.url.lastPathComponent)
        } catch {
            state.withLock { $0.failed += 1 }
            report(Failure(error: error, source: origin.source, clip: nil))
            return nil
        }
    }

    private func watch(_ begun: Begun, from date: Date) {
        state.withLock { $0.begun.append(begun) }
        changes.async { [folder] in
            folder.state.withLock { $0.beginClip(begun.clip.url.lastPathComponent, at: date) }
        }
        Task {
            let outcome = await begun.clip.outcome
            changes.async { self.end(begun, outcome) }
        }
    }

    /// Called on the queue.
    private func end(_ begun: Begun, _ outcome: CaptureClip.Outcome) {
        // Whoever waits for the end may be the first to know.
        let isFirst = state.withLock { state in
            guard let place = state.begun.firstIndex(where: { $0.clip === begun.clip }) else { return false }
            state.begun.remove(at: place)
            if outcome.error != nil { state.failed += 1 }
            return true
        }
        guard isFirst else { return }
        // The disk may hang, and who writes records asks for the state.
        let name = begun.clip.url.lastPathComponent
        folder.state.withLock { $0.endClip(name, bytes: outcome.byteCount, at: Date()) }
        guard let error = outcome.error else { return }
        let id = begun.clip.url.deletingPathExtension().lastPathComponent
        report(
            Failure(error: error.cause, source: begun.source, clip: EventRecord.Clip(id: id, movie: name)))
    }

    /// Waits until all clips are finished, once the session has stopped.
    func finish() async {
        await output.finish()
        for begun in state.withLock({ $0.begun }) {
            let outcome = await begun.clip.outcome
            changes.async { self.end(begun, outcome) }
        }
        await withCheckedContinuation { continuation in changes.async { continuation.resume() } }
    }
}
