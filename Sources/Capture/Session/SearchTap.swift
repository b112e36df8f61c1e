import MetadataOutput
import Synchronization

/// Where the searches of one input's frames meet those who show them: pictures and what was seen in them belong together.
final class SearchTap: Sendable {
    private struct State {
        /// Connections over which frames are searched, in the order they were made.
        var searchers: [CaptureConnection] = []
        var viewers: [PreviewReceiver] = []

        /// The one whose frames are shown.
        var active: CaptureConnection? { searchers.first { $0.isEnabled } }
    }

    private let state = Mutex(State())

    func add(searcher connection: CaptureConnection) { state.withLock { $0.searchers.append(connection) } }

    func remove(searcher connection: CaptureConnection) {
        state.withLock { state in
            guard let place = state.searchers.firstIndex(where: { $0 === connection }) else { return }
            state.searchers.remove(at: place)
        }
    }

    /// Adds a viewer, in place of an older one of its connection.
    func add(viewer: PreviewReceiver) {
        state.withLock { state in
            state.viewers.removeAll { $0.connection === viewer.connection }
            state.viewers.append(viewer)
        }
    }

    func remove(viewer: PreviewReceiver) { state.withLock { $0.viewers.removeAll { $0 === viewer } } }

    /// Whether frames are searched, so that they are shown only with what was seen in them.
    var isSearched: Bool { state.withLock { $0.active != nil } }

    /// Shows a frame that was searched.
    ///
    /// - Parameter update: What was seen; nil if the search failed.
    func show(_ frame: CaptureFrame, _ update: MetadataUpdate?, from connection: CaptureConnection) {
        let viewers = state.withLock { $0.active === connection ? $0.viewers : [] }
        for viewer in viewers { viewer.show(frame, update) }
    }
}
