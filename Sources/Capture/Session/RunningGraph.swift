import MetadataOutput
import Synchronization

/// The graph that runs: a runner an input, a receiver a connection and input. Used by one thread at a time.
final class RunningGraph: Sendable {
    private struct Source {
        let input: any CaptureInput
        let runner: InputRunner
        let counters: CaptureCounters
        /// In the order of the input's connections.
        var ends: [End]
    }

    /// Where one connection leads.
    private struct End {
        let connection: CaptureConnection
        let output: any CaptureFrameOutput
        let receiver: any CaptureFrameReceiver
    }

    private let policy: ReconnectPolicy
    private let report: @Sendable (CaptureSessionEvent) -> Void
    private let workers = CaptureWorkers()
    private let sources = Mutex<[Source]>([])
    private let preset = Mutex(CaptureSessionPreset.high)

    init(policy: ReconnectPolicy, report: @escaping @Sendable (CaptureSessionEvent) -> Void) {
        self.policy = policy
        self.report = report
    }

    /// Makes the running graph this one: inputs that are new are opened, those that are gone closed, all others
    /// go on without losing a frame; a changed preset opens all anew.
    ///
    /// - Throws: Why an input cannot be opened; everything runs as before then.
    func become(_ graph: SessionGraph) throws(CaptureError) {
        try sources.withLock { (sources) throws(CaptureError) in
            let oldPreset = preset.withLock { $0 }
            if graph.preset != oldPreset, !sources.isEmpty {
                let old = sources
                for source in old { source.runner.stop() }
                sources = []
                preset.withLock { $0 = graph.preset }
                do throws(CaptureError) {
                    sources = try started(graph.inputs, in: graph)
                } catch {
                    preset.withLock { $0 = oldPreset }
                    sources = old.compactMap { try? restarted($0) }
                    throw error
                }
                return
            }
            preset.withLock { $0 = graph.preset }
            let kept = sources.filter { graph.contains($0.input) }
            let gone = sources.filter { !graph.contains($0.input) }
            // First: what is new may need the same camera, with other settings.
            for source in gone { source.runner.stop() }
            let new: [Source]
            do throws(CaptureError) {
                new = try started(
                    graph.inputs.filter { input in !kept.contains { $0.input === input } }, in: graph)
            } catch {
                sources = sources.compactMap { source in
                    gone.contains { $0.input === source.input } ? try? restarted(source) : source
                }
                throw error
            }
            sources =
                kept.map { source in
                    var source = source
                    source.ends = ends(
                        of: source.input, in: graph, keeping: source.ends, counters: source.counters)
                    source.runner.setReceivers(source.ends.map(\.receiver))
                    return source
                } + new
        }
    }

    /// What each source has delivered, in the order of the inputs.
    var statistics: [CaptureStatistics] { sources.withLock { $0.map(\.counters.statistics) } }

    /// Closes everything.
    func stop() {
        for source in sources.withLock({ $0 }) { source.runner.stop() }
        sources.withLock { $0 = [] }
        workers.end()
    }

    /// Opens inputs; if one cannot be opened, none is.
    private func started(
        _ inputs: [any CaptureInput], in graph: SessionGraph
    ) throws(CaptureError) -> [Source] {
        var new: [Source] = []
        for input in inputs {
            do throws(CaptureError) {
                let counters = CaptureCounters(source: input.sourceName)
                new.append(
                    try start(
                        input, ends: ends(of: input, in: graph, keeping: [], counters: counters),
                        counters: counters))
            } catch {
                for source in new { source.runner.stop() }
                throw error
            }
        }
        return new
    }

    /// Opens an input again with the connections it had.
    private func restarted(_ source: Source) throws(CaptureError) -> Source {
        try start(
            source.input,
            ends: source.ends.map {
                end($0.connection, to: $0.output, from: source.input, counters: source.counters)
            }, counters: source.counters, isNew: false)
    }

    private func start(
        _ input: any CaptureInput, ends: [End], counters: CaptureCounters, isNew: Bool = true
    ) throws(CaptureError) -> Source {
        var policy = policy
        // What ran before is no start.
        if !isNew { policy.includesStart = true }
        let runner = try InputRunner.start(
            input: input, preset: preset.withLock { $0 }, policy: policy, receivers: ends.map(\.receiver),
            counters: counters, report: report)
        return Source(input: input, runner: runner, counters: counters, ends: ends)
    }

    /// The ends of an input's connections; those that were there already are kept, with what they know.
    private func ends(
        of input: any CaptureInput, in graph: SessionGraph, keeping old: [End], counters: CaptureCounters
    ) -> [End] {
        graph.connections(from: input).compactMap { connection in
            old.first { $0.connection === connection }
                ?? graph.output(of: connection).map {
                    end(connection, to: $0, from: input, counters: counters)
                }
        }
    }

    private func end(
        _ connection: CaptureConnection, to output: any CaptureFrameOutput, from input: any CaptureInput,
        counters: CaptureCounters
    ) -> End {
        End(
            connection: connection, output: output,
            receiver: output.makeReceiver(
                for: connection, from: input,
                means: CaptureMeans(workers: workers, counters: counters, report: report)))
    }
}
