import ArgumentParser
import MetadataOutput

// An option of which nothing would be seen in a run is an error, for it is not what somebody meant. Those that say how
// something is searched or told where it is (docs/configuration.md lists them) may stand: they can be defaults of all runs.

extension SearchOptions {
    /// - Throws: `ValidationError` if something is wanted of objects that nobody looks for.
    func checkTypes() throws {
        guard types.types.contains(.face) || !(landmarks || landmarksMesh) else {
            throw ValidationError("--landmarks needs --types with face.")
        }
        guard !(landmarks || landmarksMesh) || (pose != .off && pose != .points) else {
            throw ValidationError("--landmarks cannot be combined with --pose off or --pose points.")
        }
        guard !undecoded || types.types.contains(where: { $0 != .face }) else {
            throw ValidationError("--undecoded needs --types with codes.")
        }
    }

    /// Whether anything is said of a search but what is looked for.
    var isRefined: Bool {
        effort != .normal || undecoded || hints || upca || pose != nil || landmarks || landmarksMesh
            || faceModel != nil || roi != nil || !skipStep.isEmpty
    }
}

extension OutputOptions {
    /// Whether it prints more of an object than what it is.
    private var hasFields: Bool { !explain && (format == .jsonl || format == .csv) }

    /// Whether it prints what happens.
    fileprivate var hasEvents: Bool { !explain && (format == .jsonl || format == .text) }

    /// What it is, for messages.
    fileprivate var name: String { explain ? "--explain" : "--format \(format.rawValue)" }

    /// - Parameters:
    ///   - wanted: Options for whose sake objects have more fields.
    ///   - isGiven: Whether they are given, and nobody else shows what they are about.
    /// - Throws: `ValidationError` if this format has no place for that.
    func checkFields(_ wanted: String, _ isGiven: Bool) throws {
        guard hasFields || !isGiven else {
            throw ValidationError("\(wanted) works with jsonl and csv only, not with \(name).")
        }
    }
}

extension Scanwatch {
    /// - Throws: `ValidationError` if an option would have no effect.
    func checkEffects() throws {
        try search.checkTypes()
        // Lines of texts come with messages on what the camera cannot read.
        try output.checkFields(
            "--hints", search.hints && !link.isGiven && !(isLive && output.format == .text))
        try output.checkFields("--preview", preview.preview != nil)
        try output.checkFields("--zone", !events.zone.isEmpty && !link.isGiven)
        try output.checkFields(
            "--landmarks",
            (search.landmarks || search.landmarksMesh) && !link.isGiven && looks.annotate == nil)
        try checkEventEffects()
        guard (live.statusInterval ?? 0) == 0 || output.format == .jsonl || link.isGiven else {
            throw ValidationError("--status-interval works with jsonl only, not with \(output.name).")
        }
        guard !isLive || messages.progress == .auto || messages.progress == .none else {
            throw ValidationError("--progress works with pictures, not with a camera.")
        }
    }

    private func checkEventEffects() throws {
        guard !events.once || search.types.types.contains(where: { $0 != .face }) else {
            throw ValidationError(
                "--once needs --types with codes: it ends the run when a code has appeared.")
        }
        guard !events.events || output.hasEvents else {
            throw ValidationError("--events works with jsonl and text only, not with \(output.name).")
        }
        // The link tells events in any case, and lines of texts of a camera are such.
        let tells = events.events || link.isGiven || isLive && output.format == .text
        guard tells || events.once || events.confirm > 1 || (events.grace == nil && events.cooldown == nil)
        else {
            throw ValidationError("--grace and --cooldown need --events, --once or --confirm.")
        }
        guard events.events && output.format == .jsonl || link.isGiven || events.updateInterval == nil else {
            throw ValidationError("--update-interval needs --events, and not --format text.")
        }
    }
}
