public import Foundation

/// From the upright, unrotated picture (0…1) to a preview and back: rotate clockwise, then flip, then place.
///
/// Pure arithmetic; the only place where rotation, mirroring and gravity happen. Results are not clipped: with
/// ``VideoGravity/resizeAspectFill`` points may lie outside the preview, with ``VideoGravity/resizeAspect``
/// preview points in the bars lie outside 0…1.
public struct PreviewTransform: Sendable, Hashable {
    /// Size of the unrotated picture; only its shape matters.
    public let videoSize: CGSize
    /// Size of the preview, in the points that results are given in.
    public let previewSize: CGSize
    /// How the picture is fitted.
    public let videoGravity: VideoGravity
    /// Degrees clockwise that the picture is turned by: 0, 90, 180 or 270.
    public let videoRotationAngle: Int
    /// Whether the turned picture is flipped left to right.
    public let isVideoMirrored: Bool

    /// Where the turned picture lies in the preview, in preview points; may reach over its edges.
    public let videoRect: CGRect

    /// Makes a transform.
    ///
    /// - Returns: nil if a size is not positive or the angle is not 0, 90, 180 or 270.
    public init?(
        videoSize: CGSize, previewSize: CGSize, videoGravity: VideoGravity = .resizeAspect,
        videoRotationAngle: Int = 0, isVideoMirrored: Bool = false
    ) {
        let lengths = [videoSize.width, videoSize.height, previewSize.width, previewSize.height]
        guard lengths.allSatisfy({ $0 > 0 && $0.isFinite }), [0, 90, 180, 270].contains(videoRotationAngle)
        else { return nil }
        self.videoSize = videoSize
        self.previewSize = previewSize
        self.videoGravity = videoGravity
        self.videoRotationAngle = videoRotationAngle
        self.isVideoMirrored = isVideoMirrored

        let isOnItsSide = videoRotationAngle % 180 != 0
        let width = isOnItsSide ? videoSize.height : videoSize.width
        let height = isOnItsSide ? videoSize.width : videoSize.height
        let (across, down) = (previewSize.width / width, previewSize.height / height)
        let (scaleX, scaleY) =
            switch videoGravity {
            case .resize: (across, down)
            case .resizeAspect: (min(across, down), min(across, down))
            case .resizeAspectFill: (max(across, down), max(across, down))
            }
        self.videoRect = CGRect(
            x: (previewSize.width - width * scaleX) / 2, y: (previewSize.height - height * scaleY) / 2,
            width: width * scaleX, height: height * scaleY)
    }

    /// From a point of the unrotated picture, 0…1, to preview points.
    public func layerPointConverted(fromCaptureDevicePoint point: CGPoint) -> CGPoint {
        let turned =
            switch videoRotationAngle {
            case 90: CGPoint(x: 1 - point.y, y: point.x)
            case 180: CGPoint(x: 1 - point.x, y: 1 - point.y)
            case 270: CGPoint(x: point.y, y: 1 - point.x)
            default: point
            }
        let x = isVideoMirrored ? 1 - turned.x : turned.x
        return CGPoint(
            x: videoRect.minX + x * videoRect.width, y: videoRect.minY + turned.y * videoRect.height)
    }

    /// From preview points to a point of the unrotated picture, 0…1.
    public func captureDevicePointConverted(fromLayerPoint point: CGPoint) -> CGPoint {
        let x = (point.x - videoRect.minX) / videoRect.width
        let v = (point.y - videoRect.minY) / videoRect.height
        let u = isVideoMirrored ? 1 - x : x
        return switch videoRotationAngle {
        case 90: CGPoint(x: v, y: 1 - u)
        case 180: CGPoint(x: 1 - u, y: 1 - v)
        case 270: CGPoint(x: 1 - v, y: u)
        default: CGPoint(x: u, y: v)
        }
    }

    /// From a rectangle of the unrotated picture, 0…1, to preview points.
    public func layerRectConverted(fromMetadataOutputRect rect: CGRect) -> CGRect {
        CGRect(around: rect.oppositeCorners.map(layerPointConverted(fromCaptureDevicePoint:)))
    }

    /// From a rectangle in preview points to one of the unrotated picture, 0…1.
    public func metadataOutputRectConverted(fromLayerRect rect: CGRect) -> CGRect {
        CGRect(around: rect.oppositeCorners.map(captureDevicePointConverted(fromLayerPoint:)))
    }

    /// From a roll in the unrotated picture to the roll as seen in the preview, degrees in 0 ≤ roll < 360.
    public func rollAngleConverted(fromRollAngle roll: Double) -> Double {
        let turned = roll + Double(videoRotationAngle)
        return (isVideoMirrored ? -turned : turned).wrappedDegrees
    }

    /// From a yaw in the unrotated picture to the yaw as seen in the preview, degrees in 0 ≤ yaw < 360.
    public func yawAngleConverted(fromYawAngle yaw: Double) -> Double {
        (isVideoMirrored ? -yaw : yaw).wrappedDegrees
    }

    /// The same object with its bounds, corners, landmarks and angles in preview space.
    public func transformedMetadataObject<O: MetadataObject>(for object: O) -> O {
        object.transformed(by: self)
    }
}

extension CGRect {
    fileprivate var oppositeCorners: [CGPoint] { [CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: maxY)] }
}
