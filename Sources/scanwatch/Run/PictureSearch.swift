import ArgumentParser
import Capture
import MetadataOutput
import MetadataRecords
import Workers

/// A run over pictures.
struct PictureSearch {
    let paths: [String]
    let search: SearchOptions
    let output: OutputOptions
    let messages: MessageOptions
    let isolation: IsolationOptions
    /// What else a command line can say; nil where it cannot.
    var inputs: InputOptions?
    var looks: LookOptions?
    /// What frames of a video there are, and what is told of them; nil if each picture is for itself.
    var sequence: (video: VideoOptions, events: EventOptions)?
    var mask = PictureMask(areas: [])
    var limits = DecodingLimits.standard
    var preview: VideoPreview?
    var zones: ZoneSet = []
    /// The file that options come from.
    var settingsFile: String?

    /// Searches, and throws the exit status, or what is wrong with the options.
    func run() async throws -> Never {
        let format = try output.recordFormat(
            search: search, preview: preview, zones: zones, isSequence: sequence != nil, isLive: false,
            tellsEvents: sequence?.events.events ?? false)
        try WrittenFiles(output: output, looks: looks).check(
            against: paths + otherFiles, filter: inputs?.filter ?? PictureFilter())
        OpenFileLimit.raise()
        let jobs = self.jobs
        let (metadataOutput, backend) = try search.start(isolation, limits, isLive: false)
        defer { backend.close() }
        metadataOutput.setOptions {
            if let looks { $0.views = looks.views }
            $0.runsSideBySide = jobs > 1
        }
        let list = try inputs?.list()
        let archive = try inputs?.archive()
        let (input, file, consumers): (CapturePicturesInput, RecordFile?, [any PictureConsumer])
        var lookers: [any PictureConsumer] = []
        do {
            // Before the records' file: where that has been begun, the next run asks what is to become of it.
            lookers = try looks?.consumers() ?? []
            file = try recordFile()
            input = pictures(from: archive, list, continuing: file)
            let records = [try writer(format, file)]
            // With its record in a file a picture counts as done, and a run that goes on neither reads nor draws it again.
            consumers =
                (file == nil ? records + lookers : lookers + records)
                // A list can be gone through once only, and so cannot be counted ahead.
                + messages.consumers(
                    of: input, isCountable: list == nil && !isOfMovies, format: format,
                    areMovies: isOfMovies)
        } catch {
            for looker in lookers { looker.discard() }
            PictureRun().end(because: error)
        }
        if messages.verbose { search.modelFiles.forEach { StandardStreams.complain("model: \($0)") } }
        let pictures = updates(of: metadataOutput, from: input, movies: backend.movies, jobs: jobs)
        let work = Task {
            var run = PictureRun()
            await run.hand(pictures, to: consumers, file: file)
            if let error = list?.error {
                run.noteFailedInput("the list could not be read to its end: \(error.message)")
            }
            return run.status
        }
        Interruption.watch { work.cancel() }
        let status = await work.value
        Interruption.endIfInterrupted()
        throw status.code
    }

    /// How many pictures are searched at once.
    private var jobs: Int {
        let files = OpenFileLimit.pictures(of: output.jobs)
        // Another process has other needs.
        let jobs = isolation.isApplied ? MachineRoom.pictures(of: files) : files
        if jobs < output.jobs, !messages.quiet {
            let reason =
                jobs < files
                ? "there is no room for more (ulimit -v, ulimit -u)" : "no more files may be open (ulimit -n)"
            StandardStreams.complain("-j \(jobs) it is, because \(reason)")
        }
        return jobs
    }

    /// What else is read.
    private var otherFiles: [String] {
        let model = search.faceModel == "none" ? nil : search.faceModel
        return [inputs?.filesFrom, inputs?.tar, settingsFile, model].compactMap(\.self)
    }

    private var isOfMovies: Bool { sequence?.video.movie ?? false }

    private func updates(
        of metadataOutput: CaptureMetadataOutput, from input: CapturePicturesInput,
        movies: any MovieDecoder, jobs: Int
    ) -> any AsyncSequence<PictureUpdate, Never> & Sendable {
        if isOfMovies {
            return metadataOutput.updates(
                ofMovies: input, decoder: movies, interval: .seconds(sequence?.video.every ?? 0),
                maximumConcurrentPictures: jobs)
        }
        guard let framesPerSecond = sequence?.video.sequence else {
            return metadataOutput.updates(from: input, maximumConcurrentPictures: jobs)
        }
        return metadataOutput.updates(
            ofSequence: input, framesPerSecond: framesPerSecond, maximumConcurrentPictures: jobs)
    }

    private func pictures(
        from archive: TarArchive?, _ list: PictureList?, continuing file: RecordFile?
    ) -> CapturePicturesInput {
        var subset = PictureSubset(shard: inputs?.shard)
        if let file {
            subset.isDone = { file.isDone(JournalEntry.Input($0, $1, $2)) }
        }
        let filter = inputs?.filter ?? PictureFilter()
        if let archive {
            return CapturePicturesInput(
                archive: archive, filter: filter, subset: subset, limits: limits, mask: mask)
        }
        let named = paths.map { PictureSource(argument: RawArguments.bytes(of: $0)) }
        return CapturePicturesInput(
            sources: NamedSources(paths: named[...], list: list),
            recognizer: isOfMovies ? StandardMovieRecognizer() : StandardPictureRecognizer(),
            filter: filter, subset: subset,
            limits: limits, mask: mask)
    }

    private func recordFile() throws(OutputFailure) -> RecordFile? {
        guard let path = output.output else { return nil }
        let settings: [String]
        do {
            settings = try Settings.ofRecords()
        } catch {
            throw .system(error.description)
        }
        return try RecordFile(
            path: RawArguments.bytes(of: path), settings: settings, resumes: output.resume,
            canResume: sequence?.video.sequence == nil, tellsOfChanges: !messages.quiet)
    }

    private func writer(
        _ format: any RecordFormat, _ file: RecordFile?
    ) throws(OutputFailure) -> any PictureConsumer {
        guard let sequence else { return try RecordWriter(format: format, file: file) }
        return try EventWriter(
            format: format, file: file, options: sequence.events, isOfMovies: isOfMovies)
    }
}
