import Foundation
package import MetadataOutput
import Synchronization

/// Takes a series with other exposures where something was seen and not read: a code on a bright screen, a reflection. What is
/// read in its pictures is joined to the frames' readings, and the camera is set as it was.
package final class FailureBracket: Sendable {
    /// In EV: most of what is not read is too bright, screens by far.
    private static let biases = [-2.0, -1, 1]
    /// Frames in which something was seen and nothing read: one may be blurred.
    private static let fewestFailures = 3
    /// What is nearly white is found in one frame and not in the next: so many frames in which nothing was seen may lie between.
    private static let longestGap = 5
    /// How long no series is taken after one in which something was read, and after one in which nothing was; twice as
    /// long after each further one of those.
    private static let pause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(60)
    /// How long what was read in a series may be joined to a frame: the series itself and its search.
    private static let patience = Duration.seconds(5)

    private struct Source {
        var failures = 0
        /// Frames since the last one of them.
        var gap = 0
        var isBusy = false
        var pause = FailureBracket.pause
        var earliest: Duration?

        mutating func note(hasRead: Bool, hasSeen: Bool) {
            gap = hasSeen ? 0 : gap + 1
            if hasRead || gap > FailureBracket.longestGap {
                failures = 0
            } else if hasSeen {
                failures += 1
            }
        }
    }

    /// Where the cameras' pictures are taken; it must be an output of the session.
    package let photos: CapturePhotoOutput
    private let output: CaptureMetadataOutput
    private let sources = Mutex<[String: Source]>([:])

    /// - Parameters:
    ///   - output: Whose ``MetadataOutput/DetectionRequest/includesHints`` is set, so that it tells what it sees and cannot read.
    ///   - stills: Encodes pictures.
    package init(output: CaptureMetadataOutput, stills: any StillMaker) {
        self.output = output
        photos = CapturePhotoOutput(stills: stills)
    }

    /// Notes what was seen in a frame, and takes a series if it is time.
    package func note(_ update: MetadataUpdate) {
        guard update.isSearched, let name = update.origin?.source else { return }
        let isDue = sources.withLock { sources in
            var source = sources[name] ?? Source()
            defer { sources[name] = source }
            guard !source.isBusy else { return false }
            source.note(hasRead: !update.objects.isEmpty, hasSeen: !update.unread.isEmpty)
            guard source.failures >= Self.fewestFailures, source.earliest.map({ update.time >= $0 }) ?? true
            else { return false }
            source.isBusy = true
            return true
        }
        guard isDue else { return }
        photos.takeSeries(Self.biases.map { .autoExposure(bias: $0) }, of: name) { [self] pictures in
            search(pictures, of: name)
        }
    }

    /// Waits for a series that is being taken to end and set the camera back; called after the session has stopped, with which it
    /// breaks off.
    package func finish() { photos.taking.sync {} }

    private func search(_ pictures: [(jpeg: [UInt8], time: Duration)], of name: String) {
        var hasRead = false
        for (jpeg, time) in pictures {
            guard let frame = try? output.search(.encoded(jpeg, limits: .standard), time: time),
                !frame.detections.isEmpty
            else { continue }
            hasRead = true
            output.join(frame, of: name, until: MonotonicClock.now + Self.patience)
        }
        sources.withLock { sources in
            var source = sources[name] ?? Source()
            source.isBusy = false
            source.failures = 0
            source.earliest = MonotonicClock.now + source.pause
            source.pause = hasRead ? Self.pause : min(Self.longestPause, source.pause * 2)
            sources[name] = source
        }
    }
}
