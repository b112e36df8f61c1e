import Dispatch
import Foundation
import MetadataOutput
import Synchronization

/// Fills a ring with what a source delivers: a camera's JPEGs and H.264 as they are, other pictures encoded.
final class ClipFeed: Sendable {
    private struct State {
        var maker: MovieFrameMaker
        var sizes = JPEGSizes()
        var sentOrder = SentFrameOrder()
        /// What waits, in bytes.
        var waitingByteCount = 0
        /// Whether something was left out since the last frame.
        var hasGap = false
        /// JPEGs that were left out since the last one.
        var leftOut = 0
    }

    /// Pictures that may wait, in bytes: sixteen of 1080p.
    private static let mostWaitingBytes = 64 << 20

    let ring: ClipRing
    private let state: Mutex<State>
    private let working = DispatchQueue(label: "scanwatch.clips.feed")

    init(_ ring: ClipRing, maker: MovieFrameMaker) {
        self.ring = ring
        state = Mutex(State(maker: maker))
    }

    /// Takes a picture. Returns at once; one that there is no time for is left out.
    func take(_ buffer: CaptureBuffer) {
        guard let shown = buffer.contents.shown else { return }
        var buffer = buffer
        // Sensors' samples are nobody's here.
        buffer.contents.raw = nil
        let byteCount = shown.bytes.count
        let hasRoom = state.withLock { state in
            let hasRoom =
                state.waitingByteCount == 0 || state.waitingByteCount + byteCount <= Self.mostWaitingBytes
            if hasRoom { state.waitingByteCount += byteCount } else { state.hasGap = true }
            return hasRoom
        }
        guard hasRoom else { return }
        working.async { [self, buffer] in
            add(buffer)
            state.withLock { $0.waitingByteCount -= byteCount }
        }
    }

    /// Takes a frame as a camera has sent it, behind pictures that are being encoded.
    func take(_ frame: SentFrame) {
        working.async { [self] in
            if state.withLock({ $0.sentOrder.takes(frame) }) { ring.add(ClipFrame(frame.movie)) }
        }
    }

    /// On the feed's queue alone, so that nobody else waits for an encoder.
    private func add(_ buffer: CaptureBuffer) {
        if let shown = buffer.contents.shown, LumaLayout(shown.format.pixelFormat) == .jpeg {
            guard let frame = ClipFrame(jpeg: shown.bytes, of: buffer) else {
                state.withLock { $0.leftOut += 1 }
                return
            }
            let (width, height) = (frame.movie.width, frame.movie.height)
            let isWhole = state.withLock { state in
                let isWhole = state.sizes.believes(width: width, height: height, of: shown.format)
                if !isWhole { state.leftOut += 1 }
                return isWhole
            }
            if isWhole { add(frame) }
            return
        }
        var maker = state.withLock { state in
            if state.hasGap { state.maker.startAnew() }
            state.hasGap = false
            return state.maker
        }
        do throws(CaptureError) {
            let made = try maker.frames(of: buffer)
            state.withLock { $0.maker = maker }
            for frame in made.frames { ring.add(ClipFrame(frame)) }
        } catch {
            state.withLock { $0.maker = maker }
            // Of this camera nothing ever comes; what is damaged is left out.
            if error.code == .unsupported { ring.end(error) }
        }
    }

    /// Adds a JPEG, which says what is missing before it.
    private func add(_ jpeg: ClipFrame) {
        var jpeg = jpeg
        jpeg.leftOutBefore = state.withLock { state in
            defer { state.leftOut = 0 }
            return state.leftOut
        }
        ring.add(jpeg)
    }

    /// Says that no more pictures come, when those that wait are done.
    func end() { working.async { self.ring.end() } }
}
