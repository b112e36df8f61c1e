import Foundation
import MetadataOutput
import Synchronization

extension CaptureMetadataOutput: CaptureFrameOutput {
    func makeReceiver(
        for connection: CaptureConnection, from input: any CaptureInput, means: CaptureMeans
    ) -> any CaptureFrameReceiver {
        WorkingReceiver(
            connection: connection, input: input, means: means,
            frameWork: MetadataWork(
                output: self, connection: connection, input: input, means: means))
    }
}

/// Whom a session tells what a metadata output sees.
struct MetadataListeners: Sendable {
    var delegate: ObjectsDelegate?
    var synchronizer: SynchronizerInlet?
}

extension CaptureMetadataOutput: SynchronizableOutput {
    var listeners: MetadataListeners {
        sessionListener.withLock { $0 as? MetadataListeners } ?? MetadataListeners()
    }

    func changeListeners<R>(_ change: (inout MetadataListeners) -> R) -> R {
        sessionListener.withLock { stored in
            var listeners = stored as? MetadataListeners ?? MetadataListeners()
            defer { stored = listeners }
            return change(&listeners)
        }
    }

    func join(_ inlet: SynchronizerInlet) -> Bool {
        changeListeners { listeners in
            guard listeners.synchronizer?.isClosed ?? true else { return false }
            listeners.synchronizer = inlet
            return true
        }
    }
}

/// Searches the frames of one source and says what is in view.
private final class MetadataWork: FrameWork {
    private let output: CaptureMetadataOutput
    private let connection: CaptureConnection
    private let input: any CaptureInput
    private let means: CaptureMeans

    private struct State {
        var sequence: MetadataSequence
        var watch = SceneWatch()
        var sequenceNumber = 0
        /// The failure told last; a frame that fails like the one before it is not told again.
        var failure: PayloadError?
        /// When each engine's failure was told last.
        var failures: [Engine: Duration] = [:]
        /// The time of the first of the last frames that could not be searched; nil if the last one was.
        var failingSince: Duration?
    }

    /// Never waited for: only one thread at a time comes here (``FrameWork``).
    private let state: Mutex<State>

    /// How long what was in view is believed to be while no frame can be searched.
    private static let longestFailure = Duration.seconds(2)
    /// How often it is told that an engine fails, where others go on.
    private static let failureInterval = Duration.seconds(60)

    /// Two or three frames of most cameras: one that takes longer than usual delays those after it, and none is lost.
    let patience = Duration.milliseconds(80)

    init(
        output: CaptureMetadataOutput, connection: CaptureConnection, input: any CaptureInput,
        means: CaptureMeans
    ) {
        self.output = output
        self.connection = connection
        self.input = input
        self.means = means
        state = Mutex(State(sequence: output.makeSequence(ids: output.sessionIDs)))
        means.searches.add(searcher: connection)
    }

    func take(_ frame: CaptureFrame) -> [CaptureDropReason: Int] {
        state.withLock { state in
            state.sequenceNumber = frame.sequenceNumber
            let liveFrame = state.watch.next(
                at: frame.time, wanting: output.currentRequest, isPressed: means.workers.isPressed)
            var searched: SearchedFrame
            do throws(PayloadError) {
                searched = try output.search(
                    frame.payload, time: frame.time,
                    // Of a source whose frames come whether or not the search keeps up.
                    liveFrame: input.dropsLateFrames ? liveFrame : nil)
            } catch {
                let failingSince = state.failingSince ?? frame.time
                state.failingSince = failingSince
                let isLong = frame.time - failingSince > Self.longestFailure
                // Cameras cut pictures short now and then, each in another way; of no whole one for a while, and of whatever else
                // it is, somebody must be told.
                let isNews =
                    error.code == .undecodable ? isLong && state.failure == nil : error != state.failure
                if isNews {
                    state.failure = error
                    means.report(.frameFailed(error, source: input.sourceName))
                }
                // Nobody knows any more what is in view.
                if isLong { endScene(&state) }
                if error.code != .undecodable { means.searches.show(frame, nil, from: connection) }
                let reason: CaptureDropReason = error.code == .undecodable ? .corrupted : .failed
                synchronize(.dropped(reason), frame)
                return [reason: 1]
            }
            (state.failure, state.failingSince) = (nil, nil)
            searched.crop = frame.zoomedPart
            tell(searched.failures, at: frame.time, &state)
            searched = output.joined(searched, of: input.sourceName)
            let update = tell(state.sequence.update(for: searched), state)
            state.watch.note(liveFrame, searched, update)
            meter(searched, update, of: frame)
            means.searches.show(frame, update, from: connection)
            synchronize(.metadata(update, connection), frame)
            return [:]
        }
    }

    /// Tells that engines failed that are not needed for a frame to be searched; of one that goes on failing, now and then.
    private func tell(_ failures: [EngineFailure], at time: Duration, _ state: inout State) {
        for failure in failures {
            // The source's clock may have begun anew.
            if let told = state.failures[failure.engine],
                (Duration.zero..<Self.failureInterval).contains(time - told)
            {
                continue
            }
            state.failures[failure.engine] = time
            let error = PayloadError(.engineFailure, "\(failure.engine.rawValue): \(failure.reason)")
            means.report(.frameFailed(error, source: input.sourceName))
        }
    }

    /// Lets the camera know how bright its picture is and where faces are, should it be exposed for them.
    private func meter(_ searched: SearchedFrame, _ update: MetadataUpdate, of frame: CaptureFrame) {
        guard let device = input.camera else { return }
        device.noteFaces { update.objects.filter { $0.type == .face }.map(\.bounds) }
        if let plane = searched.motionPlane {
            device.meter(plane, takenAt: frame.time, sequenceNumber: frame.sequenceNumber)
        }
    }

    private func synchronize(_ data: CaptureSynchronizedData, _ frame: CaptureFrame) {
        output.listeners.synchronizer?.put(data, source: input.sourceName, time: frame.time)
    }

    func endScene() {
        state.withLock { endScene(&$0, isEndOfFrames: true) }
    }

    /// - Parameter isEndOfFrames: Whether no more frames come for now, rather than frames that cannot be searched.
    private func endScene(_ state: inout State, isEndOfFrames: Bool = false) {
        if let update = state.sequence.finish() { _ = tell(update, state, isEndOfFrames: isEndOfFrames) }
        state.sequence = output.makeSequence(ids: output.sessionIDs)
        state.watch = SceneWatch()
    }

    func finish() {
        means.searches.remove(searcher: connection)
        output.listeners.delegate?.end(of: input.sourceName, from: connection)
        output.listeners.synchronizer?.end(source: input.sourceName)
    }

    /// Tells everybody.
    ///
    /// - Returns: What was told.
    private func tell(
        _ update: MetadataUpdate, _ state: State, isEndOfFrames: Bool = false
    ) -> MetadataUpdate {
        var update = update
        update.origin = FrameOrigin(source: input.sourceName, sequenceNumber: state.sequenceNumber)
        output.send(update)
        let delegate = output.listeners.delegate
        if isEndOfFrames {
            delegate?.takeEnd(update, of: output, from: connection)
        } else {
            delegate?.take(update, of: output, from: connection)
        }
        return update
    }
}

extension CaptureFrame {
    /// The part of the camera's picture that it shows, 0…1.
    fileprivate var zoomedPart: CGRect {
        if case .cropped(_, let part) = payload { part } else { part }
    }
}
