import Capture
public import MetadataOutput

/// Something that was seen in a frame. The framework makes them; they do not change.
open class AVMetadataObject: AVObject, @unchecked Sendable {
    /// The library's own object, which says more: confidence, engine, time in view.
    public let core: any MetadataObject

    /// The connection that it came over; nil where that is not known.
    let source: CaptureConnection?

    init(core: any MetadataObject, from source: CaptureConnection?) {
        (self.core, self.source) = (core, source)
    }

    /// The object with Apple's name for one of the library's.
    static func wrapping(_ object: any MetadataObject, from source: CaptureConnection?) -> AVMetadataObject {
        switch object {
        case let face as MetadataFaceObject: AVMetadataFaceObject(face, from: source)
        case let code as MetadataMachineReadableCodeObject:
            AVMetadataMachineReadableCodeObject(code, from: source)
        default: AVMetadataObject(core: object, from: source)
        }
    }

    /// The same object in another space; nil if it cannot be told there.
    func transformed(_ transform: (any MetadataObject) -> (any MetadataObject)?) -> AVMetadataObject? {
        transform(core).map { Self.wrapping($0, from: source) }
    }

    /// Such as `<AVMetadataFaceObject: 0x…, type="face", bounds={0.4,0.3 0.1x0.2}, time 12.5>`.
    open override var description: String {
        let box = "{\(bounds.minX),\(bounds.minY) \(bounds.width)x\(bounds.height)}"
        return
            "\(super.description.dropLast()), type=\"\(type.rawValue)\", bounds=\(box), time \(time.seconds)>"
    }

    /// What kind of thing it is.
    open var type: ObjectType { ObjectType(core.type) }
    /// When the frame it was seen in was taken, on the session's clock.
    open var time: CMTime { CMTime(core.time) }
    /// How long that frame stands; invalid where that is not known.
    open var duration: CMTime { CMTime(core.duration) }
    /// Space: 0…1 of the unrotated picture, origin top left; after a transformation that of the layer or the output.
    open var bounds: CGRect { core.bounds }
    /// Tells objects apart while they are in view; never used again.
    open var objectID: Int { core.objectID }
    /// What the objects of one person or thing share; −1 where nothing does.
    open var groupID: Int { core.groupID ?? -1 }
}
