public import Dispatch
public import MetadataOutput
import Synchronization

/// Is told what a session sees; AVFoundation's `AVCaptureMetadataOutputObjectsDelegate`.
public protocol CaptureMetadataOutputObjectsDelegate: AnyObject {
    /// Is told what is in view: of each frame once for codes and once for faces, as far as there are any, and once
    /// with nothing when the last code, or the last face, has gone (AVFoundation promises no such call). When a session
    /// stops all has gone, and after the stop nothing is told but that.
    ///
    /// - Parameters:
    ///   - output: Whose delegate this is.
    ///   - metadataObjects: Either codes or faces, in the order of their ids.
    ///   - connection: The one that the frame came through.
    func metadataOutput(
        _ output: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
        from connection: CaptureConnection)

    /// Is told why something in view cannot be read, whenever that changes, if `DetectionRequest.includesHints` asks for it;
    /// AVFoundation has no such call. Does nothing by default.
    ///
    /// - Parameters:
    ///   - output: Whose delegate this is.
    ///   - hints: The reasons; empty when there are none any more.
    ///   - connection: The one that the frames come through.
    func metadataOutput(
        _ output: CaptureMetadataOutput, didOutput hints: [ReaderHint], from connection: CaptureConnection)
}

extension CaptureMetadataOutputObjectsDelegate {
    /// Does nothing.
    public func metadataOutput(
        _ output: CaptureMetadataOutput, didOutput hints: [ReaderHint], from connection: CaptureConnection
    ) {}
}

extension CaptureMetadataOutput {
    /// Sets whom a session tells; nil tells nobody. ``CaptureMetadataOutput/updates()`` is told the same, and more.
    ///
    /// A delegate that is set again goes on from what it was told: something that it knows to be in view is told to be gone.
    ///
    /// - Parameters:
    ///   - delegate: Held weakly.
    ///   - queue: A serial queue on which it is called. While it is busy, newer frames take the place of older ones.
    /// - Precondition: A delegate comes with a queue.
    public func setMetadataObjectsDelegate(
        _ delegate: (any CaptureMetadataOutputObjectsDelegate)?, queue: DispatchQueue?
    ) {
        setMetadataObjectsDelegate(delegate, queue: queue, hearingOfEnds: true)
    }

    /// The same.
    ///
    /// - Parameter hearsOfEnds: Whether all is told to be gone when no more frames come: at a stop, at the loss of the camera, when
    ///   the connection is disabled. AVFoundation's delegates hear of frames alone.
    package func setMetadataObjectsDelegate(
        _ delegate: (any CaptureMetadataOutputObjectsDelegate)?, queue: DispatchQueue?,
        hearingOfEnds hearsOfEnds: Bool
    ) {
        precondition(delegate == nil || queue != nil, "a delegate needs a queue")
        var listener: ObjectsDelegate?
        if let delegate, let queue {
            // Looked at under no lock: it may be the end of the one before.
            if let known = listeners.delegate, known.delegate === delegate, known.hearsOfEnds == hearsOfEnds {
                known.queue = queue
                listener = known
            } else {
                listener = ObjectsDelegate(delegate, queue: queue, hearsOfEnds: hearsOfEnds)
            }
        }
        changeListeners { [listener] in $0.delegate = listener }
    }

    /// Whom a session tells; nil, the default, tells nobody.
    public var metadataObjectsDelegate: (any CaptureMetadataOutputObjectsDelegate)? {
        listeners.delegate?.delegate
    }

    /// Where it is called; nil without a delegate.
    public var metadataObjectsCallbackQueue: DispatchQueue? { listeners.delegate?.queue }
}
