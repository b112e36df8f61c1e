import Foundation
import Synchronization

/// What a receiver has its connection know of the size of its source's pictures.
///
/// Frames from before a stop may go through after it, and even after the source was opened again: what has been told since
/// then stands.
final class SourceSize: Sendable {
    private let connection: CaptureConnection
    private let input: any CaptureInput
    /// What the source has said since it was opened last; nil of one that is closed, or says nothing. Held while the connection is
    /// told, so that what comes later is told later.
    private let opened = Mutex<CGSize?>(nil)

    init(_ connection: CaptureConnection, of input: any CaptureInput) {
        (self.connection, self.input) = (connection, input)
    }

    /// The source was opened, and says how large its pictures will be.
    func open(_ size: CGSize) {
        opened.withLock { opened in
            opened = size
            connection.noteSize(size)
        }
    }

    /// The source was closed.
    func close() {
        opened.withLock { opened in
            opened = nil
            connection.noteClosing(of: input)
        }
    }

    /// A frame from before a stop has gone through after it.
    func passLateFrame() {
        opened.withLock { opened in
            if let opened { connection.noteSize(opened) } else { connection.noteClosing(of: input) }
        }
    }
}
