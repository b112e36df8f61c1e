import Capture
import Dispatch
import Foundation
import MetadataOutput
import MetadataRecords
import PreviewLink
import Synchronization

/// The link of a run over cameras: a feed a camera, what is known of each, and what clients want of them.
final class LiveLink: Sendable {
    /// From one pulse to the next.
    private static let beat = Duration.milliseconds(500)

    /// What there is of one camera.
    private struct Source {
        let number: Int
        let input: any CaptureInput
        let session: CaptureSession
        let feed: LinkFeed
        let task: Task<Void, Never>
        /// What was known of the camera of its number before, which comes back if this one goes first.
        let replaced: LinkCamera?
        /// Where the camera is asked and set. That may take seconds where it is ill: not on the pool, and not while anything is
        /// locked that the search of others' frames needs.
        let turns = DispatchQueue(label: "scanwatch.link.camera")

        var device: CaptureDevice? { input.camera }
        /// Whether something of its pictures is hidden now.
        var isMasked: Bool { session.pictureMask(for: input) != nil }
    }

    let server: LinkServer
    private let pictures = LinkPictureMaker()
    private let events: LinkEvents
    private let page: PreviewPage?
    /// While a camera is opened in another way there are two of its number, and the last one is to stay.
    private let sources = Mutex<[Source]>([])
    private let drawing = Mutex<Drawing?>(nil)

    /// Draws a camera's zones anew.
    typealias Drawing =
        @Sendable (
            _ zones: [LinkZone]?, _ camera: String, _ version: String
        ) throws(LiveZones.Refusal) -> Void

    /// Begins to listen, and opens the page, as far as these are asked for.
    ///
    /// - Throws: `ListeningSocket.Failure`; `WorkerError` if there is no page to be had; `PreviewPage.Failure` if it cannot be
    ///   shown.
    init(_ options: LinkOptions) throws {
        server = try LinkServer(path: options.link)
        events = LinkEvents(server)
        do {
            page = options.previewHttp == nil ? nil : try PreviewPage(options, server: server)
            server.onControl { [weak self] control in
                guard let self else { return LinkRefusal("the run ends") }
                return self.obey(control)
            }
            try page?.start()
        } catch {
            server.close()
            throw error
        }
    }

    /// Ends it and removes its socket.
    func close() {
        page?.expectEnd()
        // The last events first.
        server.close()
        page?.close()
        for source in sources.withLock({ $0 }) { source.task.cancel() }
        pictures.close()
    }

    // MARK: - Cameras

    /// Serves what an input of the session delivers.
    ///
    /// - Parameters:
    ///   - number: The camera's `index` in records.
    ///   - settings: How its records are written.
    func add(
        _ input: any CaptureInput, as number: Int, of session: CaptureSession, look: LinkLook, zones: ZoneSet,
        settings: CurrentSettings
    ) throws(CaptureError) {
        guard let port = input.ports.first else { return }
        let feed = LinkFeed(camera: number, server: server, pictures: pictures, settings: settings)
        try feed.layer.setSessionWithNoConnection(session)
        try session.addConnection(CaptureConnection(inputPort: port, videoPreviewLayer: feed.layer))
        var camera = LinkCamera(id: number, name: input.sourceName)
        camera.note(look)
        camera.note(zones)
        let source = Source(
            number: number, input: input, session: session, feed: feed, task: Task { await feed.run() },
            replaced: server.camera(number))
        sources.withLock { $0.append(source) }
        // Who is told of it may have something done with it at once.
        server.replace(number, by: camera)
    }

    /// Serves an input no more.
    func remove(_ input: any CaptureInput) throws(CaptureError) {
        let newest = sources.withLock { $0.first { $0.input === input }?.number }.flatMap(source)
        let found = sources.withLock { sources in
            sources.firstIndex { $0.input === input }.map { sources.remove(at: $0) }
        }
        guard let found else { return }
        found.task.cancel()
        try found.feed.layer.setSession(nil)
        if source(found.number) == nil {
            server.replace(found.number, by: nil)
        } else if newest?.input === input {
            server.replace(found.number, by: found.replaced)
        }
    }

    /// Tells what happens in what was seen of a camera, unless records tell it.
    func take(_ update: MetadataUpdate, _ settings: LiveSettings) { events.take(update, settings) }

    /// Tells what was in view at the end of a scene and is not back, unless records tell it.
    func endAbsent(after end: MetadataUpdate, _ settings: LiveSettings) {
        events.endAbsent(after: end, settings)
    }

    /// Tells all clients of each camera's counts, until the task is cancelled.
    func pulse(_ session: CaptureSession) async {
        while !Task.isCancelled {
            let statistics = Dictionary(session.statistics.map { ($0.source, $0) }, uniquingKeysWith: { $1 })
            for source in sources.withLock({ $0 }) {
                let pulse = source.feed.pulse(statistics[source.input.sourceName])
                server.send(pulse: pulse, of: source.number)
            }
            try? await Task.sleep(for: Self.beat)
        }
    }

    // MARK: - Zones

    /// Says what draws zones.
    func onZones(_ body: @escaping Drawing) { drawing.withLock { $0 = body } }

    /// Tells of the zones that the cameras have now.
    func setZones(_ zones: ZoneSet) {
        server.change { cameras in
            for place in cameras.indices { cameras[place].note(zones) }
        }
    }

    /// Tells how all cameras are to be shown from now on.
    func setLook(_ look: LinkLook) {
        server.change { cameras in
            for place in cameras.indices { cameras[place].note(look) }
        }
    }

    // MARK: - What records tell

    /// Tells an event as its record does.
    func tell(_ event: EventRecord, format: JSONLinesFormat) {
        server.send(.event, camera: event.index, lines: format.lines(for: event))
    }

    /// Tells what is said of a camera or the run.
    func tell(_ status: StatusRecord, format: JSONLinesFormat) {
        let number = status.source.flatMap { server.number(of: String(decoding: $0.name, as: UTF8.self)) }
        server.send(.status, camera: number, lines: format.lines(for: status))
        // The page's tokens are a file of their own, whatever is wrong with the other.
        if [.configured, .configurationRefused].contains(status.status) { page?.readTokensAgain() }
        guard let number else { return }
        server.change { cameras in
            guard let place = cameras.firstIndex(where: { $0.id == number }) else { return }
            switch status.status {
            case .started, .returned, .changed:
                cameras[place].state = .live
                cameras[place].detail = status.format
                cameras[place].title = status.camera
            case .lost:
                cameras[place].state = cameras[place].state == .waiting ? .waiting : .lost
                cameras[place].detail = status.message
            case .running, .failed, .stopped, .configured, .configurationRefused, .picturesFailed,
                .picturesReturned, .clipsFailed, .hints:
                break
            }
        }
        if [.started, .returned, .changed].contains(status.status), let source = source(number) {
            ask(source)
        }
    }

    private func source(_ number: Int) -> Source? {
        sources.withLock { $0.last { $0.number == number } }
    }

    // MARK: - What can be set

    /// Asks all cameras what can be set of them, now that other parts of them may be hidden.
    func askCameras() {
        for source in sources.withLock({ $0 }) { ask(source) }
    }

    /// Asks a camera what can be set of it; clients are told when it has answered.
    private func ask(_ source: Source) {
        source.turns.async { [weak self] in
            guard let self, let device = source.device else { return }
            self.note(Abilities(of: device, isMasked: source.isMasked), of: source)
        }
    }

    private func note(_ abilities: Abilities, of asked: Source) {
        // It may have been replaced meanwhile.
        guard source(asked.number)?.input === asked.input else { return }
        server.change { cameras in
            guard let place = cameras.firstIndex(where: { $0.id == asked.number }) else { return }
            cameras[place].note(abilities)
        }
    }

    /// Does what a client wants of a camera.
    ///
    /// - Returns: Why not; nil if it was done.
    private func obey(_ control: LinkControl) -> LinkRefusal? {
        guard let source = source(control.camera) else { return LinkRefusal("there is no such camera") }
        if case .zones(let zones, let version) = control.action {
            do throws(LiveZones.Refusal) {
                let draw = drawing.withLock { $0 }
                try draw?(zones, source.input.sourceName, version)
                return nil
            } catch {
                return LinkRefusal(
                    error.message, isConflict: error.isConflict, isInvalid: error.isInvalid)
            }
        }
        return source.turns.sync { set(control.action, of: source) }
    }

    private func set(_ action: LinkControl.Action, of source: Source) -> LinkRefusal? {
        guard let device = source.device else { return LinkRefusal("it cannot be set") }
        let isMasked = source.isMasked
        // Back it may go: the mask was drawn there.
        if case .zoom(let factor) = action, factor > 1, isMasked, device.isZoomOfLens {
            return LinkRefusal("its mask would not follow the zoom of its lens")
        }
        do throws(CaptureError) {
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            try device.obey(action)
        } catch {
            return LinkRefusal(error.message)
        }
        note(Abilities(of: device, isMasked: isMasked), of: source)
        return nil
    }
}

extension CaptureDevice {
    /// Whether it zooms by its lens, and not by what is cut out of its pictures.
    fileprivate var isZoomOfLens: Bool {
        controls.contains { $0.property == "videoZoomFactor" && $0.minimum > 0 }
    }

    fileprivate func obey(_ action: LinkControl.Action) throws(CaptureError) {
        switch action {
        case .zoom(let factor): try setVideoZoomFactor(factor)
        case .torch(let level) where level > 0: try setTorchModeOn(level: level)
        case .torch: try setTorchMode(.off)
        case .point(let x, let y):
            let point = CGPoint(x: x, y: y)
            if isFocusPointOfInterestSupported {
                try setFocusPointOfInterest(point)
                if isFocusModeSupported(.continuousAutoFocus) { try setFocusMode(.continuousAutoFocus) }
            }
            // Whichever it can; one that can neither says so.
            guard isExposurePointOfInterestSupported || !isFocusPointOfInterestSupported else { return }
            try setExposurePointOfInterest(point)
            try setExposureMode(.continuousAutoExposure)
        // Not the camera's own.
        case .zones: break
        }
    }
}

extension LinkCamera {
    /// Notes which zones it has.
    fileprivate mutating func note(_ set: ZoneSet) {
        zones = set.zones(of: name).map(LinkZone.init)
        zonesVersion = zones.version
    }

    fileprivate mutating func note(_ look: LinkLook) {
        (rotation, mirrored, gravity) = (look.rotation, look.isMirrored, look.gravity)
    }

    fileprivate mutating func note(_ abilities: Abilities) {
        (zoom, torch) = (abilities.zoom, abilities.torch)
        (focusesOnPoint, exposesForPoint) = (abilities.focusesOnPoint, abilities.exposesForPoint)
    }
}

/// What can be set of a camera, and how it is.
private struct Abilities {
    let zoom: LinkCamera.Zoom?
    let torch: Bool?
    let focusesOnPoint, exposesForPoint: Bool

    /// - Parameter isMasked: Whether something of its pictures is hidden, which would not follow a lens.
    init(of device: CaptureDevice, isMasked: Bool) {
        let most = device.videoMaxZoomFactor
        let factor = device.videoZoomFactor
        let canZoom = most > 1 && !(isMasked && device.isZoomOfLens && factor <= 1)
        zoom = canZoom ? LinkCamera.Zoom(factor: factor, most: most) : nil
        torch = device.hasTorch ? device.isTorchActive : nil
        focusesOnPoint = device.isFocusPointOfInterestSupported
        exposesForPoint = device.isExposurePointOfInterestSupported
    }
}
