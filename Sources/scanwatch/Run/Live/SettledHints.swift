import Foundation
import MetadataOutput
import MetadataRecords

/// Why something before a camera cannot be read, told when it has stayed the same for a while.
struct SettledHints {
    /// How long it stays the same before it is told beside events.
    static let settling = Duration.milliseconds(500)

    /// As it was told last.
    private var told: [ReaderHint] = []
    /// Of the last frame, and since when it has been so.
    private var last: (hints: [ReaderHint], since: Duration) = ([], .zero)

    /// Notes why something in a frame cannot be read.
    ///
    /// - Parameter settling: How long it must have been the same.
    /// - Returns: What is to be told; nil if nothing new is.
    mutating func note(_ hints: [ReaderHint], at time: Duration, settling: Duration = settling)
        -> [ReaderHint]?
    {
        if hints != last.hints { last = (hints, time) }
        guard hints != told, time - last.since >= settling else { return nil }
        told = hints
        return hints
    }
}

extension StatusRecord {
    /// Says why something before a camera cannot be read, or that all can.
    init(_ hints: [ReaderHint], of source: Source) {
        self.init(.hints, of: source, date: Date())
        self.hints = hints
        message = hints.isEmpty ? nil : hints.map(\.message).joined(separator: ", ")
    }
}
