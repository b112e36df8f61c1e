import Capture
public import Dispatch
import Synchronization

/// Hands out together what several outputs make of the same frame. The first output says for which frames something is
/// handed out; what an output of it hands to a delegate of its own goes on.
public final class AVCaptureDataOutputSynchronizer: @unchecked Sendable {
    /// The outputs, in the order of their importance.
    public let dataOutputs: [AVCaptureOutput]
    private let core: CaptureDataOutputSynchronizer
    private let bridge = Mutex<DelegateBridge?>(nil)

    /// Joins outputs, until this object is gone.
    ///
    /// - Parameter dataOutputs: `AVCaptureVideoDataOutput`s and `AVCaptureMetadataOutput`s; raises an exception for others.
    public init(dataOutputs: [AVCaptureOutput]) {
        self.dataOutputs = dataOutputs
        do throws(CaptureError) {
            core = try CaptureDataOutputSynchronizer(dataOutputs: dataOutputs.map(\.core))
        } catch {
            raiseException(
                "*** -[AVCaptureDataOutputSynchronizer initWithDataOutputs:] Unsupported data outputs - "
                    + error.message)
        }
    }

    /// Says whom to hand everything to.
    ///
    /// - Parameters:
    ///   - delegate: Held weakly; nil for nobody.
    ///   - delegateCallbackQueue: A serial queue on which it is called.
    public func setDelegate(
        _ delegate: (any AVCaptureDataOutputSynchronizerDelegate)?,
        queue delegateCallbackQueue: DispatchQueue?
    ) {
        if delegate != nil, delegateCallbackQueue == nil {
            raiseException("*** -[AVCaptureDataOutputSynchronizer setDelegate:queue:] NULL queue passed")
        }
        let bridge = delegate.map { DelegateBridge($0, of: self) }
        self.bridge.withLock { $0 = bridge }
        core.setDelegate(bridge, queue: delegateCallbackQueue)
    }

    /// Whom it hands everything to.
    public var delegate: (any AVCaptureDataOutputSynchronizerDelegate)? { bridge.withLock { $0 }?.delegate }

    /// Where that is called.
    public var delegateCallbackQueue: DispatchQueue? { core.delegateCallbackQueue }
}

/// Is handed what several outputs make of the same frame.
public protocol AVCaptureDataOutputSynchronizerDelegate: AnyObject {
    /// Is handed it.
    ///
    /// - Parameters:
    ///   - synchronizer: Whose delegate this is.
    ///   - synchronizedDataCollection: What the outputs have.
    func dataOutputSynchronizer(
        _ synchronizer: AVCaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection)
}

/// Takes the library's calls and makes Apple's of them.
private final class DelegateBridge: CaptureDataOutputSynchronizerDelegate, @unchecked Sendable {
    /// Weak references may be read anywhere.
    private(set) weak var delegate: (any AVCaptureDataOutputSynchronizerDelegate)?
    private weak let synchronizer: AVCaptureDataOutputSynchronizer?

    init(
        _ delegate: any AVCaptureDataOutputSynchronizerDelegate,
        of synchronizer: AVCaptureDataOutputSynchronizer
    ) {
        self.delegate = delegate
        self.synchronizer = synchronizer
    }

    func dataOutputSynchronizer(
        _: CaptureDataOutputSynchronizer, didOutput collection: CaptureSynchronizedDataCollection
    ) {
        guard let synchronizer, let first = synchronizer.dataOutputs.first else { return }
        let collection = AVCaptureSynchronizedDataCollection(collection, of: synchronizer.dataOutputs)
        guard collection.synchronizedData(for: first) != nil else { return }
        delegate?.dataOutputSynchronizer(synchronizer, didOutput: collection)
    }
}
