import MetadataOutput

extension Answer {
    /// The answer without what the other side would refuse, and the whole answer with it: a code can say anything.
    func fitting(_ question: Question) -> Answer {
        guard case .result(let result) = self, case .detect(let request, _) = question else { return self }
        return .result(result.fitting(request))
    }

    /// The answer without the readings that stand for nothing, where it is too long with them.
    var shortened: Answer {
        guard case .result(var result) = self else { return self }
        result.refused = []
        return .result(result)
    }
}

extension DetectionResult {
    /// Without readings of which something is out of all bounds; that one was lost is a failure of its engine. Of refused ones the first
    /// stay.
    fileprivate func fitting(_ request: DetectionRequest) -> DetectionResult {
        var result = self
        result.readings = readings.filter { Self.isTaken($0.write, by: Reading.init(from:)) }
        result.refused = Array(
            refused.filter { Self.isTaken($0.write, by: Judgement.init(from:)) }
                .prefix(max(0, request.mostReadings - result.readings.count)))
        result.unread = unread.filter { Self.isTaken($0.write, by: UnreadPlace.init(from:)) }
        var known: Set<EngineFailure> = []
        result.failures = Array(
            failures.filter { known.insert($0).inserted }.prefix(Self.mostFailures - Engine.marked.count))
        guard result.readings.count < readings.count else { return result }
        let kept = Set(result.readings)
        let engines = Set(readings.filter { !kept.contains($0) }.map(\.engine))
        result.failures += engines.sorted { $0.rawValue < $1.rawValue }.map {
            EngineFailure(engine: $0, reason: "read what no symbol can say")
        }
        return result
    }

    private static func isTaken<Part>(
        _ write: (inout WireWriter) -> Void,
        by read: (inout WireReader) throws(MalformedMessage) -> Part
    ) -> Bool {
        var writer = WireWriter()
        write(&writer)
        var reader = WireReader(writer.bytes)
        return (try? read(&reader)) != nil
    }
}
