import Foundation
import MetadataOutput
import Synchronization

/// Brings the frames of one input to a preview layer: those that were searched, or all, if nobody searches them.
final class PreviewReceiver: CaptureFrameReceiver {
    private struct State {
        var pace = ConnectionPace()
        /// Whether the source has delivered nothing since it was opened.
        var isNew = true
        /// Whether the source delivers: a search may end after it has stopped.
        var isOpen = false
        var isFinished = false
    }

    private let layer: CaptureVideoPreviewLayer
    let connection: CaptureConnection
    private let input: any CaptureInput
    private let tap: SearchTap
    private let size: SourceSize
    /// Held while a frame is shown, so that ``finish()`` waits for its end.
    private let state = Mutex(State())

    init(
        layer: CaptureVideoPreviewLayer, connection: CaptureConnection, input: any CaptureInput,
        tap: SearchTap
    ) {
        self.layer = layer
        self.connection = connection
        self.input = input
        self.tap = tap
        size = SourceSize(connection, of: input)
        tap.add(viewer: self)
    }

    var wantsPictures: Bool { layer.includesSourcePictures && connection.isEnabled }

    func sourceOpened(pictureSize: CGSize) { size.open(pictureSize) }

    func receive(_ frame: CaptureFrame) {
        state.withLock { $0.isOpen = true }
        if !tap.isSearched { show(frame, nil) }
    }

    /// Shows a frame with what was seen in it.
    func show(_ frame: CaptureFrame, _ update: MetadataUpdate?) {
        guard connection.isEnabled else { return }
        let tell = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isFinished,
                let frame = state.pace.admit(frame, every: connection.videoMinFrameDuration)
            else { return nil }
            defer { if state.isOpen { state.isNew = false } }
            if state.isNew { connection.noteSource(isInFront: input.position == .front) }
            if let size = update.map({ CGSize(width: $0.width, height: $0.height) })
                ?? frame.payload.pictureSize ?? input.pictureSize
            {
                connection.noteFrame(width: Int(size.width), height: Int(size.height))
            }
            let tell = state.isNew && state.isOpen ? layer.note(hasArrived: true, by: self) : nil
            layer.send(frame, update, source: input.sourceName, over: connection)
            // A search that ended after the source: what comes next may have another size.
            if !state.isOpen { size.passLateFrame() }
            return tell
        }
        tell?()
    }

    func sourceStopped() {
        let tell = state.withLock { state in
            (state.isNew, state.isOpen) = (true, false)
            size.close()
            return layer.note(hasArrived: false, by: self)
        }
        tell?()
    }

    func finish(because error: CaptureError) {
        tap.remove(viewer: self)
        let tell = state.withLock { state in
            state.isFinished = true
            return layer.note(hasArrived: false, by: self)
        }
        tell?()
    }
}

extension Payload {
    /// Width and height in pixels where they can be told without decoding.
    var pictureSize: CGSize? {
        switch self {
        case .encoded: nil
        case .frame(let frame): CGSize(width: frame.luma.width, height: frame.luma.height)
        case .masked(let payload, _): payload.pictureSize
        case .cropped(let payload, let part):
            payload.pictureSize.map {
                CGSize(width: ($0.width * part.width).rounded(), height: ($0.height * part.height).rounded())
            }
        }
    }
}
