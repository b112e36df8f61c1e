import ArgumentParser
import Capture
import Dispatch
import Foundation
import MetadataOutput
import MetadataRecords
import PreviewLink
import Synchronization
import Workers

/// Watches cameras until a signal comes, the reader goes, or there is enough.
final class LiveRun: Sendable {
    /// How long what is said may take after a signal, before and after files are finished, and how long these may.
    private static let patience = (
        cameras: DispatchTimeInterval.seconds(15), words: DispatchTimeInterval.seconds(3),
        files: DispatchTimeInterval.seconds(60)
    )

    /// Pictures or clips that could not be written, or can be again.
    enum Loss: Sendable {
        case pictures(EventPictures.Report)
        case clip(EventClips.Failure)
    }

    let session: CaptureSession
    let output: CaptureMetadataOutput
    let settings: CurrentSettings
    let writer: LiveWriter
    let sceneEnds: SceneEnds
    let current: Mutex<LiveConfiguration>
    let inputs: Mutex<[CameraRequest: any CaptureInput]>
    let link: LiveLink?
    private let loopback: PreviewLoopback?
    let zones: LiveZones
    private let pictures: EventPictures?
    private let clips: EventClips?
    let stills: any StillMaker
    let streams: any NetworkStreamDecoder
    let failureBracket: FailureBracket?
    /// What could not be written of an event, to be told.
    let lossReports: AsyncStream<Loss>
    private let lossReport: AsyncStream<Loss>.Continuation
    private let ends: AsyncStream<Void>
    /// Ends the run: a signal came, or the code that was waited for, or nothing can be written any more.
    let end: AsyncStream<Void>.Continuation
    /// Signalled when the cameras are closed, when what was seen is told, and when pictures and clips are finished.
    private let (hasStopped, hasTold, hasFinishedFiles) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )

    /// Takes standard output over.
    ///
    /// - Parameters:
    ///   - output: Looks for what is wanted.
    ///   - configuration: What is to be done.
    ///   - zones: The cameras' zones.
    ///   - link: Whom to show the cameras, beside the records.
    ///   - loopback: Devices that the cameras are shown on.
    ///   - stills: Makes pictures of events, and those of made cameras.
    ///   - streams: Speaks with network cameras.
    /// - Throws: `OutputFailure`; `ValidationError` if the format cannot say what is wanted; `CaptureError` if there is no
    ///   folder for the pictures.
    init(
        output: CaptureMetadataOutput, configuration: LiveConfiguration, zones: LiveZones,
        link: LiveLink? = nil, loopback: PreviewLoopback? = nil, stills: any StillMaker,
        streams: any NetworkStreamDecoder
    ) throws {
        self.output = output
        (self.link, self.loopback) = (link, loopback)
        self.zones = zones
        (self.stills, self.streams) = (stills, streams)
        current = Mutex(configuration)
        CameraPlacement.apply(configuration.placements)
        var policy = ReconnectPolicy.backoff
        policy.includesStart = configuration.waits
        session = CaptureSession(reconnectPolicy: policy)
        let inputs = configuration.cameras.map { $0.makeInput(stills: stills, streams: streams) }
        self.inputs = Mutex(Dictionary(uniqueKeysWithValues: zip(configuration.cameras, inputs)))
        (lossReports, lossReport) = AsyncStream.makeStream()
        let folders = try EventFolders(configuration.pictures)
        pictures = EventPictures(configuration.pictures, into: folders.pictures, stills: stills) {
            [lossReport] in lossReport.yield(.pictures($0))
        }
        clips = EventClips(configuration.pictures, into: folders.clips, stills: stills) { [lossReport] in
            lossReport.yield(.clip($0))
        }
        failureBracket =
            configuration.bracketsOnFailure ? FailureBracket(output: output, stills: stills) : nil
        (ends, end) = AsyncStream.makeStream()
        let files = EventFiles(pictures: pictures, clips: clips)
        settings = CurrentSettings(try configuration.settings(zones.all))
        writer = try LiveWriter(
            settings, sources: inputs.map(\.sourceName), link: link,
            files: files,
            servesOthers: link != nil || loopback != nil || files != nil
        ) { [end] in end.yield() }
        sceneEnds = SceneEnds { [writer, link, settings] in
            writer.endAbsent(after: $0)
            link?.endAbsent(after: $0, settings.value)
        }
        watchUpdates()
        link?.onZones { [weak self] zones, camera, version throws(LiveZones.Refusal) in
            try self?.draw(zones, of: camera, version: version)
        }
    }

    /// Watches.
    ///
    /// - Parameter isConfigured: Whether there is a file to read again when SIGHUP comes.
    /// - Returns: What the run's end says.
    func run(isConfigured: Bool) async -> ExitStatus {
        let updates = output.updates()
        let events = session.events()
        defer {
            link?.close()
            loopback?.close()
        }
        do {
            try connect()
            watchSignals(isConfigured: isConfigured)
            let telling = Task { await tell(events, updates) }
            let status = Task { await tellStatus() }
            let failures = Task { await tellLosses() }
            let pulse = Task { [link, session] in await link?.pulse(session) }
            defer {
                telling.cancel()
                status.cancel()
                pulse.cancel()
                failures.cancel()
            }
            await output.prepare()
            // From now on: a network camera that does not answer may be waited for.
            let stopping = Task { await stopAtEnd() }
            defer { stopping.cancel() }
            try await start()
            let formats = await stopping.value
            // The end may have come before there was anything to stop.
            await session.stopRunning()
            hasStopped.signal()
            updates.finish()
            await telling.value
            sceneEnds.watch(only: [])
            hasTold.signal()
            await finishFiles()
            await failures.value
            hasFinishedFiles.signal()
            complainOfMissingFiles()
            tellCounts(.stopped, session.finalStatistics) { formats[$0] ?? nil }
            try await writer.finish()
            guard writer.lost > 0 else { return result }
            StandardStreams.complain("\(writer.lost) lines of records are missing")
            return .cannotWrite
        } catch let error as CaptureError {
            let isMissing = error.code == .deviceNotConnected
            StandardStreams.complain(error.message + (isMissing ? "; use --wait to wait for it" : ""))
            return .unavailable
        } catch let failure as OutputFailure {
            link?.close()
            failure.endProcess(with: result)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Adds to the session what is to be watched, and what takes part in it.
    private func connect() throws(CaptureError) {
        try session.addOutput(output)
        if let pictures { try session.addOutput(pictures.history) }
        if let clips { try session.addOutput(clips.output) }
        if let failureBracket {
            askForUnread()
            try session.addOutput(failureBracket.photos)
        }
        let configuration = current.withLock { $0 }
        let inputs = inputs.withLock { $0 }
        for camera in configuration.cameras {
            if let input = inputs[camera] { try add(input, as: configuration) }
        }
        try showOnLoopbacks(configuration.cameras, of: inputs)
    }

    /// Waits for pictures and clips that are being made.
    private func finishFiles() async {
        failureBracket?.finish()
        pictures?.finish()
        await clips?.finish()
        lossReport.finish()
    }

    private func complainOfMissingFiles() {
        if let failed = pictures?.failed, failed > 0 {
            StandardStreams.complain("\(failed) events have no pictures")
        }
        if let failed = clips?.failed, failed > 0 {
            StandardStreams.complain("\(failed) clips are missing or not whole")
        }
    }

    /// Starts, unless the run ends meanwhile.
    private func start() async throws(CaptureError) {
        do { try await session.startRunning() } catch {
            guard error.code == .sessionNotRunning else { throw error }
        }
    }

    /// Stops when the run ends.
    ///
    /// - Returns: The cameras' formats until then.
    private func stopAtEnd() async -> [String: String?] {
        // Also when nobody has the records any more: pictures and clips that they have named are finished.
        for await _ in ends { break }
        let formats = session.statistics.map { ($0.source, $0.format) }
        // What is being worked on is told before the last word.
        await session.stopRunning()
        return Dictionary(formats, uniquingKeysWith: { $1 })
    }

    /// What is seen and not read is told too, whether or not records say why.
    func askForUnread() {
        if failureBracket != nil { output.setOptions { $0.includesHints = true } }
    }

    private var result: ExitStatus { writer.hasFound ? .found : .nothingFound }

    private func watchSignals(isConfigured: Bool) {
        let reconfigure: @Sendable () -> Void = { [weak self] in self?.reconfigure() }
        let stages = [
            (hasStopped, Self.patience.cameras), (hasTold, Self.patience.words),
            (hasFinishedFiles, Self.patience.files),
        ]
        Interruption.watch(onHangUp: isConfigured ? reconfigure : nil) { [end, server = link?.server] in
            end.yield()
            // Neither a reader that does not read nor a disk that hangs may keep the run from ending.
            Thread {
                if stages.allSatisfy({ $0.wait(timeout: .now() + $1) == .success }) {
                    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + Self.patience.words)
                }
                server?.close()
                Interruption.endIfInterrupted()
            }.start()
        }
    }

    /// Has each update given to clips and to clients of the link, whether or not somebody reads the records.
    private func watchUpdates() {
        guard link != nil || clips != nil else { return }
        output.watch { [link, clips, writer, settings, sceneEnds] update in
            let settings = settings.value
            let update = settings.told(update)
            if let clips, let source = update.origin?.source {
                clips.append(update, index: writer.index(of: source), as: settings.linkFormat)
            }
            link?.take(update, settings)
            sceneEnds.note(update, grace: settings.policy.gracePeriod)
        }
    }

    func add(_ input: any CaptureInput, as configuration: LiveConfiguration) throws(CaptureError) {
        session.setPictureMask(configuration.mask(of: input.sourceName), for: input)
        try session.addInput(input)
        try link?.add(
            input, as: writer.index(of: input.sourceName), of: session, look: configuration.look,
            zones: zones.all, settings: settings)
    }

    /// Shows cameras on the devices that stand in their places.
    func showOnLoopbacks(
        _ cameras: [CameraRequest], of inputs: [CameraRequest: any CaptureInput]
    ) throws(CaptureError) { try loopback?.show(cameras.compactMap { inputs[$0] }, of: session) }

    /// Shows no more what an input delivered, which is not in the session any more, and forgets its mask.
    func hide(_ input: any CaptureInput) throws(CaptureError) {
        session.setPictureMask(nil, for: input)
        try link?.remove(input)
    }
}
