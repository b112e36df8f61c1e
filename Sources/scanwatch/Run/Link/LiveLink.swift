import Capture
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
        let feed: LinkFeed
        let task: Task<Void, Never>
        /// What was known of the camera of its number before, which comes back if this one goes first.
        let replaced: LinkCamera?
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
        page = options.previewHttp == nil ? nil : try PreviewPage(options, server: server)
        server.onControl { [weak self] control in
            guard let self else { return LinkRefusal("the run ends") }
            return self.obey(control)
        }
        do {
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
    /// - Parameter number: The camera's `index` in records.
    func add(
        _ input: any CaptureInput, as number: Int, of session: CaptureSession, look: LinkLook, zones: ZoneSet,
        settings: @escaping @Sendable () -> LiveSettings
    ) throws(CaptureError) {
        guard let port = input.ports.first else { return }
        let feed = LinkFeed(camera: number, server: server, pictures: pictures, settings: settings)
        try feed.layer.setSessionWithNoConnection(session)
        try session.addConnection(CaptureConnection(inputPort: port, videoPreviewLayer: feed.layer))
        var camera = LinkCamera(id: number, name: input.sourceName)
        camera.note(look)
        camera.note(zones)
        let source = Source(
            number: number, input: input, feed: feed, task: Task { await feed.run() },
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

    /// Tells what happens in what was seen of a camera.
    func take(_ update: MetadataUpdate, _ settings: LiveSettings) { events.take(update, settings) }

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

    // MARK: - Statuses

    /// Tells what is said of a camera or the run.
    func tell(_ status: StatusRecord, format: JSONLinesFormat) {
        let number = status.source.flatMap { server.number(of: String(decoding: $0.name, as: UTF8.self)) }
        server.send(.status, camera: number, lines: format.lines(for: status))
        guard let number else { return }
        let isThere = [.started, .returned].contains(status.status)
        let abilities = isThere ? device(number).map(Abilities.init(of:)) : nil
        server.change { cameras in
            guard let place = cameras.firstIndex(where: { $0.id == number }) else { return }
            switch status.status {
            case .started, .returned:
                cameras[place].state = .live
                cameras[place].detail = status.format
                cameras[place].title = status.camera
                if let abilities { cameras[place].note(abilities) }
            case .lost:
                cameras[place].state = cameras[place].state == .waiting ? .waiting : .lost
                cameras[place].detail = status.message
            case .running, .failed, .stopped, .configured, .configurationRefused, .picturesFailed,
                .picturesReturned, .clipsFailed, .hints:
                break
            }
        }
    }

    private func source(_ number: Int) -> Source? {
        sources.withLock { $0.last { $0.number == number } }
    }

    private func device(_ number: Int) -> CaptureDevice? {
        (source(number)?.input as? CaptureDeviceInput)?.device
    }

    // MARK: - Controls

    /// Does what a client wants of a camera.
    ///
    /// - Returns: Why not; nil if it was done.
    private func obey(_ control: LinkControl) -> LinkRefusal? {
        guard let name = source(control.camera)?.input.sourceName else {
            return LinkRefusal("there is no such camera")
        }
        if case .zones(let zones, let version) = control.action {
            do throws(LiveZones.Refusal) {
                let draw = drawing.withLock { $0 }
                try draw?(zones, name, version)
                return nil
            } catch {
                return LinkRefusal(error.message, isConflict: error.isConflict)
            }
        }
        guard let device = device(control.camera) else { return LinkRefusal("it cannot be set") }
        do throws(CaptureError) {
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            try device.obey(control.action)
        } catch {
            return LinkRefusal(error.message)
        }
        let abilities = Abilities(of: device)
        server.change { cameras in
            guard let place = cameras.firstIndex(where: { $0.id == control.camera }) else { return }
            cameras[place].note(abilities)
        }
        return nil
    }
}

extension CaptureDevice {
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

/// What can be set of a camera, and how it is. The camera is asked, which may take seconds where it is ill: not while anything is
/// locked that the search of others' frames needs.
private struct Abilities {
    let zoom: LinkCamera.Zoom?
    let torch: Bool?
    let focusesOnPoint, exposesForPoint: Bool

    init(of device: CaptureDevice) {
        let most = device.videoMaxZoomFactor
        zoom = most > 1 ? LinkCamera.Zoom(factor: device.videoZoomFactor, most: most) : nil
        torch = device.hasTorch ? device.isTorchActive : nil
        focusesOnPoint = device.isFocusPointOfInterestSupported
        exposesForPoint = device.isExposurePointOfInterestSupported
    }
}
