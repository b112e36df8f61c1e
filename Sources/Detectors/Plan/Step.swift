import MetadataOutput

/// One step of the plan: an engine on some pixels, behind a gate.
struct Step: Sendable {
    /// What a record says, and what `disabledSteps` switches off.
    let name: String
    let gate: Gate
    let operation: Operation

    /// When a step is worth its time.
    enum Gate: Sendable, Hashable {
        /// Always.
        case always
        /// Nothing is accepted yet.
        case nothingAccepted
        /// Nothing is accepted yet, or a reading waits for a second opinion.
        case inDoubt
    }

    /// What a step does.
    enum Operation: Sendable, Hashable {
        /// An engine on the whole picture.
        case picture(Reader, Pixels)
    }

    /// Which engine reads, and how.
    enum Reader: Sendable, Hashable {
        case zxing(ZXing.Options)
        case zbar
    }
}
