import ArgumentParser
import Capture
import Foundation
import MetadataOutput
import MetadataRecords
import PreviewLink
import Workers

/// The tool; without a subcommand it searches pictures.
struct Scanwatch: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "scanwatch",
            abstract:
                "Finds codes and faces in pictures or in front of a camera and prints where they are, as JSON lines.",
            usage: """
                scanwatch [<options>]
                scanwatch [<options>] <paths> ...
                scanwatch <subcommand> ...
                """,
            discussion: """
                With paths, scanwatch searches pictures and prints one record per picture. Without paths, it \
                watches a camera and prints a record for each frame that shows something, until SIGINT (Ctrl-C) \
                or SIGTERM. If the camera is unplugged, scanwatch waits for it to come back. SIGHUP reloads the \
                --config file; without one it ends the run too.

                Picture formats: JPEG, PNG, WebP, HEIC, AVIF, JPEG XL, JPEG 2000, GIF, TIFF, BMP and PNM, \
                recognised by content. With --movie the paths are movies, in what FFmpeg reads. \
                Folders are searched with all their subfolders; files in them that have neither the content nor \
                the extension of a picture are skipped. -e, -E, --max-depth and -L apply to folders only: a file \
                that is named directly or in a list is always read.

                Exit status: 0 something was found, 1 nothing was found, 2 a picture could not be searched, \
                64 wrong usage, 66 the list or archive could not be read, 69 no camera or no worker, 74 the output \
                could not be written, 78 unsafe settings.

                Licence notice: the 68-point landmark model that --pose landmarks uses was trained on pictures \
                whose licence excludes commercial use. --pose mesh, points and off do not use it.

                Examples:
                  $ scanwatch --format text photos/ticket.jpg
                  $ scanwatch --types qr,face photos > records.jsonl
                  $ cat frame.png | scanwatch --effort fast -
                  $ scanwatch --device door --types qr --events

                'scanwatch help TOPIC' explains \(HelpTopic.all.map(\.name).joined(separator: ", ")).
                """,
            version: Version.text,
            subcommands: Subcommands.all)
    }

    @Argument(
        help:
            "Pictures, or with --movie movies, and folders of them; - reads one picture or movie from standard input.",
        completion: .file())
    var paths: [String] = []

    @OptionGroup(title: "Inputs")
    var inputs: InputOptions

    @OptionGroup(title: "Camera")
    var camera: CameraOptions

    @OptionGroup(title: "Camera")
    var live: LiveOptions

    @OptionGroup(title: "What to look for")
    var search: SearchOptions

    @OptionGroup(title: "Video")
    var video: VideoOptions

    @OptionGroup(title: "Cameras and video")
    var events: EventOptions

    @OptionGroup(title: "What to look for")
    var masks: MaskOptions

    @OptionGroup(title: "Event pictures and clips")
    var pictures: EventPictureOptions

    @OptionGroup(title: "Preview coordinates")
    var preview: PreviewOptions

    @OptionGroup(title: "Link")
    var link: LinkOptions

    @OptionGroup(title: "Output")
    var output: OutputOptions

    @OptionGroup(title: "Drawings and report")
    var looks: LookOptions

    @OptionGroup(title: "Messages")
    var messages: MessageOptions

    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    @OptionGroup(title: "Isolation")
    var isolation: IsolationOptions

    @OptionGroup(title: "Settings")
    var settings: SettingsOptions

    func validate() throws {
        try checkCamera()
        try checkVideo()
        let cameras = isLive ? camera.sourceNames : []
        try events.zone.checkCameras(cameras, option: "--zone")
        try masks.mask.checkCameras(cameras, option: "--mask")
        try checkPictures()
        try checkEffects()
    }

    /// What only cameras have.
    private func checkCamera() throws {
        guard isLive || !(camera.isGiven || live.wait || live.statusInterval != nil) else {
            throw ValidationError(
                """
                --device, --size, --fps, --pixel-format, --control, --wait and --status-interval are for cameras; \
                they cannot be combined with pictures.
                """)
        }
        guard isLive || !live.bracketOnFailure else {
            throw ValidationError("--bracket-on-failure works with a camera, not with pictures.")
        }
        guard isLive || !(link.isGiven || !link.previewLoopback.isEmpty) else {
            throw ValidationError(
                "--link, --preview-http and --preview-loopback work with a camera, not with pictures.")
        }
        guard !isLive || link.previewLoopback.count <= camera.requests.count else {
            throw ValidationError("--preview-loopback is given more often than --device.")
        }
        guard !pictures.isGiven || (isLive && events.events) else {
            throw ValidationError("--event-pictures and --event-clips need a camera and --events.")
        }
        guard !pictures.blurFaces || search.types.types.contains(.face) else {
            throw ValidationError(
                "--blur-faces needs --types with face: faces that nobody looks for are not found.")
        }
        guard link.isGiven || !preview.hasLookAlone else {
            throw ValidationError(
                "--gravity, --rotation and --mirrored need --preview, --link or --preview-http.")
        }
    }

    /// What only pictures have, or only one of them.
    private func checkPictures() throws {
        guard !isLive || !looks.isGiven else {
            throw ValidationError("--annotate and --report work with pictures, not with a camera.")
        }
        guard !isLive || !messages.stats else {
            throw ValidationError(
                "--stats works with pictures; for a camera, the status records have the counts.")
        }
        guard !(paths.contains("-") && inputs.filesFrom == "-") else {
            throw ValidationError(
                "Standard input can be \(video.movie ? "a movie" : "a picture") or the list, not both.")
        }
        guard paths.isEmpty || inputs.tar == nil else {
            throw ValidationError("Use either --tar or paths, not both.")
        }
        guard !isLive || (inputs.shard == nil && output.output == nil) else {
            throw ValidationError("--shard and --output work with pictures, not with a camera.")
        }
        guard !isLive || !inputs.isAboutFolders else {
            throw ValidationError(
                "-e, -E, -L and --max-depth need a folder; without a path, scanwatch watches a camera.")
        }
        guard !output.resume || (looks.report == nil && !messages.stats && !output.explain) else {
            throw ValidationError(
                "--report, --stats and --explain need a whole run; they cannot be combined with --resume.")
        }
        guard !output.explain || isOnePicture else {
            throw ValidationError("--explain takes exactly one picture, not a folder or a list.")
        }
    }

    private func checkVideo() throws {
        guard !isLive || !video.isGiven else {
            throw ValidationError("--movie and --sequence need files; name a folder or files.")
        }
        guard isLive || video.isGiven || !events.isAboutFrames else {
            throw ValidationError(
                """
                --events, --confirm, --once, --grace, --cooldown and --update-interval need a camera, movies with --movie, \
                or pictures with --sequence.
                """)
        }
        guard video.sequence == nil || inputs.shard == nil else {
            throw ValidationError("--shard cannot be combined with --sequence, which needs all frames.")
        }
        guard video.sequence == nil || !output.resume else {
            throw ValidationError(
                "--resume cannot be combined with --sequence: what is said of a frame depends on all frames before it."
            )
        }
        guard !video.movie || !(looks.isGiven || output.explain) else {
            throw ValidationError("--annotate, --report and --explain work with pictures, not with --movie.")
        }
        guard !video.movie || inputs.tar == nil else {
            throw ValidationError("--movie reads files and standard input (-), but no archives (--tar).")
        }
    }

    /// Whether a camera is watched.
    var isLive: Bool { paths.isEmpty && !inputs.isGiven }

    private var isOnePicture: Bool {
        guard paths.count == 1, !inputs.isGiven else { return false }
        return !PictureSource(argument: RawArguments.bytes(of: paths[0])).isFolder
    }

    func run() async throws {
        guard isLive else { try await pictureSearch.run() }
        // What is wrong with it is said before anything is started.
        _ = try recordFormat(zones: ZoneSet(common: events.zone.common))
        let (metadataOutput, backend) = try search.start(
            isolation, limits.decodingLimits, isLive: true, mayChange: Settings.hasFile(settings.config))
        defer { backend.close() }
        metadataOutput.setOptions { $0.runsSideBySide = output.jobs > 1 }
        throw try await watch(metadataOutput, backend).code
    }

    /// The run over the pictures that are named.
    var pictureSearch: PictureSearch {
        PictureSearch(
            paths: paths, search: search, output: output, messages: messages, isolation: isolation,
            inputs: inputs, looks: looks, sequence: video.isGiven ? (video, events) : nil,
            mask: PictureMask(areas: masks.mask.common), limits: limits.decodingLimits,
            preview: preview.videoPreview, zones: ZoneSet(common: events.zone.common),
            settingsFile: settings.config)
    }

    /// The format asked for, if these are the zones.
    ///
    /// - Throws: `ValidationError`
    func recordFormat(zones: ZoneSet) throws -> any RecordFormat {
        try output.recordFormat(
            search: search, preview: preview.videoPreview, zones: zones, isSequence: video.isGiven,
            isLive: isLive, tellsEvents: events.events)
    }

    private func watch(
        _ output: CaptureMetadataOutput, _ backend: any RunningBackend
    ) async throws -> ExitStatus {
        if messages.verbose { search.modelFiles.forEach { StandardStreams.complain("model: \($0)") } }
        guard !link.isOpenToAll else {
            StandardStreams.complain(
                "--preview-http on this address or behind a proxy needs --preview-token-file: others than this machine could look on"
            )
            return .wronglyConfigured
        }
        let run: LiveRun
        do {
            let zones = LiveZones(
                configured: events.zone, canBeDrawn: link.isGiven,
                file: ZoneFile(environment: ProcessInfo.processInfo.environment))
            let loopback = try PreviewLoopback(link.previewLoopback)
            let link = link.isGiven ? try LiveLink(link) : nil
            do {
                run = try LiveRun(
                    output: output, configuration: LiveConfiguration(self), zones: zones, link: link,
                    loopback: loopback, stills: backend.stills, streams: backend.streams)
            } catch {
                // Nobody is to find a socket at which nobody answers.
                link?.close()
                throw error
            }
        } catch let failure as ListeningSocket.Failure {
            StandardStreams.complain(failure.message)
            return .cannotWrite
        } catch let failure as PreviewPage.Failure {
            return failure.status
        } catch let error as WorkerError {
            StandardStreams.complain(error.message)
            return .unavailable
        } catch let error as CaptureError {
            StandardStreams.complain(error.message)
            return .cannotWrite
        } catch let failure as OutputFailure {
            failure.endProcess(with: .nothingFound)
        }
        let status = await run.run(isConfigured: Settings.hasFile(settings.config))
        Interruption.endIfInterrupted()
        return status
    }
}
