import Capture
public import MetadataOutput

/// Where a session's frames go.
open class AVCaptureOutput: AVObject, @unchecked Sendable {
    /// The library's own output.
    public let core: any CaptureOutput
    /// What kind of port it is connected to.
    let mediaType: AVMediaType

    private static let wrappers = WrapperTable<AVCaptureOutput>()

    init(core: any CaptureOutput, mediaType: AVMediaType = .video) {
        self.core = core
        self.mediaType = mediaType
        super.init()
        Self.wrappers.add(self, of: core)
    }

    /// The output with Apple's name for one of the library's, if somebody holds one.
    static func wrapping(_ core: any CaptureOutput) -> AVCaptureOutput? { wrappers.wrapper(of: core) }

    /// The connections that lead to it; none out of a session.
    open var connections: [AVCaptureConnection] { core.connections.map(AVCaptureConnection.wrapping) }

    /// The session that it is in, and connected.
    var session: AVCaptureSession? { core.connections.first?.session.flatMap(AVCaptureSession.wrapping) }

    /// The first connection with a port of this type; nil if there is none. To a metadata output lead connections of
    /// `.metadataObject`, to everything else of `.video`.
    open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        self.mediaType == mediaType ? connections.first : nil
    }

    /// The same object in the space of what this output delivers: pixels of its turned and mirrored pictures.
    ///
    /// - Returns: nil if the connection leads elsewhere, or no picture has come over it yet.
    open func transformedMetadataObject(
        for metadataObject: AVMetadataObject, connection: AVCaptureConnection
    ) -> AVMetadataObject? {
        metadataObject.transformed { object in
            core.transformedMetadataObject(for: object, connection: connection.core)
        }
    }

    /// A rectangle of the unrotated picture, 0…1, in the space of what this output delivers; zero as long as no picture
    /// has come.
    open func outputRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        core.outputRectConverted(fromMetadataOutputRect: rectInMetadataOutputCoordinates) ?? .zero
    }

    /// The way back from ``outputRectConverted(fromMetadataOutputRect:)``.
    open func metadataOutputRectConverted(fromOutputRect rectInOutputCoordinates: CGRect) -> CGRect {
        core.metadataOutputRectConverted(fromOutputRect: rectInOutputCoordinates) ?? .zero
    }
}
