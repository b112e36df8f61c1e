public import MetadataOutput

/// Counts over a run: what was read by which engine in which step, what was refused, what failed.
public struct ReadingStatistics: Sendable {
    private struct Pass: Hashable {
        let engine: Engine
        let step: String
    }

    private struct Counts {
        var stand = 0
        var support = 0
        var refused = 0
    }

    private var passes: [Pass: Counts] = [:]
    /// In the order first met, which is the same in every run over the same pictures.
    private var order: [Pass] = []
    private var refusals: [String: Int] = [:]
    private var errors: [String: Int] = [:]
    private var engineFailures: [String: Int] = [:]

    /// Nothing yet.
    public init() {}

    /// Takes one more picture into account.
    public mutating func count(_ result: Result<MetadataUpdate, PayloadError>) {
        switch result {
        case .failure(let error): errors[error.code.rawValue, default: 0] += 1
        case .success(let update):
            for judgement in update.judgements { count(judgement) }
            for failure in update.failures { engineFailures[failure.engine.rawValue, default: 0] += 1 }
        }
    }

    private mutating func count(_ judgement: Judgement) {
        let pass = Pass(engine: judgement.reading.engine, step: judgement.reading.step)
        if passes[pass] == nil { order.append(pass) }
        switch judgement.decision {
        case .stands: passes[pass, default: Counts()].stand += 1
        case .supports: passes[pass, default: Counts()].support += 1
        case .refused(let refusal):
            passes[pass, default: Counts()].refused += 1
            refusals[refusal.description, default: 0] += 1
        }
    }

    /// Lines for a person: a table of engines and steps, then why readings were refused and what failed, the
    /// commonest first.
    public var lines: [String] {
        let rows = order.compactMap { pass in passes[pass].map { (pass, $0) } }.map { pass, counts in
            row(pass.engine.rawValue, pass.step, counts)
        }
        let all = passes.values.reduce(into: Counts()) { sum, counts in
            sum.stand += counts.stand
            sum.support += counts.support
            sum.refused += counts.refused
        }
        let header = ["engine", "step", "readings", "accepted", "supporting", "refused"]
        return TextTable.lines([header] + rows + [row("all", "", all)])
            + list("refused because", refusals) + list("failed because", errors)
            + list("engine failures", engineFailures)
    }

    private func row(_ engine: String, _ step: String, _ counts: Counts) -> [String] {
        [engine, step]
            + [counts.stand + counts.support + counts.refused, counts.stand, counts.support, counts.refused]
            .map(String.init)
    }

    private func list(_ title: String, _ counts: [String: Int]) -> [String] {
        guard !counts.isEmpty else { return [] }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return ["", "\(title):"] + TextTable.lines(sorted.map { [String($0.value), $0.key] })
    }
}
