import ArgumentParser
import MetadataOutput
import MetadataRecords

/// What a run over cameras is to do; read anew when SIGHUP comes.
struct LiveConfiguration: Sendable {
    /// In the order given, each once.
    let cameras: [CameraRequest]
    /// What is said of cameras, those to watch or others.
    let placements: [CameraPlacement]
    /// Whether cameras that are not there at the start are waited for.
    let waits: Bool
    let search: SearchOptions
    let settings: LiveSettings
    let link: LinkOptions
    let look: LinkLook
    let pictures: EventPictureOptions

    init(_ options: Scanwatch, format: any RecordFormat) {
        cameras = options.camera.requests
        placements = options.camera.cameras
        waits = options.live.wait
        search = options.search
        let interval = options.live.statusInterval
        settings = LiveSettings(
            format: format, linkFormat: JSONLinesFormat(zones: options.events.zone),
            // Lines for shells are worth reading once an object, not once a frame.
            tellsEvents: options.events.events || options.output.format == .text,
            endsAtFirstCode: options.events.once, policy: options.events.policy,
            statusInterval: interval > 0 ? .seconds(interval) : nil, isQuiet: options.messages.quiet,
            isVerbose: options.messages.verbose)
        link = options.link
        look = options.preview.look
        pictures = options.pictures
    }

    /// - Throws: What of `other` cannot take this one's place while it runs.
    func checkChange(to other: LiveConfiguration) throws {
        guard other.search.faceModel == search.faceModel else {
            throw ValidationError("--face-model cannot be changed while scanwatch runs; restart scanwatch.")
        }
        guard other.pictures.isSame(as: pictures) else {
            throw ValidationError(
                "--event-pictures and its limits cannot be changed while scanwatch runs; restart scanwatch.")
        }
        guard other.link.isSame(as: link) else {
            throw ValidationError(
                "--link and --preview-http cannot be changed while scanwatch runs; restart scanwatch.")
        }
    }
}
