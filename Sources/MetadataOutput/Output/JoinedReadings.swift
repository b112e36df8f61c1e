import Foundation
import Synchronization

/// What was seen in pictures of sources beside their frames, until it is told with the next frame.
final class JoinedReadings: Sendable {
    private let waiting = Mutex<[String: [(frame: SearchedFrame, last: Duration)]]>([:])
    private static let mostWaiting = 16

    func put(_ frame: SearchedFrame, of source: String, until time: Duration) {
        waiting.withLock { waiting in
            waiting[source, default: []].append((frame, time))
            if waiting[source, default: []].count > Self.mostWaiting { waiting[source]?.removeFirst() }
        }
    }

    /// The frame with what waits for it, where it sees nothing itself; as if it had been searched, if it rested.
    func take(of source: String, into frame: SearchedFrame) -> SearchedFrame {
        let others = waiting.withLock { $0.removeValue(forKey: source) } ?? []
        var frame = frame
        for (other, last) in others
        where frame.time <= last && (other.width, other.height) == (frame.width, frame.height) {
            let new = other.detections.filter { detection in
                let (type, box) = (detection.reading.type, detection.reading.boundingBox)
                // It may have been searched for what is not wanted any more.
                return frame.request.types.contains(type)
                    && frame.request.isOfInterest(box, width: frame.width, height: frame.height)
                    && !frame.detections.contains { $0.reading.boundingBox.intersects(box) }
            }
            guard !new.isEmpty else { continue }
            frame.detections += new
            frame.isSearched = true
            frame.unread = []
            frame.hints = []
        }
        return frame
    }
}
