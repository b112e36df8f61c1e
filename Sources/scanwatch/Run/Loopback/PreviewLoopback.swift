import Capture
import Dispatch
import Foundation
import MetadataOutput
import Synchronization

/// The video devices of `--preview-loopback`: what each camera sees, with outlines, for programs that read cameras.
final class PreviewLoopback: Sendable {
    /// By the cameras' places among those to be watched.
    private let paths: [String]
    private let worker = PictureWorker()
    private let feeds = Mutex<[ObjectIdentifier: Feed]>([:])

    private struct Feed {
        let layer: CaptureVideoPreviewLayer
        let task: Task<Void, Never>
    }

    /// Makes one; nil if no device is given.
    ///
    /// - Throws: `CaptureError` if one of the devices cannot be opened or takes no pictures.
    init?(_ paths: [String]) throws(CaptureError) {
        if paths.isEmpty { return nil }
        self.paths = paths
        for path in paths { _ = try LoopbackDevice(path: path) }
    }

    /// Shows what an input of the session delivers.
    ///
    /// - Parameter number: The camera's place; one that has no device is not shown.
    func add(_ input: any CaptureInput, as number: Int, of session: CaptureSession) throws(CaptureError) {
        guard paths.indices.contains(number), let port = input.ports.first else { return }
        let layer = CaptureVideoPreviewLayer()
        layer.includesSourcePictures = true
        try layer.setSessionWithNoConnection(session)
        let connection = CaptureConnection(inputPort: port, videoPreviewLayer: layer)
        try session.addConnection(connection)
        let writer = LoopbackWriter(path: paths[number], worker: worker)
        let task = Task { for await frame in layer.frames(keeping: 1) { writer.take(frame) } }
        feeds.withLock { $0[ObjectIdentifier(input)] = Feed(layer: layer, task: task) }
    }

    /// Shows an input no more.
    func remove(_ input: any CaptureInput) throws(CaptureError) {
        guard let feed = feeds.withLock({ $0.removeValue(forKey: ObjectIdentifier(input)) }) else { return }
        feed.task.cancel()
        try feed.layer.setSession(nil)
    }

    /// Ends it.
    func close() {
        for feed in feeds.withLock({ Array($0.values) }) { feed.task.cancel() }
        worker.close()
    }
}
