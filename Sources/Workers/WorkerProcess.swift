import MetadataOutput
import Synchronization

/// One worker. Whoever has it asks it one question at a time.
final class WorkerProcess: Sendable {
    /// How long a worker may take to be ready: it reads models first.
    private static let startTimeout = Duration.seconds(60)
    /// A worker that does nothing is waited for ten times as long: somebody may have stopped it.
    private static let sleepShare = 10
    /// How long a worker that closed its end of the channel may take to end.
    private static let endTimeout = Duration.seconds(1)
    /// No busy machine wakes anybody so late.
    private static let lateness = Duration.seconds(1)
    /// After so many questions it is replaced, so that what libraries leak stays little.
    private static let mostQuestions = 10_000

    /// What a question came to.
    enum Outcome {
        case answer(Answer)
        case died(WorkerDeath)
        /// No worker would take the question.
        case refused(PayloadError)

        /// How it died, if it did.
        var death: WorkerDeath? {
            guard case .died(let death) = self else { return nil }
            return death
        }
    }

    private struct State {
        var description: WorkerDescription?
        var questions = 0
        var mustRenew = false
    }

    let kind: WorkerKind
    private let child: WorkerChild
    private let state = Mutex(State())

    private var channel: Channel { child.channel }
    private var area: SharedArea { child.area }

    /// Makes a worker of a process that waits for its orders; it becomes ready by itself.
    init(kind: WorkerKind, settings: WorkerSettings, child: WorkerChild) throws(WorkerError) {
        self.kind = kind
        self.child = child
        guard let count = WorkerOrders(settings, kind: kind).write(to: child.area) else {
            throw WorkerError("the paths of the models are too long")
        }
        // One that is gone says how when it is asked.
        _ = child.channel.send(.orders, count: count)
    }

    /// Whether it should be asked again.
    var isGood: Bool {
        child.isAlive && state.withLock { !$0.mustRenew && $0.questions < Self.mostQuestions }
    }

    /// Whether it has ended by itself, or was killed by others.
    var hasEnded: Bool { child.hasEnded(within: .zero) }

    /// What it says of itself; waits until it is ready.
    ///
    /// - Throws: How it died before.
    func describe() throws(WorkerDeath) -> WorkerDescription {
        if let description = state.withLock({ $0.description }) { return description }
        switch WorkerEffort.arrival(from: child, within: Self.startTimeout, sleepShare: 1) {
        case .message(let message) where message.kind == .ready:
            do throws(MalformedMessage) {
                let description = try WorkerDescription(from: area, count: message.count)
                state.withLock { $0.description = description }
                return description
            } catch {
                throw killed("malformed description (\(error.reason))")
            }
        case .timeout: throw killed("not ready after \(Self.startTimeout.components.seconds) s")
        case .message, .malformed: throw killed("malformed description")
        case .closed: throw death()
        }
    }

    /// Asks a question and waits for the answer; the time that the worker needs counts as this thread's.
    ///
    /// - Parameters:
    ///   - connection: What goes with the question, which announces it. Default: nothing.
    ///   - deadline: How long that may take, from when the worker is ready: by the clock, or as ``WorkerEffort`` counts, see
    ///     ``Question/isUrgent``.
    ///   - isWaiting: Whether the worker may be waiting for somebody else, which is not held against it. Default: never.
    func ask(
        _ question: Question, over connection: NetworkConnection? = nil, deadline: Duration,
        unless isWaiting: () -> Bool = { false }
    ) -> Outcome {
        do throws(WorkerDeath) { _ = try describe() } catch {
            var unasked = error
            unasked.isBeforeQuestion = true
            return .died(unasked)
        }
        let begin = child.processorTime
        defer {
            if let begin, let end = child.processorTime { ProcessorTime.addToThisThread(end - begin) }
        }
        do throws(WorkerDeath) {
            try checkSilence()
            let size: (question: Int, samples: Int)
            do throws(PayloadError) { size = try question.write(to: area) } catch { return .refused(error) }
            state.withLock { $0.questions += 1 }
            guard channel.send(.question, count: size.question) else { throw death() }
            if let connection, !channel.send(connection) { throw death() }
            return .answer(
                try answer(to: question, samples: size.samples, deadline: deadline, unless: isWaiting))
        } catch {
            return .died(error)
        }
    }

    /// Who answers before there is a question would be believed without a look at any, and need read none.
    private func checkSilence() throws(WorkerDeath) {
        switch channel.receive(until: .now) {
        case .timeout: break
        case .closed:
            var unasked = death()
            unasked.isBeforeQuestion = true
            throw unasked
        case .message, .malformed: throw killed("malformed answer (to no question)")
        }
    }

    /// Waits for the answer to a question that was sent, and reads it.
    ///
    /// - Parameter count: The bytes of the question's samples.
    private func answer(
        to question: Question, samples count: Int, deadline: Duration, unless isWaiting: () -> Bool
    ) throws(WorkerDeath) -> Answer {
        switch arrival(after: question, within: deadline, unless: isWaiting) {
        case .message(let message) where message.kind == .answer:
            // To read what may be large there is as much time again: who was stopped (Ctrl-Z) comes late to what was answered in time.
            let reading = WorkTime { ProcessorTime.ofThisThread }
            let (answer, mustRenew): (Answer, Bool)
            do throws(MalformedMessage) {
                (answer, mustRenew) = try Answer.read(from: area, count: message.count, to: question)
            } catch {
                throw killed("malformed answer (\(error.reason))")
            }
            guard !reading.isOver(deadline) else { throw killed(WorkerDeath.deadline) }
            area.trim(samples: count, answer: message.count)
            if mustRenew { state.withLock { $0.mustRenew = true } }
            return answer
        case .message, .malformed: throw killed("malformed answer")
        case .timeout: throw killed(WorkerDeath.deadline)
        case .closed: throw death()
        }
    }

    /// What comes after a question was sent; called at once, as its time counts from here.
    private func arrival(
        after question: Question, within deadline: Duration, unless isWaiting: () -> Bool
    ) -> Channel.Arrival {
        guard question.isUrgent else {
            return WorkerEffort.arrival(
                from: child, within: deadline, sleepShare: Self.sleepShare, unless: isWaiting)
        }
        let end = SuspendingClock.now + deadline
        let arrival = channel.receive(until: end)
        // Who was stopped meanwhile (Ctrl-Z) has not waited, and the worker may have been stopped with it.
        if case .timeout = arrival, .now - end > Self.lateness {
            return channel.receive(until: .now + deadline)
        }
        return arrival
    }

    private var engine: Engine {
        guard state.withLock({ $0.description != nil }) else { return .worker }
        let bits = area.bytes(of: SharedArea.marker, count: 1)[0]
        // Of two at work nobody knows which one it was.
        guard bits.nonzeroBitCount == 1, bits.trailingZeroBitCount < Engine.marked.count else {
            return .search
        }
        return Engine.marked[bits.trailingZeroBitCount]
    }

    private func killed(_ reason: String) -> WorkerDeath {
        let death = WorkerDeath(engine: engine, reason: reason)
        end()
        return death
    }

    /// One that has closed its end has ended, or is about to; a moment later it has closed it on purpose, or reads nothing.
    private func death() -> WorkerDeath {
        child.hasEnded(within: Self.endTimeout)
            ? WorkerDeath(engine: engine, status: end()) : killed("closed its channel")
    }

    /// Ends it, if it has not ended by itself, and says how it did.
    @discardableResult func end() -> Int32 { child.end() }
}
