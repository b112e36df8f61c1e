import CVideo4Linux
import Glibc
import MetadataOutput
import Testing

@testable import Capture

/// What a camera gave, for those who want its colours.
@Suite struct SourcePictureTests {
    private let camera = ScriptedCamera()
    private static let yuyv: [UInt8] = [1, 101, 2, 102, 3, 103, 4, 104, 5, 105, 6, 106, 7, 107, 8, 108]
    private static let nv12: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 101, 102, 103, 104]

    private func stream(_ code: String) throws -> CameraStream {
        camera.change { $0.formats = [.init(code: code, width: 4, height: 2)] }
        return try camera.device().openStream(preset: .high)
    }

    private func frame(
        _ bytes: [UInt8], number: Int = 0, from stream: CameraStream
    ) throws -> CaptureFrame {
        camera.change { $0.pictures.append(.init(bytes: bytes, sequenceNumber: number)) }
        return try #require(try stream.nextFrame(timeout: .seconds(1)))
    }

    private func luma(_ frame: CaptureFrame) throws -> Plane {
        guard case .frame(let frame) = frame.payload else { throw CancellationError() }
        return frame.luma
    }

    @Test(arguments: [("YUYV", yuyv, 8), ("NV12", nv12, 4)])
    func isWhatTheCameraGaveForThoseWhoWantIt(code: String, bytes: [UInt8], row: Int) throws {
        let stream = try stream(code)
        let without = try frame(bytes, from: stream)
        #expect(without.picture == nil && without.missingPicture == .notAsked)
        stream.carriesPictures = true
        let frame = try frame(bytes, from: stream)
        let picture = try #require(frame.picture)
        #expect(picture.withBytes { Array($0) } == bytes)
        #expect(picture.pixelFormat.name == code)
        #expect((picture.width, picture.height, picture.bytesPerRow) == (4, 2, row))
        #expect(picture.encoding == .camera)
        #expect(try luma(frame).samples == [1, 2, 3, 4, 5, 6, 7, 8])
        stream.carriesPictures = false
        #expect(try self.frame(bytes, from: stream).picture == nil)
    }

    @Test func aPlaneOfLumaIsAViewOfIt() throws {
        let stream = try stream("NV12")
        stream.carriesPictures = true
        let frame = try frame(Self.nv12, from: stream)
        let start = try luma(frame).withUnsafeSamples { UInt(bitPattern: $0) }
        #expect(frame.picture?.withBytes { UInt(bitPattern: $0.baseAddress) } == start)
    }

    @Test func whatIsHeldIsNotWrittenOver() throws {
        let stream = try stream("GREY")
        stream.carriesPictures = true
        let numbers = 0..<CameraStream.mostPictures
        var held: [CaptureFrame] = []
        for number in numbers {
            held.append(try frame([UInt8](repeating: UInt8(number), count: 8), number: number, from: stream))
        }
        #expect(held.allSatisfy { $0.picture != nil && $0.missingPicture == nil })
        #expect(try held.map { try Int(luma($0).samples[0]) } == Array(numbers))
        // Luma goes on for those who want no more.
        let without = try frame([UInt8](repeating: 77, count: 8), number: numbers.upperBound, from: stream)
        #expect(without.picture == nil && without.missingPicture == .outOfBuffers)
        #expect(try luma(without).samples[0] == 77)
        held.removeFirst()
        let with = try frame([UInt8](repeating: 78, count: 8), number: numbers.upperBound + 1, from: stream)
        #expect(with.picture != nil && with.missingPicture == nil)
        #expect(try held.map { try Int(luma($0).samples[0]) } == Array(numbers.dropFirst()))
        // Frames outlive the stream.
        stream.close()
        #expect(camera.isReleased)
        #expect(try luma(with).samples[0] == 78)
    }

    @Test func aPictureThatIsCutShortIsNone() throws {
        let stream = try stream("NV12")
        stream.carriesPictures = true
        camera.change { $0.pictures.append(.init(bytes: [1, 2, 3])) }
        #expect(try stream.nextFrame(timeout: .zero) == nil)
        #expect(stream.undeliveredDrops == [.corrupted: 1])
    }

    @Test func theZoomedPartIsSaid() throws {
        camera.change {
            $0.formats = [.init(code: "NV12", width: 640, height: 480)]
            $0.bufferLength = 640 * 480 * 3 / 2
        }
        let device = camera.device()
        try device.lockForConfiguration()
        try device.setActiveFormat(device.formats[0])
        try device.setVideoZoomFactor(2)
        let stream = try device.openStream(preset: .high)
        stream.carriesPictures = true
        let frame = try frame([UInt8](repeating: 9, count: 640 * 480 * 3 / 2), from: stream)
        #expect(frame.picture?.part == SoftwareZoom(factor: 2).part)
        #expect(try luma(frame).width == 320)
    }

    @Test(arguments: [
        (V4L2_COLORSPACE_SRGB, V4L2_YCBCR_ENC_DEFAULT, V4L2_QUANTIZATION_DEFAULT, YUVEncoding.camera),
        (V4L2_COLORSPACE_JPEG, V4L2_YCBCR_ENC_DEFAULT, V4L2_QUANTIZATION_DEFAULT, .jpeg),
        (V4L2_COLORSPACE_SRGB, V4L2_YCBCR_ENC_DEFAULT, V4L2_QUANTIZATION_FULL_RANGE, .jpeg),
        (
            V4L2_COLORSPACE_REC709, V4L2_YCBCR_ENC_DEFAULT, V4L2_QUANTIZATION_DEFAULT,
            YUVEncoding(.bt709, isFullRange: false)
        ),
        (V4L2_COLORSPACE_REC709, V4L2_YCBCR_ENC_601, V4L2_QUANTIZATION_LIM_RANGE, .camera),
        (
            V4L2_COLORSPACE_BT2020, V4L2_YCBCR_ENC_DEFAULT, V4L2_QUANTIZATION_FULL_RANGE,
            YUVEncoding(.bt2020, isFullRange: true)
        ),
    ])
    func theDriverSaysWhatSamplesMean(
        space: v4l2_colorspace, matrix: v4l2_ycbcr_encoding, range: v4l2_quantization, encoding: YUVEncoding
    ) throws {
        camera.change {
            $0.answer = { format in
                format.colorspace = space.rawValue
                format.ycbcr_enc = matrix.rawValue
                format.quantization = range.rawValue
            }
        }
        let stream = try stream("NV12")
        stream.carriesPictures = true
        #expect(try frame(Self.nv12, from: stream).picture?.encoding == encoding)
    }
}
