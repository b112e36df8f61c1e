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
    let zones: [NamedArea]
    let masks: [NamedArea]
    /// What is done with what is seen, if these are the zones.
    let settings: @Sendable (ZoneSet) throws -> LiveSettings
    /// Whether what is seen and not read is looked at with other exposures.
    let bracketsOnFailure: Bool
    let link: LinkOptions
    let look: LinkLook
    let pictures: EventPictureOptions
    private let output: OutputOptions
    private let isolation: IsolationOptions
    private let limits: LimitOptions

    init(_ options: Scanwatch) {
        cameras = options.camera.requests
        placements = options.camera.cameras
        waits = options.live.wait
        bracketsOnFailure = options.live.bracketOnFailure
        search = options.search
        let interval = options.live.statusInterval ?? 60
        zones = options.events.zone
        masks = options.masks.mask
        settings = { zones in
            LiveSettings(
                format: try options.recordFormat(zones: zones), linkFormat: JSONLinesFormat(zones: zones),
                // Lines for shells are worth reading once an object, not once a frame.
                tellsEvents: options.events.events || options.output.format == .text,
                tellsHints: options.search.hints,
                endsAtFirstCode: options.events.once, policy: options.events.policy,
                statusInterval: interval > 0 ? .seconds(interval) : nil, isQuiet: options.messages.quiet,
                isVerbose: options.messages.verbose)
        }
        link = options.link
        look = options.preview.look
        pictures = options.pictures
        (output, isolation, limits) = (options.output, options.isolation, options.limits)
    }

    /// What is hidden of a camera's pictures.
    func mask(of camera: String) -> PictureMask? { PictureMask(areas: masks.zones(of: camera)) }

    /// - Throws: What of `other` cannot take this one's place while it runs.
    func checkChange(to other: LiveConfiguration) throws {
        guard other.output.isSameFormat(as: output) else {
            throw ValidationError(
                "--format, --fields and --pretty cannot be changed while scanwatch runs; restart scanwatch.")
        }
        guard other.isolation.isSame(as: isolation), other.limits.isSame(as: limits) else {
            throw ValidationError(
                "--isolation, --deadline and the limits cannot be changed while scanwatch runs; restart scanwatch."
            )
        }
        guard other.search.faceModel == search.faceModel else {
            throw ValidationError("--face-model cannot be changed while scanwatch runs; restart scanwatch.")
        }
        guard other.pictures.isSame(as: pictures) else {
            throw ValidationError(
                """
                --event-pictures, --event-clips and their limits cannot be changed while scanwatch runs; restart \
                scanwatch.
                """)
        }
        guard other.waits == waits else {
            throw ValidationError("--wait cannot be changed while scanwatch runs; restart scanwatch.")
        }
        guard other.bracketsOnFailure == bracketsOnFailure else {
            throw ValidationError(
                "--bracket-on-failure cannot be changed while scanwatch runs; restart scanwatch.")
        }
        guard other.link.isSame(as: link) else {
            throw ValidationError(
                "--link, --preview-http and --preview-loopback cannot be changed while scanwatch runs; restart scanwatch."
            )
        }
    }
}
