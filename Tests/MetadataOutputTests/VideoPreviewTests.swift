import Foundation
import MetadataOutput
import Testing

@Suite struct VideoPreviewTests {
    @Test func givesATransformForEachPicture() throws {
        let preview = try #require(
            VideoPreview(
                size: CGSize(width: 100, height: 100), videoGravity: .resizeAspectFill,
                videoRotationAngle: 90,
                isVideoMirrored: true))
        let transform = try #require(preview.transform(width: 40, height: 20))
        #expect(transform.videoRect == CGRect(x: 0, y: -50, width: 100, height: 200))
        #expect(transform.isVideoMirrored)
        #expect(preview.transform(width: 0, height: 20) == nil)
    }

    @Test func refusesWhatIsNoPreview() {
        #expect(VideoPreview(size: CGSize(width: 0, height: 5)) == nil)
        #expect(VideoPreview(size: CGSize(width: 5, height: 5), videoRotationAngle: 45) == nil)
    }
}
