import ArgumentParser
import Capture
import Foundation
import MetadataOutput

/// Records a movie.
struct RecordMovie: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record a movie with a camera.",
        discussion: """
            The movie has the times at which the camera took its frames; of a camera that sends \
            JPEGs they are the camera's own, to the last bit. With --pixel-format H264 the camera's H.264 is recorded \
            as it is, which cannot be searched. Other pictures become H.264 if the machine has an encoder, else JPEGs; \
            with --video-codec h264 all become H.264, without such an encoder by libopenh264, which must be installed. With --types it has two more tracks: what was found \
            in each frame, as the records that scanwatch writes, and the texts of codes for players. A movie that \
            is broken off can be played up to there. The name of each file that was written is printed.

            It ends after --duration or with SIGINT, SIGTERM or SIGHUP, and when the disk is full or the camera is gone.

            Exit status: 0 the movie is whole, 64 wrong usage, 69 no camera or no picture, or the camera was unplugged, \
            74 the file could not be written, or no more of it.

            Example:
              $ scanwatch record --device synthetic:code --duration 1 --output movie.mp4
            """)

    /// How long the movie's end waits for what is found in its last frames.
    private static let searchTime = Duration.seconds(5)

    @OptionGroup(title: "Camera")
    var camera: CameraOptions

    @Option(
        help: ArgumentHelp(
            "Write the movie to this file, which is not there yet: MP4, or QuickTime if it ends in .mov.",
            valueName: "file"),
        completion: .file())
    var output: String

    @Option(
        help: ArgumentHelp(
            "End after so many seconds before the camera (default: at a signal).", valueName: "seconds"))
    var duration: Double?

    @Option(
        help: ArgumentHelp(
            "End before the movie is larger than this, in megabytes of a million bytes.", valueName: "MB"))
    var maxSize: Double?

    @Option(
        help: ArgumentHelp(
            "End when the disk has less room than this, in megabytes of a million bytes.",
            valueName: "MB"))
    var minFree = 100.0

    @Option(
        help: ArgumentHelp(
            "How fast the movie goes: 0.25 with --fps 120 is slow motion of 30 frames a second.",
            valueName: "rate"))
    var playRate = 1.0

    @Option(
        help: ArgumentHelp(
            "What the movie's frames are: JPEGs, or H.264, which needs an encoder or libopenh264 (default: what the camera sends).",
            valueName: "jpeg|h264"))
    var videoCodec: VideoCodecArgument?

    @OptionGroup(title: "Search")
    var search: SearchOptions

    @OptionGroup(title: "Masks")
    var masks: MaskOptions

    @OptionGroup(title: "Isolation")
    var isolation: IsolationOptions

    func validate() throws {
        guard camera.device.count < 2 else { throw ValidationError("A movie is recorded with one camera.") }
        guard search.types.isGiven || !(search.isRefined || isolation.deadline != nil) else {
            throw ValidationError(
                "Without --types a movie is not searched: there is nothing else to say of that.")
        }
        if search.types.isGiven { try search.checkTypes() }
        try masks.mask.checkCameras(camera.sourceNames, option: "--mask")
        try OutputName.checkFile(output)
        guard output != "-" else {
            throw ValidationError(
                "A movie needs --output with the name of a file: its index is written last, which no pipe takes."
            )
        }
        try OutputName.check(output, as: ["mp4", "m4v", "mov"], what: "A movie is MP4, or QuickTime as .mov")
        guard duration.map({ (0.001...1_000_000).contains($0) }) ?? true else {
            throw ValidationError("--duration must be between 0.001 and 1000000 seconds.")
        }
        guard maxSize.map({ $0 >= 0.1 && $0 <= 1_000_000_000 }) ?? true else {
            throw ValidationError("--max-size must be between 0.1 and 1000000000.")
        }
        guard (0.01...100).contains(playRate) else {
            throw ValidationError("--play-rate must be between 0.01 and 100.")
        }
        guard (0...1_000_000_000).contains(minFree) else {
            throw ValidationError("--min-free must be between 0 and 1000000000.")
        }
    }

    func run() async throws {
        let backend = try isolation.start(
            search.types.isGiven ? search.backendOptions(mayChange: false) : .withoutEngines)
        defer { backend.close() }
        CameraPlacement.apply(camera.cameras)
        let metadata = search.types.isGiven ? try search.metadataOutput(backend) : nil
        metadata?.setOptions { $0.deadline = isolation.deadline(isLive: true) }
        let error: CaptureError?
        do { error = try await record(metadata, with: backend)?.cause } catch let failure { error = failure }
        guard let error else { return }
        StandardStreams.complain(error.message)
        throw error.exitStatus.code
    }

    /// Says when the camera gives nothing, and when it does again: the movie goes on then.
    private static func complain(of events: AsyncStream<CaptureSessionEvent>) async {
        for await event in events {
            switch event {
            case .wasInterrupted(_, let error, _): StandardStreams.complain(error.message)
            case .interruptionEnded(let source): StandardStreams.complain("\(source): back")
            default: break
            }
        }
    }

    /// - Returns: Why the recording has ended, if nobody asked for it.
    private func record(
        _ metadata: CaptureMetadataOutput?, with backend: any RunningBackend
    ) async throws(CaptureError) -> CaptureRecordingError? {
        let file = try FilePlace.captureTarget(of: output)
        // A camera that stops for a moment is opened again; one that is unplugged ends the movie.
        let session = CaptureSession(
            reconnectPolicy: ReconnectPolicy(
                firstDelay: .milliseconds(250), longestDelay: .seconds(2), includesStart: false))
        let input = camera.requests[0].makeInput(
            stills: backend.stills, streams: backend.streams, isSearched: metadata != nil)
        session.setPictureMask(PictureMask(areas: masks.mask.zones(of: input.sourceName)), for: input)
        try session.addInput(input)
        let movies = makeOutput(stills: backend.stills, isSearched: metadata != nil)
        try session.addOutput(movies)
        var updates: MetadataUpdates?
        if let metadata {
            try session.addOutput(metadata)
            updates = metadata.updates()
            await metadata.prepare()
        }
        let events = session.events()
        try await session.startRunning()
        let teller = MovieTeller()
        Interruption.watch { movies.stopRecording() }
        try movies.startRecording(to: URL(fileURLWithPath: file), recordingDelegate: teller)
        // There was nothing to stop yet.
        if Interruption.hasCome { movies.stopRecording() }
        let complaining = Task { await Self.complain(of: events) }
        let telling = updates.map { updates in
            Task {
                var records = MovieRecords(of: movies)
                for await update in updates { records.take(update) }
            }
        }
        let error = await teller.end
        complainOfMissingFrames(teller)
        await session.stopRunning()
        telling?.cancel()
        complaining.cancel()
        // A file that has got no frame does not stay.
        StandardOutput.print(teller.paths.filter { access($0, F_OK) == 0 })
        // What was asked for is no error.
        guard let error, ![.maximumDurationReached, .maximumFileSizeReached].contains(error.cause.code)
        else { return nil }
        return error
    }

    private func makeOutput(stills: any StillMaker, isSearched: Bool) -> CaptureMovieFileOutput {
        let movies = CaptureMovieFileOutput(stills: stills)
        movies.maxRecordedDuration = duration.map { .seconds($0) }
        movies.maxRecordedFileSize = maxSize.map { Int($0 * 1e6) }
        movies.minFreeDiskSpaceLimit = Int(minFree * 1e6)
        (movies.playbackRate, movies.videoCodec) = (playRate, videoCodec?.codec)
        if isSearched {
            (movies.timedMetadataType, movies.recordsText) = ("application/json", true)
            movies.timedMetadataDelay = Self.searchTime
        }
        return movies
    }

    private func complainOfMissingFrames(_ teller: MovieTeller) {
        // Cameras promise rates that the light does not allow.
        if let wanted = camera.fps, let rate = teller.frameRate, rate < wanted * 0.95 {
            let came = (rate * 10).rounded() / 10
            StandardStreams.complain("\(came) frames a second came, not \(wanted)")
        }
        if teller.droppedFrameCount > 0 {
            StandardStreams.complain(
                "\(teller.droppedFrameCount) frames are missing: damaged, or too many for the disk or the encoder"
            )
        }
    }
}
