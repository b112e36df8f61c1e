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
    /// By the devices' places.
    private let feeds = Mutex<[Int: Feed]>([:])

    private struct Feed {
        let input: any CaptureInput
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

    /// Shows what inputs of the session deliver, each on the device in its place, and nothing else; those that have no device are
    /// not shown.
    func show(_ inputs: [any CaptureInput], of session: CaptureSession) throws(CaptureError) {
        let shown = feeds.withLock { $0 }
        let wanted = Dictionary(uniqueKeysWithValues: zip(paths.indices, inputs))
        // First those that give their devices up.
        for (place, feed) in shown where feed.input !== wanted[place] { try remove(feed, from: place) }
        for (place, input) in wanted where shown[place]?.input !== input {
            try add(input, at: place, of: session)
        }
    }

    private func add(
        _ input: any CaptureInput, at place: Int, of session: CaptureSession
    ) throws(CaptureError) {
        guard let port = input.ports.first else { return }
        let layer = CaptureVideoPreviewLayer()
        layer.includesSourcePictures = true
        try layer.setSessionWithNoConnection(session)
        let connection = CaptureConnection(inputPort: port, videoPreviewLayer: layer)
        try session.addConnection(connection)
        let writer = LoopbackWriter(path: paths[place], worker: worker)
        let task = Task { for await frame in layer.frames(keeping: 1) { writer.take(frame) } }
        feeds.withLock { $0[place] = Feed(input: input, layer: layer, task: task) }
    }

    private func remove(_ feed: Feed, from place: Int) throws(CaptureError) {
        feeds.withLock { _ = $0.removeValue(forKey: place) }
        feed.task.cancel()
        try feed.layer.setSession(nil)
    }

    /// Ends it.
    func close() {
        for feed in feeds.withLock({ Array($0.values) }) { feed.task.cancel() }
        worker.close()
    }
}
