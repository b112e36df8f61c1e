import Capture
import MetadataOutput
import MetadataRecords

/// What a run over cameras does with what it sees; read anew when the configuration is.
struct LiveSettings: Sendable {
    var format: any RecordFormat
    /// How records are written for clients of the link.
    var linkFormat = JSONLinesFormat()
    var tellsEvents: Bool
    /// Whether records say why something cannot be read.
    var tellsHints: Bool
    var endsAtFirstCode: Bool
    var policy: AnnouncementPolicy
    /// Nil for never.
    var statusInterval: Duration?
    var isQuiet: Bool
    var isVerbose: Bool

    /// What of an update is told. Hints may have been looked for on another's account.
    func told(_ update: MetadataUpdate) -> MetadataUpdate {
        guard !tellsHints else { return update }
        var update = update
        update.hints = []
        return update
    }
}
