import Capture
import Decoders
import Detectors
public import MetadataOutput
import Synchronization

/// Finds faces and codes in the frames of a session.
public final class AVCaptureMetadataOutput: AVCaptureOutput, @unchecked Sendable {
    private let metadata: CaptureMetadataOutput
    private let bridge = Mutex<DelegateBridge?>(nil)

    /// Makes an output with the library's own detectors of codes and faces, which run in this process.
    public convenience init() {
        self.init(
            CaptureMetadataOutput(
                detectors: DetectorCatalog.standard(), decoder: StandardPictureDecoder(),
                motion: OpticalFlow()))
    }

    /// Makes an output over one of the library's, such as one with other detectors or with detectors in processes of
    /// their own.
    public init(_ core: CaptureMetadataOutput) {
        metadata = core
        super.init(core: core, mediaType: .metadataObject)
    }

    /// What can be asked for: nothing until the output is in a session with a camera, then what the detectors find.
    /// Observable.
    public var availableMetadataObjectTypes: [AVMetadataObject.ObjectType] {
        metadata.connections.isEmpty ? [] : list(metadata.availableMetadataObjectTypes)
    }

    /// What is asked for; empty at first, and nothing is delivered then. Nil asks for nothing.
    public var metadataObjectTypes: [AVMetadataObject.ObjectType]! {
        get { list(metadata.metadataObjectTypes) }
        set {
            let wanted = newValue ?? []
            guard Set(wanted).isSubset(of: availableMetadataObjectTypes),
                (try? metadata.setMetadataObjectTypes(Set(wanted.map(MetadataObjectType.init)))) != nil
            else {
                raiseException(
                    "*** -[AVCaptureMetadataOutput setMetadataObjectTypes:] Unsupported type found - "
                        + "use -availableMetadataObjectTypes")
            }
            didChange()
        }
    }

    private func list(_ types: Set<MetadataObjectType>) -> [AVMetadataObject.ObjectType] {
        MetadataObjectType.all.filter(types.contains).map(AVMetadataObject.ObjectType.init)
    }

    /// Space: 0…1 of the unrotated picture, origin top left; default all of it. An object is delivered if its bounds
    /// intersect this rectangle. What reaches over the edge is cut off, as conversions from a layer often do. In a
    /// rectangle without any part in the picture, such as an empty one, or one whose numbers are not finite, there is
    /// nothing: what was in view is told to be gone, and nothing is delivered.
    public var rectOfInterest: CGRect {
        get { region.withLock { $0 } }
        set {
            region.withLock { region in
                region = newValue
                metadata.isBlind = !sees(newValue)
            }
            didChange()
        }
    }

    /// Has the library's output look into a rectangle.
    ///
    /// - Returns: Whether there is anything to look into.
    private func sees(_ rect: CGRect) -> Bool {
        // Geometry with numbers that are none may end the program.
        guard [rect.origin.x, rect.origin.y, rect.width, rect.height].allSatisfy(\.isFinite) else {
            return false
        }
        // It takes nothing empty, and nothing beyond the picture.
        return (try? metadata.setRectOfInterest(rect.intersection(Self.wholePicture))) != nil
    }

    private static let wholePicture = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// As it was set.
    private let region = Mutex(wholePicture)

    /// Says whom to tell what is seen.
    ///
    /// - Parameters:
    ///   - objectsDelegate: Held weakly; nil tells nobody.
    ///   - objectsCallbackQueue: A serial queue on which it is called.
    public func setMetadataObjectsDelegate(
        _ objectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)?,
        queue objectsCallbackQueue: DispatchQueue?
    ) {
        if objectsDelegate != nil, objectsCallbackQueue == nil {
            raiseException(
                "*** -[AVCaptureMetadataOutput setMetadataObjectsDelegate:queue:] NULL queue passed")
        }
        let known = bridge.withLock { $0 }
        let bridge = objectsDelegate.map { delegate in
            // Who is set again is the same to the library too.
            if let known, known.delegate === delegate { known } else { DelegateBridge(delegate, of: self) }
        }
        self.bridge.withLock { $0 = bridge }
        metadata.setMetadataObjectsDelegate(bridge, queue: objectsCallbackQueue, hearingOfEnds: false)
    }

    /// Whom it tells.
    public var metadataObjectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)? {
        bridge.withLock { $0 }?.delegate
    }

    /// Where that is called.
    public var metadataObjectsCallbackQueue: DispatchQueue? { metadata.metadataObjectsCallbackQueue }
}

/// Takes the library's calls and makes Apple's of them.
private final class DelegateBridge: CaptureMetadataOutputObjectsDelegate, @unchecked Sendable {
    /// Weak references may be read anywhere.
    private(set) weak var delegate: (any AVCaptureMetadataOutputObjectsDelegate)?
    private weak let output: AVCaptureMetadataOutput?

    init(_ delegate: any AVCaptureMetadataOutputObjectsDelegate, of output: AVCaptureMetadataOutput) {
        self.delegate = delegate
        self.output = output
    }

    func metadataOutput(
        _: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
        from connection: CaptureConnection
    ) {
        guard let output else { return }
        let objects = metadataObjects.map { AVMetadataObject.wrapping($0, from: connection) }
        delegate?.metadataOutput(output, didOutput: objects, from: .wrapping(connection))
    }
}
