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
    /// How long the last records may take after a signal.
    private static let patience = 3.0

    /// Why a run ends.
    private enum End: Sendable {
        /// A signal, or the code that was waited for.
        case wanted
        case output(OutputFailure)
    }

    /// Pictures or clips that could not be written.
    private struct Loss: Sendable {
        let status: StatusRecord.Status
        let error: CaptureError
        var clip: EventRecord.Clip?
    }

    private let session: CaptureSession
    private let output: CaptureMetadataOutput
    private let writer: LiveWriter
    private let current: Mutex<LiveConfiguration>
    private let inputs: Mutex<[CameraRequest: any CaptureInput]>
    private let link: LiveLink?
    private let loopback: PreviewLoopback?
    private let zones: LiveZones
    private let pictures: EventPictures?
    private let clips: EventClips?
    private let stills: any StillMaker
    private let failureBracket: FailureBracket?
    /// What could not be written of an event, to be told.
    private let lossReports: AsyncStream<Loss>
    private let lossReport: AsyncStream<Loss>.Continuation
    private let ends: AsyncStream<End>
    private let end: AsyncStream<End>.Continuation
    /// Where tasks write: a reader that does not read holds up this queue, and no thread of Swift's pool, which the link needs.
    private let writing = DispatchQueue(label: "scanwatch.records")

    /// Takes standard output over.
    ///
    /// - Parameters:
    ///   - output: Looks for what is wanted.
    ///   - configuration: What is to be done.
    ///   - zones: The cameras' zones.
    ///   - link: Whom to show the cameras, beside the records.
    ///   - loopback: Devices that the cameras are shown on.
    ///   - stills: Makes pictures of events, and those of made cameras.
    /// - Throws: `OutputFailure`; `ValidationError` if the format cannot say what is wanted; `CaptureError` if there is no
    ///   folder for the pictures.
    init(
        output: CaptureMetadataOutput, configuration: LiveConfiguration, zones: LiveZones,
        link: LiveLink? = nil, loopback: PreviewLoopback? = nil, stills: any StillMaker
    ) throws {
        self.output = output
        (self.link, self.loopback) = (link, loopback)
        self.zones = zones
        self.stills = stills
        current = Mutex(configuration)
        CameraPlacement.apply(configuration.placements)
        var policy = ReconnectPolicy.backoff
        policy.includesStart = configuration.waits
        session = CaptureSession(reconnectPolicy: policy)
        let inputs = configuration.cameras.map { $0.makeInput(stills: stills) }
        self.inputs = Mutex(Dictionary(uniqueKeysWithValues: zip(configuration.cameras, inputs)))
        (lossReports, lossReport) = AsyncStream.makeStream()
        let folders = try EventFolders(configuration.pictures)
        pictures = EventPictures(configuration.pictures, into: folders.pictures, stills: stills) {
            [lossReport] in lossReport.yield(Loss(status: .picturesFailed, error: $0))
        }
        clips = EventClips(configuration.pictures, into: folders.clips, stills: stills) { [lossReport] in
            lossReport.yield(Loss(status: .clipsFailed, error: $0, clip: $1))
        }
        failureBracket =
            configuration.bracketsOnFailure ? FailureBracket(output: output, stills: stills) : nil
        writer = try LiveWriter(
            try configuration.settings(zones.all), sources: inputs.map(\.sourceName), link: link,
            pictures: pictures, clips: clips)
        (ends, end) = AsyncStream.makeStream()
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
            try session.addOutput(output)
            if let pictures { try session.addOutput(pictures.history) }
            if let clips { try session.addOutput(clips.output) }
            if let failureBracket {
                askForUnread()
                try session.addOutput(failureBracket.photos)
            }
            let configuration = current.withLock { $0 }
            for camera in configuration.cameras {
                if let input = inputs.withLock({ $0[camera] }) { try add(input, as: configuration) }
            }
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
            try await session.startRunning()
            for await reason in ends {
                if case .output(let failure) = reason {
                    link?.close()
                    failure.endProcess(with: result)
                }
                break
            }
            let statistics = session.statistics
            // What is being worked on is told before the last word.
            await session.stopRunning()
            updates.finish()
            await telling.value
            pictures?.finish()
            await clips?.finish()
            lossReport.finish()
            await failures.value
            if let failed = pictures?.failed, failed > 0 {
                StandardStreams.complain("\(failed) events have no pictures")
            }
            if let failed = clips?.failed, failed > 0 {
                StandardStreams.complain("\(failed) clips are missing or not whole")
            }
            try tellCounts(.stopped, statistics)
            try writer.finish()
            return result
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

    /// What is seen and not read is told too, whether or not records say why.
    private func askForUnread() {
        if failureBracket != nil { output.setOptions { $0.includesHints = true } }
    }

    private var result: ExitStatus { writer.hasFound ? .found : .nothingFound }

    private func watchSignals(isConfigured: Bool) {
        let reconfigure: @Sendable () -> Void = { [weak self] in self?.reconfigure() }
        Interruption.watch(onHangUp: isConfigured ? reconfigure : nil) { [end, server = link?.server] in
            end.yield(.wanted)
            // A reader that does not read must not keep the run from ending.
            Thread {
                Thread.sleep(forTimeInterval: Self.patience)
                server?.close()
                Interruption.endIfInterrupted()
            }.start()
        }
    }

    private func add(_ input: any CaptureInput, as configuration: LiveConfiguration) throws(CaptureError) {
        session.setPictureMask(configuration.mask(of: input.sourceName), for: input)
        try session.addInput(input)
        try link?.add(
            input, as: writer.index(of: input.sourceName), of: session, look: configuration.look,
            zones: zones.all
        ) { [writer] in writer.settings }
        try loopback?.add(input, as: writer.index(of: input.sourceName), of: session)
    }

    /// Shows no more what an input delivered, which is not in the session any more, and forgets its mask.
    private func hide(_ input: any CaptureInput) throws(CaptureError) {
        session.setPictureMask(nil, for: input)
        try link?.remove(input)
        try loopback?.remove(input)
    }

    // MARK: - Telling

    /// Runs `body`; output that cannot be written ends the run.
    private func write(_ body: () throws(OutputFailure) -> Void) {
        do { try body() } catch { end.yield(.output(error)) }
    }

    /// The same on a queue of its own, for tasks.
    private func queueWrite(_ body: @escaping @Sendable () throws(OutputFailure) -> Void) async {
        await withCheckedContinuation { continuation in
            writing.async {
                self.write(body)
                continuation.resume()
            }
        }
    }

    /// Tells what happens to the session until it stops, and from its start on also what is seen, in this order.
    private func tell(_ events: AsyncStream<CaptureSessionEvent>, _ updates: MetadataUpdates) async {
        await withTaskGroup { group in
            for await event in events {
                switch event {
                case .didStartRunning: group.addTask { await self.tell(updates) }
                case .didStopRunning: return
                default: await queueWrite { () throws(OutputFailure) in try self.tell(event) }
                }
            }
        }
    }

    private func tell(_ updates: MetadataUpdates) async {
        var count = 0
        for await update in updates {
            failureBracket?.note(update)
            await queueWrite { [writer, end] () throws(OutputFailure) in
                if try writer.take(update) { end.yield(.wanted) }
            }
            count += 1
            if count == StartMemory.settledCount { StartMemory.giveBack() }
        }
    }

    private func tell(_ event: CaptureSessionEvent) throws(OutputFailure) {
        switch event {
        case .sourceDidStart(let source, let format):
            let device = session.inputs.lazy.compactMap { $0 as? CaptureDeviceInput }
                .first { $0.sourceName == source }?.device
            try writer.tell(.started, of: source) {
                $0.format = format
                $0.camera = device?.localizedName
                $0.cameraID = device?.uniqueID
            }
        case .wasInterrupted(let reason, let error, let source):
            try writer.tell(.lost, of: source) {
                $0.reason = reason.rawValue
                $0.message = error.message
            }
        case .runtimeError(let error, let source):
            try writer.tell(.lost, of: source) {
                $0.reason = CaptureInterruptionReason(error).rawValue
                $0.message = error.message
            }
        case .frameFailed(let error, let source):
            try writer.tell(.failed, of: source) {
                $0.reason = error.code.rawValue
                $0.message = error.message
            }
        case .didStartRunning, .didStopRunning, .interruptionEnded, .sourceDidEnd: break
        }
    }

    private func tellLosses() async {
        for await loss in lossReports {
            await queueWrite { [writer] () throws(OutputFailure) in
                try writer.tell(loss.status) {
                    $0.reason = "\(loss.error.code)"
                    $0.message = loss.error.message
                    $0.clip = loss.clip
                }
            }
        }
    }

    /// Tells the counts now and then.
    private func tellStatus() async {
        while !Task.isCancelled {
            guard let interval = writer.settings.statusInterval else {
                // The next configuration may want it.
                try? await Task.sleep(for: .seconds(1))
                continue
            }
            try? await Task.sleep(for: interval)
            if !Task.isCancelled {
                await queueWrite { () throws(OutputFailure) in
                    try self.tellCounts(.running, self.session.statistics)
                }
            }
        }
    }

    private func tellCounts(
        _ status: StatusRecord.Status, _ statistics: [CaptureStatistics]
    ) throws(OutputFailure) {
        for statistics in statistics {
            try writer.tell(status, of: statistics.source, counting: statistics) {
                $0.format = statistics.format
            }
        }
    }

    // MARK: - Zones

    /// Takes zones that somebody has drawn.
    private func draw(_ zones: [LinkZone]?, of camera: String, version: String) throws(LiveZones.Refusal) {
        try self.zones.change(zones, of: camera, version: version)
        do {
            try settle()
        } catch {
            throw LiveZones.Refusal(message: Scanwatch.message(for: error))
        }
    }

    /// Makes the configuration and the zones as they are now hold for everything that is told from now on.
    private func settle() throws {
        // Whoever comes second has the newer of both.
        try current.withLock { writer.settings = try $0.settings(zones.all) }
        link?.setZones(zones.all)
    }

    // MARK: - Configuration

    /// Reads the configuration again. All of it holds from now on, or nothing if something is wrong with it.
    private func reconfigure() {
        let old = current.withLock { $0 }
        do {
            let options = try Settings.reread()
            let new = LiveConfiguration(options)
            try old.checkChange(to: new)
            _ = try new.settings(zones.all)
            try new.search.apply(to: output)
            askForUnread()
            CameraPlacement.apply(new.placements, insteadOf: old.placements)
            do {
                try change(from: old, to: new)
            } catch {
                CameraPlacement.apply(old.placements, insteadOf: new.placements)
                try old.search.apply(to: output)
                askForUnread()
                throw error
            }
            zones.configure(new.zones)
            current.withLock { $0 = new }
            try settle()
            write { () throws(OutputFailure) in try writer.tell(.configured) }
        } catch {
            let message = Scanwatch.message(for: error)
            write { () throws(OutputFailure) in
                try writer.tell(.configurationRefused) { $0.message = message }
            }
        }
    }

    /// Opens and closes cameras as one change; those that stay go on, with the new masks.
    private func change(from old: LiveConfiguration, to new: LiveConfiguration) throws(CaptureError) {
        var made: [CameraRequest: any CaptureInput] = [:]
        for camera in new.cameras where !old.cameras.contains(camera) {
            made[camera] = camera.makeInput(stills: stills)
        }
        let known = inputs.withLock { $0 }
        writer.addSources(new.cameras.compactMap { made[$0]?.sourceName })
        let gone = known.filter { !new.cameras.contains($0.key) }
        session.beginConfiguration()
        do throws(CaptureError) {
            do throws(CaptureError) {
                for camera in new.cameras {
                    if let input = made[camera] { try add(input, as: new) }
                }
                for input in gone.values { try session.removeInput(input) }
            } catch {
                for input in made.values { try session.removeInput(input) }
                try session.commitConfiguration()
                throw error
            }
            try session.commitConfiguration()
        } catch {
            for input in made.values { try hide(input) }
            throw error
        }
        for input in gone.values { try hide(input) }
        let kept = known.filter { new.cameras.contains($0.key) }
        for input in kept.values { session.setPictureMask(new.mask(of: input.sourceName), for: input) }
        inputs.withLock { $0 = kept.merging(made) { $1 } }
    }
}
