import FoundationEssentials
import NIOCore
import PreviewLink

/// Somebody who looks on: a page, a stream of pictures, a stream of events.
protocol Viewer: AnyObject {
    /// The cameras of which it can take a frame now, each with the number of the newest frame it has.
    var wanted: [Int: Int] { get }
    /// Shows a frame; called only for what is ``wanted``.
    func show(_ frame: ShownFrame, number: Int, of camera: Int)
    /// Passes on a pulse, unless it cannot be sent at once.
    func tell(_ message: LinkMessage)
    /// Takes the answer to a control of its own; without an obstacle it is scanwatch's.
    func take(answer: ServerHeader, _ obstacle: Hub.Obstacle?)
    /// Says that the service is there, whether or not scanwatch is.
    func sayAlive()
    /// Something of the cameras has changed.
    func noteCameras()
    /// There are events after those that it has.
    func noteEvents()
}

/// What there is to be seen, and who sees it. Everything is done on one event loop.
final class Hub {
    private(set) var cameras: [CameraView] = []
    private(set) var log = EventLog()
    private(set) var viewers: [ObjectIdentifier: any Viewer] = [:]
    var metrics = Metrics()
    var access: Access
    private var link: ((ClientHeader) -> Void)?
    /// Controls under way by the link's own numbers, and whose they are; nil if that one has gone.
    private var controls: [Int: (viewer: (any Viewer)?, id: Int)] = [:]
    private var nextControl = 1
    /// Most controls without an answer, of all and of one viewer; scanwatch leaves a client with 64.
    private static let (mostControls, mostControlsOfOne) = (32, 8)
    /// How many frames came, of all cameras and runs.
    private var frameCount = 0

    /// Why scanwatch does not answer a control.
    enum Obstacle: String {
        case away = "scanwatch is not there"
        case gone = "scanwatch has gone before it answered"
        case tooLong = "it is too long"
        case tooMuch = "too much at once"
    }

    init(access: Access) {
        self.access = access
    }

    /// Now, in milliseconds since 1970.
    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

    // MARK: - The link

    /// There is a connection to the link again; `say` speaks to it.
    func linkOpened(_ say: @escaping (ClientHeader) -> Void) {
        link = say
        metrics.linkConnections += 1
        for place in cameras.indices { cameras[place].isAsked = false }
    }

    /// There is none any more.
    func linkClosed() {
        link = nil
        let unanswered = controls.values
        controls = [:]
        for control in unanswered { refuse(control.id, of: control.viewer, for: .gone) }
        for place in cameras.indices {
            cameras[place].camera.state = .lost
            cameras[place].camera.detail = Obstacle.away.rawValue
            // What the link showed last is nothing that there is to be seen now.
            cameras[place].newest = nil
        }
        tellCameras()
    }

    /// Takes what the link said.
    func take(_ message: LinkMessage) throws(LinkError) {
        let header = try ServerHeader(json: message.header)
        switch header.kind {
        case .hello: begin(header)
        case .cameras: take(header.cameras ?? [])
        case .frame: take(header, message)
        case .event, .status:
            log.add(number: header.seq ?? 0, header: message.header)
            for viewer in viewers.values { viewer.noteEvents() }
        case .gap, .unknown: break
        case .pulse:
            change(header.camera) {
                ($0.captured, $0.frames, $0.drops) = (header.captured, header.frames, header.drops)
                ($0.processor, $0.unchanged) = (header.processor, header.unchanged)
                $0.interval = header.interval
            }
            for viewer in viewers.values { viewer.tell(message) }
        case .answer: answer(header)
        }
        ask()
    }

    private func begin(_ header: ServerHeader) {
        let boot = header.boot ?? ""
        log.begin(boot: boot, seq: header.seq ?? 0)
        link?(.events(after: log.last, boot: boot))
        for viewer in viewers.values { viewer.noteEvents() }
        take(header.cameras ?? [])
    }

    private func take(_ new: [LinkCamera]) {
        cameras = new.map { camera in
            var view = cameras.first { $0.camera.id == camera.id } ?? CameraView(camera)
            view.camera = camera
            return view
        }
        tellCameras()
    }

    private func tellCameras() {
        for viewer in viewers.values { viewer.noteCameras() }
    }

    private func take(_ header: ServerHeader, _ message: LinkMessage) {
        guard let camera = header.camera else { return }
        frameCount += 1
        let number = frameCount
        change(camera) { view in
            view.isAsked = false
            view.newest = (number, ShownFrame(message: message, captured: header.captured))
        }
        // Nothing of other cameras: their newest frames may be hours old.
        for viewer in viewers.values { show(camera, to: viewer) { _ in true } }
    }

    private func change(_ camera: Int?, _ body: (inout CameraView) -> Void) {
        guard let place = cameras.firstIndex(where: { $0.camera.id == camera }) else { return }
        body(&cameras[place])
    }

    // MARK: - Viewers

    func add(_ viewer: any Viewer) {
        viewers[ObjectIdentifier(viewer)] = viewer
        wantsChanged(of: viewer)
    }

    func remove(_ viewer: any Viewer) {
        viewers[ObjectIdentifier(viewer)] = nil
        // They count until they are answered.
        for (number, control) in controls where control.viewer === viewer { controls[number]?.viewer = nil }
    }

    /// To be called every few seconds.
    func sayAlive() {
        for viewer in viewers.values { viewer.sayAlive() }
    }

    /// A viewer can take more than before.
    func wantsChanged(of viewer: any Viewer) {
        for camera in viewer.wanted.keys { show(camera, to: viewer, if: Self.isRecent) }
        ask()
    }

    /// Shows a viewer a camera's newest frame, if it is newer than what it has.
    private func show(_ camera: Int, to viewer: any Viewer, if isWorthIt: (ShownFrame) -> Bool) {
        guard let number = viewer.wanted[camera],
            let newest = cameras.first(where: { $0.camera.id == camera })?.newest, newest.number > number,
            isWorthIt(newest.frame)
        else { return }
        metrics.sentFrames += 1
        metrics.sentBytes += newest.frame.picture.readableBytes
        viewer.show(newest.frame, number: newest.number, of: camera)
    }

    /// Whether a frame that came before a viewer did is still worth showing. One of the future was taken before the clock was
    /// set back.
    private static func isRecent(_ frame: ShownFrame) -> Bool {
        let now = now
        return frame.captured.map { ((now - 199)...(now + 199)).contains($0) } ?? true
    }

    /// Asks the link for frames of cameras that somebody wants frames of.
    private func ask() {
        guard let link else { return }
        let wanted = Set(viewers.values.flatMap { $0.wanted.keys })
        for place in cameras.indices
        where !cameras[place].isAsked && wanted.contains(cameras[place].camera.id) {
            cameras[place].isAsked = true
            link(.credit(camera: cameras[place].camera.id, count: 1))
        }
    }

    /// Passes a control on; its answer goes to the viewer.
    func pass(_ control: LinkControl, of viewer: any Viewer) {
        let id = control.id
        var control = control
        control.id = nextControl
        let message = ClientHeader.control(control)
        guard let link else { return refuse(id, of: viewer, for: .away) }
        guard message.message.header.count <= LinkParser.Limits.fromClient.headerBytes else {
            return refuse(id, of: viewer, for: .tooLong)
        }
        guard controls.count < Self.mostControls,
            controls.values.count(where: { $0.viewer === viewer }) < Self.mostControlsOfOne
        else { return refuse(id, of: viewer, for: .tooMuch) }
        controls[nextControl] = (viewer, id)
        nextControl += 1
        link(message)
    }

    private func refuse(_ id: Int, of viewer: (any Viewer)?, for obstacle: Obstacle) {
        var header = ServerHeader(.answer)
        (header.id, header.error) = (id, obstacle.rawValue)
        viewer?.take(answer: header, obstacle)
    }

    private func answer(_ header: ServerHeader) {
        guard let id = header.id, let control = controls.removeValue(forKey: id) else { return }
        var header = header
        header.id = control.id
        control.viewer?.take(answer: header, nil)
    }

    // MARK: - What is asked by HTTP

    /// The number of a camera as it stands in a path; nil if there is none.
    func camera(named id: some StringProtocol) -> Int? {
        cameras.first { "\($0.camera.id)" == id }?.camera.id
    }

    /// After how many milliseconds without a frame a camera has none.
    func patience(of camera: Int) -> Int64 {
        cameras.first { $0.camera.id == camera }?.patience ?? CameraView.leastPatience
    }

    /// Whether every camera has shown a frame a moment ago.
    var isReady: Bool {
        let now = Self.now
        return link != nil && !cameras.isEmpty && cameras.allSatisfy { $0.isFresh(at: now) }
    }

    /// The counts as Prometheus reads them.
    var metricsText: String { metrics.text(cameras: cameras, viewers: viewers.count, now: Self.now) }
}
