/// The readings that several engines and steps made of one symbol: same type, same content, one place.
struct Sighting: Sendable, Hashable {
    private(set) var readings: [Reading]
    let place: Place
    let type: MetadataObjectType
    let content: CodeContent

    init(_ reading: Reading, content: CodeContent) {
        readings = [reading]
        place = Place(of: reading)
        type = reading.type
        self.content = content
    }

    /// Takes the reading in if it is of the same symbol.
    mutating func join(_ reading: Reading, content other: CodeContent) -> Bool {
        guard reading.type == type,
            content.bytes == other.bytes || (content.text != nil && content.text == other.text),
            content.isDecoded == other.isDecoded, place.isShared(with: Place(of: reading))
        else { return false }
        readings.append(reading)
        return true
    }

    /// Engines that agree.
    var engines: Int { Set(readings.map(\.engine)).count }

    /// Pairs of engine and step that agree.
    var passes: Int { Set(readings.map { Pass(engine: $0.engine, step: $0.step) }).count }

    /// Most lines that agreed in one reading.
    var lines: Int { readings.compactMap { $0.evidence.lines }.max() ?? 0 }

    /// zbar's best quality.
    var quality: Int { readings.compactMap { $0.evidence.quality }.max() ?? 0 }

    /// The clearest of its readings' proofs: engines tell the place of a symbol more or less well.
    var proof: LinearProof? {
        readings.compactMap(\.evidence.proof).max { $0.margin - $0.residue < $1.margin - $1.residue }
    }

    /// Whether one engine made readings in at least `count` steps.
    func hasPasses(_ count: Int, of engine: Engine) -> Bool {
        Set(readings.filter { $0.engine == engine }.map(\.step)).count >= count
    }

    /// The sightings of some readings, in the order first read.
    static func all(in readings: [Reading]) -> [Sighting] {
        var sightings: [Sighting] = []
        for reading in readings {
            guard case .code(let content) = reading.content else { continue }
            var isKnown = false
            for index in sightings.indices where !isKnown {
                isKnown = sightings[index].join(reading, content: content)
            }
            if !isKnown { sightings.append(Sighting(reading, content: content)) }
        }
        return sightings
    }

    private struct Pass: Hashable {
        let engine: Engine
        let step: String
    }
}
