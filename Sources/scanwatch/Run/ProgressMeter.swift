import Capture
import Dispatch
import Foundation
import MetadataRecords
import Synchronization

/// Tells on standard error how far the run has come, a few times a second as a line that is redrawn, or every
/// second as a line of JSON.
final class ProgressMeter: PictureConsumer {
    /// How it is told.
    enum Style: Sendable {
        case bar
        case json
    }

    /// What the run's thread, the timer's and the counting one share.
    private final class Shared: Sendable {
        let style: Style
        let start = ContinuousClock.now
        let progress = Mutex(RunProgress())

        init(style: Style) {
            self.style = style
        }

        func tell() {
            let progress = progress.withLock { progress in
                progress.advance(to: (ContinuousClock.now - start) / .seconds(1))
                return progress
            }
            switch style {
            case .bar: StatusLine.show(progress.line(width: StatusLine.width))
            case .json: StandardStreams.writeMessage(String(decoding: progress.jsonLine, as: UTF8.self))
            }
        }

        var isRunning: Bool { progress.withLock { $0.phase == .running } }
    }

    /// A run that is over before needs no progress, and nobody has to count its pictures.
    private static let delay = 0.5

    private let shared: Shared
    private let queue = DispatchQueue(label: "progress")
    private let timer: any DispatchSourceTimer

    /// Begins to tell.
    ///
    /// - Parameters:
    ///   - style: How.
    ///   - input: Whose pictures are counted ahead, by a walk of its own through the folders that reads none; nil
    ///     if they cannot be counted.
    init(_ style: Style, counting input: CapturePicturesInput?) {
        let shared = Shared(style: style)
        self.shared = shared
        timer = DispatchSource.makeTimerSource(queue: queue)
        switch style {
        case .bar: timer.schedule(deadline: .now() + Self.delay, repeating: .milliseconds(200))
        case .json: timer.schedule(deadline: .now() + 1, repeating: .seconds(1))
        }
        timer.setEventHandler { shared.tell() }
        timer.activate()
        guard let input else { return }
        Thread {
            Thread.sleep(forTimeInterval: Self.delay)
            let total = input.count { shared.isRunning }
            shared.progress.withLock { $0.total = $0.total ?? total }
        }.start()
    }

    func resume(after counts: RunCounts) {
        shared.progress.withLock { $0.resume(after: counts) }
    }

    func take(_ picture: PictureUpdate) {
        shared.progress.withLock { $0.count(picture.result) }
    }

    func finish() {
        timer.cancel()
        // Whatever is being told is told before the last word.
        queue.sync {}
        shared.progress.withLock { progress in
            progress.phase = Interruption.hasCome ? .interrupted : .finished
            if progress.phase == .finished { progress.total = progress.counts.done }
        }
        switch shared.style {
        case .bar: StatusLine.close()
        case .json: shared.tell()
        }
    }
}
