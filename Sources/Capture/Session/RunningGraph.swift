import MetadataOutput
import Synchronization

/// The graph that runs: a runner an input, a receiver a connection and input. Changed by one thread at a time.
final class RunningGraph: Sendable {
    private struct Source {
        let input: any CaptureInput
        let runner: InputRunner
        let counters: CaptureCounters
        let searches: SearchTap
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
    private let reports: RunnerReports
    private let changeHandler: StreamChangeHandler
    private let masks: PictureMasks
    private let workers = CaptureWorkers()
    /// Locked for a moment only, so that counts can be asked for while a camera is opened.
    private let sources = Mutex<[Source]>([])
    private let preset = Mutex(CaptureSessionPreset.high)
    private let isCancelled = Mutex(false)
    /// Of all sources that there ever were, by name: one that is taken out and comes back is counted on.
    private let counters = Mutex<[String: CaptureCounters]>([:])

    /// Makes a graph without inputs.
    ///
    /// - Parameters:
    ///   - policy: What is done about inputs that are lost.
    ///   - reports: Whom the inputs' runners tell what happens.
    ///   - changeHandler: What to do when an input is set that must be opened anew for it.
    ///   - masks: What is hidden of the inputs' pictures.
    init(
        policy: ReconnectPolicy, reports: RunnerReports, changeHandler: @escaping StreamChangeHandler,
        masks: PictureMasks
    ) {
        self.policy = policy
        self.reports = reports
        self.changeHandler = changeHandler
        self.masks = masks
    }

    /// Makes the running graph this one: inputs that are new are opened, those that are gone closed, those of which a
    /// stream is wanted in another way opened anew, and all others go on without losing a frame.
    ///
    /// - Throws: Why an input cannot be opened; everything runs as before then.
    func become(_ graph: SessionGraph) throws(CaptureError) {
        let old = sources.withLock { $0 }
        let oldPreset = preset.withLock { $0 }
        let kept = old.filter { graph.contains($0.input) }
        let changes = kept.compactMap { StreamChange($0.input, $0.runner, from: oldPreset, to: graph.preset) }
        // First: what is new may need the same camera, with other settings.
        let gone = old.filter { !graph.contains($0.input) }.map { source in
            source.runner.stop(because: InputRunner.removal)
            return (source: source, configuration: (source.input as? any AdjustableInput)?.configuration)
        }
        preset.withLock { $0 = graph.preset }
        let new: [Source]
        var begun: [StreamChange] = []
        do throws(CaptureError) {
            for change in changes {
                begun.append(change)
                try change.apply()
            }
            new = try started(
                graph.inputs.filter { input in !kept.contains { $0.input === input } }, in: graph,
                beside: kept)
        } catch {
            preset.withLock { $0 = oldPreset }
            for change in changes { change.forget() }
            for change in begun { change.undo() }
            let restored = gone.map { source, configuration in
                if let configuration { (source.input as? any AdjustableInput)?.configuration = configuration }
                return self.restored(source)
            }
            sources.withLock { sources in
                sources = old.map { source in restored.first { $0.input === source.input } ?? source }
            }
            throw error
        }
        let sources =
            kept.map { source in
                var source = source
                source.ends = ends(
                    of: source.input, in: graph, keeping: source.ends, counters: source.counters,
                    searches: source.searches)
                source.runner.setReceivers(source.ends.map(\.receiver))
                return source
            } + new
        self.sources.withLock { $0 = sources }
    }

    /// Opens the inputs again that failed for good.
    ///
    /// - Throws: Why one cannot be opened; those after it are not tried.
    func restartFailed() throws(CaptureError) {
        let old = sources.withLock { $0 }
        for (index, source) in old.enumerated() where source.runner.outcome == .failed {
            // Before there are new ones, so that outputs know of these alone.
            source.runner.stop()
            let restarted = try restarted(source, for: .start)
            sources.withLock { $0[index] = restarted }
        }
    }

    /// What each source has delivered, in the order of the inputs.
    var statistics: [CaptureStatistics] { sources.withLock { $0.map(\.counters.statistics) } }

    /// What an input has delivered, also where it could not be opened.
    func statistics(of input: any CaptureInput) -> CaptureStatistics {
        counters(of: input, beside: []).statistics
    }

    /// The share of its time that the machine works on frames, 0…1.
    var load: Double { workers.load }

    /// Whether no input delivers any more and one of them has failed.
    var hasFailed: Bool {
        let outcomes = sources.withLock { $0.map(\.runner.outcome) }
        return outcomes.contains(.failed) && !outcomes.contains(.runs)
    }

    /// Lets inputs that are being opened, or will be, leave off if they can; called from any thread. All is to be stopped then.
    func cancelOpenings() { isCancelled.withLock { $0 = true } }

    /// Closes everything.
    ///
    /// - Returns: What each source has delivered in all.
    @discardableResult func stop() -> [CaptureStatistics] {
        let stopped = sources.withLock { $0 }
        for source in stopped { source.runner.stop() }
        sources.withLock { $0 = [] }
        workers.end()
        return stopped.map(\.counters.statistics)
    }

    /// Opens inputs; if one cannot be opened, none is. Those in the network answer in their time, all at once and beside the others;
    /// what is to be waited for anyway when it is not there is not waited for here.
    private func started(
        _ inputs: [any CaptureInput], in graph: SessionGraph, beside kept: [Source]
    ) throws(CaptureError) -> [Source] {
        var new: [Source] = []
        let distant = inputs.filter { $0 is any InterruptibleInput }
        let near = inputs.filter { !($0 is any InterruptibleInput) }
        do throws(CaptureError) {
            for input in distant + near {
                let counters = counters(of: input, beside: kept + new)
                let searches = SearchTap()
                let source = begin(
                    input, for: .start, counters: counters, searches: searches,
                    ends: ends(of: input, in: graph, keeping: [], counters: counters, searches: searches))
                new.append(source)
                if new.count > distant.count { try wait(for: source) }
            }
            if policy.endsWithFirstFailure {
                for source in new.prefix(distant.count) { try wait(for: source) }
            }
        } catch {
            for source in new { source.runner.stop() }
            throw error
        }
        return inputs.compactMap { input in new.first { $0.input === input } }
    }

    private func counters(of input: any CaptureInput, beside others: [Source]) -> CaptureCounters {
        counters.withLock { all in
            if let known = all[input.sourceName], !others.contains(where: { $0.counters === known }) {
                return known
            }
            let new = CaptureCounters(source: input.sourceName)
            all[input.sourceName] = new
            return new
        }
    }

    /// Opens an input again with the connections and counts that it had.
    private func restarted(
        _ source: Source, for reason: StreamOpening.Reason
    ) throws(CaptureError) -> Source {
        try start(
            source.input, for: reason, counters: source.counters, searches: source.searches,
            ends: source.ends.map {
                end(
                    $0.connection, to: $0.output, from: source.input, counters: source.counters,
                    searches: source.searches)
            })
    }

    /// The same for one that was closed for something that failed. If it cannot be opened, it is lost like any other.
    private func restored(_ source: Source) -> Source {
        (try? restarted(source, for: .restoration)) ?? source
    }

    private func start(
        _ input: any CaptureInput, for reason: StreamOpening.Reason, counters: CaptureCounters,
        searches: SearchTap, ends: [End]
    ) throws(CaptureError) -> Source {
        let source = begin(input, for: reason, counters: counters, searches: searches, ends: ends)
        try wait(for: source)
        return source
    }

    private func begin(
        _ input: any CaptureInput, for reason: StreamOpening.Reason, counters: CaptureCounters,
        searches: SearchTap, ends: [End]
    ) -> Source {
        (input as? any AdjustableInput)?.setChangeHandler(changeHandler)
        let opening = StreamOpening(reason) { [weak self] in self?.isCancelled.withLock(\.self) ?? true }
        let runner = InputRunner(
            input: input, opening: opening, preset: preset.withLock { $0 }, policy: policy,
            receivers: ends.map(\.receiver), counters: counters, reports: reports, masks: masks)
        runner.start()
        return Source(input: input, runner: runner, counters: counters, searches: searches, ends: ends)
    }

    private func wait(for source: Source) throws(CaptureError) {
        do throws(CaptureError) { try source.runner.waitForStart() } catch {
            // Outputs know them since they were made, and would go on asking them for frames.
            for end in source.ends { end.receiver.finish(because: error) }
            throw error
        }
    }

    /// The ends of an input's connections; those that were there already are kept, with what they know.
    private func ends(
        of input: any CaptureInput, in graph: SessionGraph, keeping old: [End], counters: CaptureCounters,
        searches: SearchTap
    ) -> [End] {
        graph.connections(from: input).compactMap { connection in
            old.first { $0.connection === connection }
                ?? graph.output(of: connection).map {
                    end(connection, to: $0, from: input, counters: counters, searches: searches)
                }
        }
    }

    private func end(
        _ connection: CaptureConnection, to output: any CaptureFrameOutput, from input: any CaptureInput,
        counters: CaptureCounters, searches: SearchTap
    ) -> End {
        End(
            connection: connection, output: output,
            receiver: output.makeReceiver(
                for: connection, from: input,
                means: CaptureMeans(
                    workers: workers, counters: counters, searches: searches, report: reports.event)))
    }
}
