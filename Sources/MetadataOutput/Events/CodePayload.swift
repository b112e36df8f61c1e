/// What two codes have in common that say the same.
struct CodePayload: Hashable {
    let type: MetadataObjectType
    let bytes: [UInt8]

    /// Nil for a face and for a code that was only located.
    init?(of object: any MetadataObject) {
        guard let code = object as? MetadataMachineReadableCodeObject, code.content.isDecoded else {
            return nil
        }
        (type, bytes) = (code.type, code.rawBytes)
    }
}

/// When payloads were detected last.
struct PayloadMemory {
    /// Most payloads that are remembered; of more, those not detected for longest are forgotten.
    static let capacity = 10_000

    private struct Entry {
        var time: Duration
        /// Whether it has disappeared because its scene ended.
        var isCutOff = false
    }

    private var entries: [CodePayload: Entry] = [:]

    /// When a payload was detected last; nil if that is not known.
    subscript(payload: CodePayload) -> Duration? { entries[payload]?.time }

    /// Whether the payload has disappeared because its scene ended, and has not been told since.
    func isCutOff(_ payload: CodePayload) -> Bool { entries[payload]?.isCutOff ?? false }

    /// Notes that a payload has disappeared because its scene ended: it may have been there ever since.
    mutating func cutOff(_ payload: CodePayload) { entries[payload]?.isCutOff = true }

    /// Has all be as long ago as before, on a clock that was set back.
    mutating func move(back step: Duration) {
        entries = entries.mapValues { Entry(time: $0.time - step, isCutOff: $0.isCutOff) }
    }

    /// Notes that a payload was detected.
    ///
    /// - Parameter cooldown: How long that matters.
    mutating func remember(_ payload: CodePayload, at time: Duration, cooldown: Duration) {
        guard entries.updateValue(Entry(time: time), forKey: payload) == nil, entries.count > Self.capacity
        else { return }
        entries = entries.filter { time - $0.value.time < cooldown }
        guard entries.count > Self.capacity else { return }
        // Half of them, so that this is seldom done.
        let newest = entries.sorted { $0.value.time > $1.value.time }.prefix(Self.capacity / 2)
        entries = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}
