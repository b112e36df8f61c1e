public import Foundation
public import MetadataOutput

extension CaptureOutput {
    /// The connections that lead to it, in the order they were made; none out of a session.
    public var connections: [CaptureConnection] {
        SessionMembership.session(of: self)?.connections.filter { $0.output === self } ?? []
    }

    /// The first connection with media of this type; nil if there is none. What leads to a `CaptureMetadataOutput` is
    /// ``MediaType/metadataObject``, everything else ``MediaType/video``.
    public func connection(with mediaType: MediaType) -> CaptureConnection? {
        connections.first { $0.mediaType == mediaType }
    }

    /// The same object in the space of what this output delivers: pixels of its turned and mirrored pictures. What a
    /// `CaptureMetadataOutput` delivers is in the space of the unrotated picture, so that nothing changes.
    ///
    /// - Parameters:
    ///   - object: As a metadata output has it.
    ///   - connection: The one that leads to this output.
    /// - Returns: nil if it leads elsewhere, or no picture has come over it yet.
    public func transformedMetadataObject<O: MetadataObject>(
        for object: O, connection: CaptureConnection
    ) -> O? {
        guard connection.output === self else { return nil }
        if connection.mediaType == .metadataObject { return object }
        return connection.deliveredTransform.map { object.transformed(by: $0) }
    }

    /// A rectangle of the unrotated picture, 0…1, in the space of ``transformedMetadataObject(for:connection:)``, for the
    /// first connection; nil if there is none, or no picture has come yet.
    public func outputRectConverted(fromMetadataOutputRect rect: CGRect) -> CGRect? {
        guard let connection = connections.first else { return nil }
        if connection.mediaType == .metadataObject { return rect }
        return connection.deliveredTransform?.layerRectConverted(fromMetadataOutputRect: rect)
    }

    /// The way back from ``outputRectConverted(fromMetadataOutputRect:)``, and nil where that is.
    public func metadataOutputRectConverted(fromOutputRect rect: CGRect) -> CGRect? {
        guard let connection = connections.first else { return nil }
        if connection.mediaType == .metadataObject { return rect }
        return connection.deliveredTransform?.metadataOutputRectConverted(fromLayerRect: rect)
    }
}

extension CaptureConnection {
    /// The transform for pictures of the size that comes; nil before the first.
    var currentTransform: PreviewTransform? {
        videoSize.flatMap { pictureTransform(width: Int($0.width), height: Int($0.height)) }
    }

    /// The same to what its output makes of the turned pictures.
    fileprivate var deliveredTransform: PreviewTransform? {
        guard let whole = currentTransform, let output = output as? CaptureVideoFrameOutput,
            output.videoPixelFormat != nil, let small = whole.fitted(into: output.maxVideoDimensions)
        else { return currentTransform }
        return PreviewTransform(
            videoSize: whole.videoSize, previewSize: small.previewSize, videoGravity: .resize,
            videoRotationAngle: whole.videoRotationAngle, isVideoMirrored: whole.isVideoMirrored)
    }
}
