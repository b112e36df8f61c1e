public import MetadataOutput
import Synchronization

extension CaptureMetadataOutput {
    /// What is in view of one input: a session with this input and output, which runs as long as the sequence is
    /// iterated over.
    ///
    /// - Parameter input: A camera, or another source; it must be in no session.
    public func updates(from input: any CaptureInput) -> InputUpdates {
        InputUpdates(output: self, input: input)
    }
}

/// What a metadata output says of the frames of one input.
public struct InputUpdates: AsyncSequence, Sendable {
    fileprivate let output: CaptureMetadataOutput
    fileprivate let input: any CaptureInput

    /// The updates in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let output: CaptureMetadataOutput
        fileprivate let input: any CaptureInput
        private var running: Running?

        fileprivate init(output: CaptureMetadataOutput, input: any CaptureInput) {
            self.output = output
            self.input = input
        }

        /// What runs, and how it ended.
        private struct Running {
            let session: CaptureSession
            var updates: MetadataUpdates.AsyncIterator
            let end: SessionEnd
        }

        /// The next update; nil after the last frame of an input that has one, and once the task is cancelled.
        ///
        /// - Throws: Why the input cannot be opened, or what it failed of.
        public mutating func next() async throws(CaptureError) -> MetadataUpdate? {
            if running == nil { running = try await start() }
            guard var running else { return nil }
            let update = await running.updates.next()
            self.running = running
            if let update { return update }
            await running.session.stopRunning()
            if let error = running.end.error { throw error }
            return nil
        }

        private func start() async throws(CaptureError) -> Running {
            let session = CaptureSession()
            try session.addInput(input)
            try session.addOutput(output)
            let updates = output.updates()
            let end = SessionEnd()
            let events = session.events()
            Task { [weak session] in
                for await event in events {
                    switch event {
                    case .runtimeError(let error, _): end.set(error)
                    case .sourceDidEnd: break
                    default: continue
                    }
                    // What is still worked on is delivered first.
                    await session?.stopRunning()
                    updates.finish()
                    return
                }
            }
            try await session.startRunning()
            return Running(session: session, updates: updates.makeAsyncIterator(), end: end)
        }
    }

    /// Gets ready; the input is opened when the first update is asked for.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(output: output, input: input) }
}

/// What a session ended of.
private final class SessionEnd: Sendable {
    private let stored = Mutex<CaptureError?>(nil)

    var error: CaptureError? { stored.withLock { $0 } }

    func set(_ error: CaptureError) { stored.withLock { $0 = error } }
}
