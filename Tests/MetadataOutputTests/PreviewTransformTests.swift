import AVFoundationVectors
import Foundation
import MetadataOutput
import Testing

/// The arithmetic from picture to preview, against worked examples of AVFoundation's model.
@Suite struct PreviewTransformTests {
    private let vectors: Vectors

    init() throws {
        vectors = try Vectors.load()
    }

    @Test func allPreviewConversions() throws {
        #expect(vectors.previews.count == 120)
        for vector in vectors.previews {
            let gravity = try #require(VideoGravity(rawValue: vector.gravity))
            let transform = try #require(
                PreviewTransform(
                    videoSize: CGSize(vector.video), previewSize: CGSize(vector.layer),
                    videoGravity: gravity, videoRotationAngle: vector.angle,
                    isVideoMirrored: vector.mirrored))
            let layerRect = transform.layerRectConverted(fromMetadataOutputRect: CGRect(vector.deviceRect))
            let deviceRect = transform.metadataOutputRectConverted(fromLayerRect: CGRect(vector.layerRect))
            // Points of previews hundreds of points wide are rounded to six digits after the point, too.
            #expect(transform.videoRect.isClose(to: CGRect(vector.videoRect)), "\(vector)")
            #expect(layerRect.isClose(to: CGRect(vector.layerRectConverted)), "\(vector)")
            #expect(deviceRect.isClose(to: CGRect(vector.metadataOutputRectConverted)), "\(vector)")
        }
    }

    /// A preview of one by one point, stretched, shows rotation and mirroring alone.
    @Test func pointsAndRectanglesOfTheUnitSquare() throws {
        #expect(vectors.points.count == 8)
        for vector in vectors.points {
            let transform = try #require(unitTransform(angle: vector.angle, mirrored: vector.mirrored))
            let upright = transform.layerPointConverted(fromCaptureDevicePoint: CGPoint(vector.device))
            let back = transform.captureDevicePointConverted(fromLayerPoint: CGPoint(vector.upright))
            let rect = transform.layerRectConverted(fromMetadataOutputRect: CGRect(vector.rect_device))
            let rectBack = transform.metadataOutputRectConverted(fromLayerRect: CGRect(vector.rect_upright))
            #expect(hypot(upright.x - vector.upright[0], upright.y - vector.upright[1]) < 1e-9, "\(vector)")
            #expect(hypot(back.x - vector.device[0], back.y - vector.device[1]) < 1e-9, "\(vector)")
            #expect(rect.isClose(to: CGRect(vector.rect_upright)), "\(vector)")
            #expect(rectBack.isClose(to: CGRect(vector.rect_device)), "\(vector)")
        }
    }

    @Test func exampleOfWWDC2013() throws {
        let vector = vectors.wwdc2013
        let gravity = try #require(VideoGravity(rawValue: vector.gravity))
        let transform = try #require(
            PreviewTransform(
                videoSize: CGSize(vector.video), previewSize: CGSize(vector.layer), videoGravity: gravity,
                videoRotationAngle: vector.angle))
        let rect = transform.metadataOutputRectConverted(fromLayerRect: CGRect(vector.layerRect))
        #expect(rect.isClose(to: CGRect(vector.metadataOutputRectConverted), within: 1e-6))
        #expect(rect.isClose(to: CGRect(vector.spoken_rounded), within: 0.05))
    }

    /// A buffer that is turned itself is a preview of its own size, stretched.
    @Test func rectanglesOfTurnedBuffers() throws {
        #expect(vectors.buffers.count == 8)
        for vector in vectors.buffers {
            let size = CGSize(vector.buffer_unrotated)
            let isOnItsSide = vector.angle % 180 != 0
            let turned = isOnItsSide ? CGSize(width: size.height, height: size.width) : size
            let transform = try #require(
                PreviewTransform(
                    videoSize: size, previewSize: turned, videoGravity: .resize,
                    videoRotationAngle: vector.angle, isVideoMirrored: vector.mirrored))
            let rect = transform.layerRectConverted(fromMetadataOutputRect: CGRect(vector.metadataRect))
            #expect(rect.isClose(to: CGRect(vector.outputRectConverted)), "\(vector)")
        }
    }

    /// Rotation, then flip, is what the EXIF orientations of a front camera's pictures mean.
    @Test func exifOrientationsOfAFrontCamera() throws {
        #expect(vectors.frontCamera.count == 4)
        let point = CGPoint(x: 0.25, y: 0.1)
        // Where a stored point is shown, by the side that row 0 and column 0 stand for (EXIF 2.3, tag 0x0112).
        let shown: [Int: CGPoint] = [
            2: CGPoint(x: 1 - point.x, y: point.y),
            4: CGPoint(x: point.x, y: 1 - point.y),
            5: CGPoint(x: point.y, y: point.x),
            7: CGPoint(x: 1 - point.y, y: 1 - point.x),
        ]
        for vector in vectors.frontCamera {
            let transform = try #require(unitTransform(angle: vector.angle, mirrored: vector.mirrored))
            let expected = try #require(shown[vector.exif])
            let actual = transform.layerPointConverted(fromCaptureDevicePoint: point)
            #expect(hypot(actual.x - expected.x, actual.y - expected.y) < 1e-9, "\(vector)")
        }
    }

    @Test func gravityIsAspectByDefault() throws {
        let size = CGSize(width: 100, height: 50)
        let transform = try #require(PreviewTransform(videoSize: size, previewSize: size))
        #expect(transform.videoGravity == .resizeAspect)
        #expect(transform.videoRotationAngle == 0)
        #expect(!transform.isVideoMirrored)
    }

    @Test func impossibleSizesAndAnglesAreRefused() {
        let size = CGSize(width: 100, height: 50)
        for bad in [0.0, -1, .nan, .infinity] {
            #expect(
                PreviewTransform(videoSize: CGSize(width: bad, height: 50), previewSize: size) == nil)
            #expect(
                PreviewTransform(videoSize: size, previewSize: CGSize(width: 100, height: bad)) == nil)
        }
        for angle in [-90, 45, 89, 360] {
            #expect(PreviewTransform(videoSize: size, previewSize: size, videoRotationAngle: angle) == nil)
        }
    }

    private func unitTransform(angle: Int, mirrored: Bool) -> PreviewTransform? {
        PreviewTransform(
            videoSize: CGSize(width: 1, height: 1), previewSize: CGSize(width: 1, height: 1),
            videoGravity: .resize, videoRotationAngle: angle, isVideoMirrored: mirrored)
    }
}
