import MetadataOutput

extension Judgement {
    func write(to writer: inout WireWriter) {
        reading.write(to: &writer)
        guard case .refused(let refusal) = decision else { preconditionFailure("detectors refuse only") }
        writer.put(Self.refusals.firstIndex(of: refusal) ?? Self.refusals.count)
        guard case .needsSecondOpinion(let shortfall) = refusal else { return }
        switch shortfall {
        case .characters(let count): writer.put([0, count]) { $0.put($1) }
        case .lines(let count): writer.put([1, count]) { $0.put($1) }
        case .quality(let quality): writer.put([2, quality]) { $0.put($1) }
        case .plainPicture: writer.put([3, 0]) { $0.put($1) }
        case .matchingBars: writer.put([4, 0]) { $0.put($1) }
        case .secondEngine: writer.put([5, 0]) { $0.put($1) }
        }
    }

    init(from reader: inout WireReader) throws(MalformedMessage) {
        let reading = try Reading(from: &reader)
        let place = try reader.int(0...Self.refusals.count)
        guard place == Self.refusals.count else {
            self.init(reading, .refused(Self.refusals[place]))
            return
        }
        let shortfall = try reader.array(atMost: 2) { (reader) throws(MalformedMessage) in
            try reader.int(0...1_000_000)
        }
        guard shortfall.count == 2, shortfall[0] <= 5 else {
            throw MalformedMessage(reason: "an unknown refusal")
        }
        let kinds: [Refusal.Shortfall] = [
            .characters(shortfall[1]), .lines(shortfall[1]), .quality(shortfall[1]), .plainPicture,
            .matchingBars, .secondEngine,
        ]
        self.init(reading, .refused(.needsSecondOpinion(kinds[shortfall[0]])))
    }

    /// Those without anything more to say.
    private static let refusals: [Refusal] = [
        .tooShort, .refutedByBars, .anotherStands, .insideMatrixCode, .pieceOfLongerReading, .mostlyNull,
        .implausible,
        .lowScore, .notExamined,
        .withoutPlace, .typeNotRequested, .outsideRectOfInterest,
    ]
}
