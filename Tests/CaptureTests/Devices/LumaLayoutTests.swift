import MetadataOutput
import Testing

@testable import Capture

@Suite struct LumaLayoutTests {
    private func luma(_ code: String, _ bytes: [UInt8], width: Int, height: Int, bytesPerRow: Int = 0)
        -> [UInt8]?
    {
        guard let pixelFormat = PixelFormat(name: code) else { return nil }
        let format = V4L2Format(
            pixelFormat: pixelFormat, width: width, height: height, bytesPerRow: bytesPerRow,
            byteCount: bytes.count)
        let plane = bytes.withUnsafeBytes { LumaLayout(pixelFormat).luma(of: $0, format: format) }
        return plane?.withBytes { samples in (0..<samples.count).map { samples[$0] } }
    }

    @Test(arguments: ["GREY", "NV12", "NV21", "YU12", "YV12", "NV16"])
    func planesBeginWithLuma(code: String) {
        #expect(
            luma(code, [1, 2, 0, 3, 4, 0, 9, 9, 9], width: 2, height: 2, bytesPerRow: 3) == [1, 2, 3, 4])
    }

    @Test func interleavedLuma() {
        #expect(luma("YUYV", [1, 9, 2, 9, 3, 9, 4, 9], width: 2, height: 2, bytesPerRow: 4) == [1, 2, 3, 4])
        #expect(luma("YVYU", [1, 9, 2, 9], width: 2, height: 1) == [1, 2])
        #expect(luma("UYVY", [9, 1, 9, 2, 9, 3, 9, 4], width: 2, height: 2) == [1, 2, 3, 4])
    }

    @Test func wideLuma() {
        #expect(luma("Y16", [0x34, 0x12, 0xff, 0xff], width: 2, height: 1) == [0x12, 0xff])
        #expect(
            luma("Y10", [0xff, 0x03, 0x00, 0x02, 0xff, 0xff], width: 3, height: 1) == [0xff, 0x80, 0xff])
        #expect(luma("Y12", [0xff, 0x0f], width: 1, height: 1) == [0xff])
    }

    @Test func tooFewBytesGiveNothing() {
        #expect(luma("GREY", [1, 2, 3], width: 2, height: 2) == nil)
        #expect(luma("YUYV", [1, 2, 3], width: 2, height: 1) == nil)
        #expect(luma("MJPG", [1, 2, 3, 4], width: 2, height: 2) == nil)
        #expect(luma("GREY", [1, 2, 3, 4], width: 0, height: 2) == nil)
    }

    @Test(
        arguments: [
            ([0xff, 0xd8, 7, 0xff, 0xd9], 5), ([0xff, 0xd8, 7, 0xff, 0xd9, 0, 0, 0], 5),
            ([0xff, 0xd8, 7, 7, 7, 7], nil),
            ([7, 0xff, 0xd8, 0xff, 0xd9], nil), ([], nil), ([0xff, 0xd8, 0xff, 0xd9, 0xff, 0xd9], 6),
        ] as [([UInt8], Int?)])
    func theEndOfAJPEG(bytes: [UInt8], length: Int?) {
        #expect(bytes.withUnsafeBytes { MotionJPEG.picture(in: $0)?.count } == length)
    }
}
