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

    private var times: [CodePayload: Duration] = [:]

    /// When a payload was detected last; nil if that is not known.
    subscript(payload: CodePayload) -> Duration? { times[payload] }

    /// Has all be as long ago as before, on a clock that was set back.
    mutating func move(back step: Duration) {
        times = times.mapValues { $0 - step }
    }

    /// Notes that a payload was detected.
    ///
    /// - Parameter cooldown: How long that matters.
    mutating func remember(_ payload: CodePayload, at time: Duration, cooldown: Duration) {
        guard times.updateValue(time, forKey: payload) == nil, times.count > Self.capacity else { return }
        times = times.filter { time - $0.value < cooldown }
        guard times.count > Self.capacity else { return }
        // Half of them, so that this is seldom done.
        let newest = times.sorted { $0.value > $1.value }.prefix(Self.capacity / 2)
        times = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}
