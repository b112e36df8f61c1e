import ArgumentParser
import Foundation
import MetadataOutput

/// What of a camera or a sequence is told, and when.
struct EventOptions: ParsableArguments {
    @Flag(
        help:
            "Instead of a record per frame, print events: when an object appears, while it stays, and when it disappears."
    )
    var events = false

    @Option(
        help: ArgumentHelp(
            "With --events: shortest time between two 'updated' events of an object (default: 1).",
            valueName: "seconds"))
    var updateInterval: Double?

    @Option(
        help: ArgumentHelp(
            "Report a code only after it was detected in this many frames.", valueName: "count"))
    var confirm = 1

    @Option(
        help: ArgumentHelp(
            """
            A code or face that is out of view for less than this long still counts as present; then it has \
            disappeared. 0: it disappears in the first frame without it (default: 1).
            """, valueName: "seconds"))
    var grace: Double?

    @Option(
        help: ArgumentHelp(
            """
            Report that a code has appeared again only after it has been out of view for this long (default: 1).
            """, valueName: "seconds"))
    var cooldown: Double?

    @Flag(help: "Exit when the first code has appeared.")
    var once = false

    @Option(
        help: ArgumentHelp(
            """
            Name a zone of the picture: its corners, in fractions of width and height. Each object lists the \
            zones that its centre is in. name@camera is a zone of that camera only. May be repeated.
            """, valueName: "name[@camera]=x,y,x,y,..."))
    var zone: [NamedArea] = []

    func validate() throws {
        for (option, seconds) in [
            ("--update-interval", updateInterval), ("--cooldown", cooldown), ("--grace", grace),
        ] {
            guard seconds.map({ $0 >= 0 && $0.isFinite }) ?? true else {
                throw ValidationError("\(option) needs a number of seconds, 0 or more.")
            }
        }
        guard confirm > 0 else { throw ValidationError("--confirm needs a number above 0.") }
        if let twice = zone.repeated {
            throw ValidationError("The zone '\(twice.label)' is given twice.")
        }
    }

    /// Whether anything is asked for that still pictures have not.
    var isAboutFrames: Bool {
        events || confirm > 1 || once || grace != nil || cooldown != nil || updateInterval != nil
    }

    /// When an object is told.
    var policy: AnnouncementPolicy {
        var policy = AnnouncementPolicy(confirmations: confirm)
        if let grace { policy.gracePeriod = duration(grace) }
        if let cooldown { policy.cooldown = duration(cooldown) }
        if let updateInterval { policy.updateInterval = duration(updateInterval) }
        return policy
    }

    /// Thirty years at most: a `Duration` has an end, and a number of seconds has none.
    private func duration(_ seconds: Double) -> Duration { .seconds(min(seconds, 1e9)) }
}
