public import Dispatch
public import MetadataOutput
import Synchronization

/// Hands out together what several outputs of a session make of the same frame; AVFoundation's
/// `AVCaptureDataOutputSynchronizer`.
///
/// The first output says for which frames something is handed out. Each waits until the other outputs have come as far,
/// but for no more than eight frames: a search that takes longer is left out, and so is a frame that an output had no
/// time for. What the outputs hand to delegates of their own and to their own sequences stays as it is.
public final class CaptureDataOutputSynchronizer: Sendable {
    /// The outputs, in the order of their importance.
    public let dataOutputs: [any CaptureOutput]

    private struct State {
        /// One a source, by its name.
        var lines: [String: SynchronizedLines<CaptureSynchronizedData>] = [:]
        var delegate: SynchronizerListener?
    }

    private let state = Mutex(State())
    private let streams = NewestStreams<CaptureSynchronizedDataCollection>()

    /// Joins outputs, until this object is gone.
    ///
    /// - Parameter dataOutputs: Those to join; each is a ``CaptureVideoFrameOutput`` or a `CaptureMetadataOutput`.
    /// - Throws: ``CaptureError/Code/unsupported`` if there is none, one of another kind, one twice, or one that another
    ///   synchronizer has.
    public init(dataOutputs: [any CaptureOutput]) throws(CaptureError) {
        self.dataOutputs = dataOutputs
        guard !dataOutputs.isEmpty else {
            throw CaptureError(.unsupported, "there is no output to synchronize")
        }
        for (number, output) in dataOutputs.enumerated() {
            guard let output = output as? any SynchronizableOutput else {
                throw CaptureError(.unsupported, "\(type(of: output)) cannot be synchronized")
            }
            guard output.join(SynchronizerInlet(self, output: number)) else {
                throw CaptureError(.unsupported, "an output is synchronized already")
            }
        }
    }

    /// Sets whom it hands everything to; nil for nobody. ``collections()`` gets the same.
    ///
    /// - Parameters:
    ///   - delegate: Held weakly.
    ///   - queue: A serial queue on which it is called. While it is busy the newest eight wait; those that still do when the
    ///     session stops are dropped.
    /// - Precondition: A delegate comes with a queue.
    public func setDelegate(
        _ delegate: (any CaptureDataOutputSynchronizerDelegate)?, queue: DispatchQueue?
    ) {
        precondition(delegate == nil || queue != nil, "a delegate needs a queue")
        var listener: SynchronizerListener?
        if let delegate, let queue { listener = SynchronizerListener(delegate, queue: queue) }
        state.withLock { [listener] in $0.delegate = listener }
    }

    /// Whom it hands everything to; nil, the default, hands it to nobody.
    public var delegate: (any CaptureDataOutputSynchronizerDelegate)? {
        state.withLock { $0.delegate }?.delegate
    }

    /// Where that is called; nil without a delegate.
    public var delegateCallbackQueue: DispatchQueue? { state.withLock { $0.delegate }?.queue }

    /// What is handed out from now on; each call makes a stream of its own, which keeps the newest eight.
    public func collections() -> AsyncStream<CaptureSynchronizedDataCollection> { streams.stream(keeping: 8) }

    /// Drops what waits of a source of which an output has nothing any more. Without the first one nothing is complete.
    fileprivate func end(of output: Int, source: String) {
        guard output == 0 else { return }
        state.withLock { state in
            state.lines[source] = nil
            state.delegate?.drop(source)
        }
    }

    /// Takes what an output made of a frame.
    fileprivate func put(_ data: CaptureSynchronizedData, of output: Int, source: String, time: Duration) {
        state.withLock { state in
            // Sent under the lock, so that the order is that of the frames.
            let complete = state.lines[source, default: SynchronizedLines(outputs: dataOutputs.count)]
                .put(data, of: output, at: time)
            for (time, items) in complete {
                var found: [ObjectIdentifier: CaptureSynchronizedData] = [:]
                for (output, item) in zip(dataOutputs, items) { found[ObjectIdentifier(output)] = item }
                let collection = CaptureSynchronizedDataCollection(source: source, time: time, data: found)
                streams.send(collection)
                state.delegate?.take(collection, of: self)
            }
        }
    }
}

/// Is handed what several outputs make of the same frame; AVFoundation's `AVCaptureDataOutputSynchronizerDelegate`.
public protocol CaptureDataOutputSynchronizerDelegate: AnyObject {
    /// Is handed it.
    ///
    /// - Parameters:
    ///   - synchronizer: Whose delegate this is.
    ///   - synchronizedDataCollection: What the outputs have; never nothing of the first.
    func dataOutputSynchronizer(
        _ synchronizer: CaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: CaptureSynchronizedDataCollection)
}

/// Where an output puts what it made of a frame, for whoever synchronizes it.
struct SynchronizerInlet: Sendable {
    // The synchronizer holds the outputs.
    private weak let synchronizer: CaptureDataOutputSynchronizer?
    private let output: Int

    fileprivate init(_ synchronizer: CaptureDataOutputSynchronizer, output: Int) {
        (self.synchronizer, self.output) = (synchronizer, output)
    }

    /// Whether nobody wants anything any more.
    var isClosed: Bool { synchronizer == nil }

    func put(_ data: CaptureSynchronizedData, source: String, time: Duration) {
        synchronizer?.put(data, of: output, source: source, time: time)
    }

    /// Says that nothing more comes of a source.
    func end(source: String) { synchronizer?.end(of: output, source: source) }
}

/// An output that can be synchronized.
protocol SynchronizableOutput: CaptureOutput {
    /// Puts everything there from now on; false if it does so for somebody else.
    func join(_ inlet: SynchronizerInlet) -> Bool
}

/// Calls a delegate on its queue, with the newest collections if it is slow.
private final class SynchronizerListener: Sendable {
    /// Called on the queue only; weak references may be read anywhere.
    nonisolated(unsafe) private(set) weak var delegate: (any CaptureDataOutputSynchronizerDelegate)?
    let queue: DispatchQueue
    private static let mostWaiting = 8
    private let waiting = Mutex<[CaptureSynchronizedDataCollection]>([])

    init(_ delegate: any CaptureDataOutputSynchronizerDelegate, queue: DispatchQueue) {
        (self.delegate, self.queue) = (delegate, queue)
    }

    func take(_ collection: CaptureSynchronizedDataCollection, of synchronizer: CaptureDataOutputSynchronizer)
    {
        let isMore = waiting.withLock { waiting in
            waiting.append(collection)
            guard waiting.count > Self.mostWaiting else { return true }
            waiting.removeFirst()
            return false
        }
        // One call a collection that waits: who takes another's place needs none of its own.
        guard isMore else { return }
        queue.async { [weak self, weak synchronizer] in
            guard let self, let next = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
                return
            }
            if let synchronizer { delegate?.dataOutputSynchronizer(synchronizer, didOutput: next) }
        }
    }

    func drop(_ source: String) { waiting.withLock { $0.removeAll { $0.source == source } } }
}
