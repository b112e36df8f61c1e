import Foundation
import MetadataOutput
import Synchronization

/// The last frames of a source as movies have them, and what was found in them: what a clip is made of that begins before
/// anybody asked for it.
///
/// It keeps the frames of so many seconds, and those that a clip has not read yet, but never more than so many bytes: a
/// clip whose disk is too slow for that lacks frames, and the camera never waits. Where frames need others, it keeps the key
/// frame that the oldest of these seconds needs, and what follows it, if that key frame is not much older than they are.
final class ClipRing: Sendable {
    /// What a clip reads next.
    enum Next {
        /// A frame, and how many before it were given up.
        case frame(ClipFrame, missing: Int)
        /// Nothing yet.
        case nothing
        /// No more frames come; the error says why, unless it was asked for.
        case end(CaptureError?)
    }

    /// Who reads, and the number of the frame that it has not read yet.
    private struct Reader {
        let recording: ClipRecording
        var next: Int
    }

    private struct State {
        /// The oldest first.
        var frames: [ClipFrame] = []
        /// The number of the first of them.
        var firstNumber = 0
        var byteCount = 0
        var findings = ClipFindings()
        var readers: [Reader] = []
        var isOver = false
        var error: CaptureError?
        var lastArrival = ContinuousClock.now
        var lastFinding = ContinuousClock.now
        /// Frames of this time and before are not taken any more.
        var forgotten: Duration?

        /// Frames from a reader's place on; a place that was given up is at the next key frame.
        func index(of reader: Reader) -> Int {
            guard reader.next < firstNumber else { return reader.next - firstNumber }
            return frames.firstIndex(where: \.isKeyFrame) ?? frames.count
        }
    }

    /// How long before what is kept there may be a key frame that is kept for it.
    private static let longestGroup = Duration.seconds(60)

    private let state = Mutex(State())
    private let span: Duration
    private let mostBytes: Int

    /// - Parameters:
    ///   - span: How long frames are kept.
    ///   - mostBytes: What all of them may have.
    init(span: Duration, mostBytes: Int) {
        (self.span, self.mostBytes) = (span, mostBytes)
    }

    // MARK: - What comes

    /// Adds a frame; one that is not later than all before is left out.
    func add(_ frame: ClipFrame) {
        tell { state in
            if let last = state.frames.last, frame.time <= last.time { return }
            if let forgotten = state.forgotten, frame.time <= forgotten { return }
            state.frames.append(frame)
            state.byteCount += frame.byteCount
            state.lastArrival = .now
            trim(&state)
        }
    }

    /// Gives up what nobody needs, and what there is no room for.
    private func trim(_ state: inout State) {
        let limit = (state.frames.last?.time ?? .zero) - span
        var old = state.frames.lastIndex { $0.isKeyFrame && $0.time <= limit } ?? 0
        if let first = state.frames.first, first.time < limit - Self.longestGroup {
            old = max(old, state.frames.firstIndex { $0.time >= limit - Self.longestGroup } ?? 0)
        }
        let unread = state.readers.map { $0.next - state.firstNumber }.min() ?? old
        var count = max(0, min(old, unread))
        var byteCount = state.byteCount - state.frames.prefix(count).reduce(0) { $0 + $1.byteCount }
        while byteCount > mostBytes, count < state.frames.count - 1 {
            byteCount -= state.frames[count].byteCount
            count += 1
        }
        state.frames.removeFirst(count)
        (state.firstNumber, state.byteCount) = (state.firstNumber + count, byteCount)
        if let first = state.frames.first { state.findings.removeAll(before: first.time) }
    }

    /// Gives up all that has come up to now, and what of that is on its way yet: it shows what is to be hidden.
    ///
    /// - Parameter input: Whose frames they are. Those of a camera have the machine's time; a movie's own times say nothing of when they
    ///   came.
    func forget(of input: any CaptureInput) {
        tell { state in
            // Who waits for the next one has been told what to hide.
            if input.dropsLateFrames { state.forgotten = MonotonicClock.now + InputRunner.patience * 2 }
            state.firstNumber += state.frames.count
            (state.frames, state.byteCount) = ([], 0)
        }
    }

    /// Adds what was found in a frame.
    func add(_ finding: ClipFinding) {
        tell { state in
            state.findings.add(finding)
            state.lastFinding = .now
            trimFindings(&state)
        }
    }

    /// Gives up what was found long ago, where no frames come that would say how long it is needed.
    private func trimFindings(_ state: inout State) {
        guard let end = state.findings.end, state.frames.last.map({ $0.time < end - span }) ?? true else {
            return
        }
        let unread = state.readers.compactMap { reader in
            state.frames.dropFirst(state.index(of: reader)).first?.time
        }
        state.findings.removeAll(before: min(end - span, unread.min() ?? end))
    }

    /// Says that nothing more will be found in frames.
    func endFindings() { tell { $0.findings.isComplete = true } }

    /// Says that no more frames come.
    ///
    /// - Parameter error: Why, unless it was asked for.
    func end(_ error: CaptureError? = nil) {
        tell { state in
            state.isOver = true
            state.error = state.error ?? error
        }
    }

    /// Has everybody who reads look again.
    private func tell(_ change: (inout State) -> Void) {
        let readers = state.withLock { state in
            change(&state)
            return state.readers
        }
        for reader in readers { reader.recording.wake() }
    }

    // MARK: - The clips' side

    /// Begins to read with the first frame of this time or later, or the key frame that it needs.
    func open(at time: Duration, by recording: ClipRecording) {
        state.withLock { state in
            let first = state.frames.firstIndex { $0.time >= time } ?? state.frames.count
            let key =
                state.frames.prefix(first + 1).lastIndex(where: \.isKeyFrame)
                ?? state.frames.firstIndex(where: \.isKeyFrame) ?? state.frames.count
            state.readers.append(Reader(recording: recording, next: state.firstNumber + key))
        }
    }

    /// Ends reading.
    func close(_ recording: ClipRecording) {
        state.withLock { state in
            state.readers.removeAll { $0.recording === recording }
            trim(&state)
        }
    }

    /// What comes next; it stays so until ``advance(_:)``.
    func next(for recording: ClipRecording) -> Next {
        state.withLock { state in
            guard let reader = state.readers.first(where: { $0.recording === recording }) else {
                return .end(nil)
            }
            let index = state.index(of: reader)
            guard index < state.frames.count else { return state.isOver ? .end(state.error) : .nothing }
            return .frame(state.frames[index], missing: state.firstNumber + index - reader.next)
        }
    }

    /// Goes behind the frame that was read.
    func advance(_ recording: ClipRecording) {
        state.withLock { state in
            guard let place = state.readers.firstIndex(where: { $0.recording === recording }) else { return }
            state.readers[place].next = state.firstNumber + state.index(of: state.readers[place]) + 1
        }
    }

    /// The frames of these times that are kept, the oldest first.
    func frames(in times: ClosedRange<Duration>) -> [ClipFrame] {
        state.withLock { $0.frames.filter { times.contains($0.time) } }
    }

    /// How long no frame has come.
    var silence: Duration { state.withLock { ContinuousClock.now - $0.lastArrival } }

    /// How long nobody has told what is in frames.
    var findingSilence: Duration { state.withLock { ContinuousClock.now - $0.lastFinding } }

    /// Answers a question about what was found.
    func findings<Answer>(_ question: (ClipFindings) -> Answer) -> Answer {
        state.withLock { question($0.findings) }
    }
}
