/// One thing in one frame, after the arbiter joined the readings that belong to it.
public struct Detection: Sendable, Hashable {
    /// The reading that speaks for it: place, content, engine and step are this one's.
    public var reading: Reading
    /// How sure the thing is there and says this, 0…1. A code read with error correction is near 1; of faces
    /// scored 0.5, about half are faces.
    public var confidence: Double

    /// Makes a detection.
    public init(reading: Reading, confidence: Double) {
        self.reading = reading
        self.confidence = confidence
    }
}
