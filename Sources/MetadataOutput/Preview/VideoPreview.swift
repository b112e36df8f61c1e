public import Foundation

/// How pictures are shown: a preview's size, and how each picture is turned, flipped and fitted into it.
public struct VideoPreview: Sendable, Hashable {
    /// Size of the preview, in the points that results are given in.
    public let size: CGSize
    /// How a picture is fitted.
    public let videoGravity: VideoGravity
    /// Degrees clockwise that a picture is turned by: 0, 90, 180 or 270.
    public let videoRotationAngle: Int
    /// Whether the turned picture is flipped left to right.
    public let isVideoMirrored: Bool

    /// Makes a preview.
    ///
    /// - Returns: nil if the size is not positive or the angle is not 0, 90, 180 or 270.
    public init?(
        size: CGSize, videoGravity: VideoGravity = .resizeAspect, videoRotationAngle: Int = 0,
        isVideoMirrored: Bool = false
    ) {
        self.size = size
        self.videoGravity = videoGravity
        self.videoRotationAngle = videoRotationAngle
        self.isVideoMirrored = isVideoMirrored
        guard transform(width: 1, height: 1) != nil else { return nil }
    }

    /// The way from a picture of this size to the preview; nil if the size is not positive.
    public func transform(width: Int, height: Int) -> PreviewTransform? {
        PreviewTransform(
            videoSize: CGSize(width: width, height: height), previewSize: size, videoGravity: videoGravity,
            videoRotationAngle: videoRotationAngle, isVideoMirrored: isVideoMirrored)
    }
}
