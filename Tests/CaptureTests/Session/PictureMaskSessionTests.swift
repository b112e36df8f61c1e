import Foundation
import MetadataOutput
import Testing

@testable import Capture

/// What a session hides of an input's pictures.
@Suite struct PictureMaskSessionTests {
    /// Of everything right of a place.
    private func mask(from x: Double = 0) throws -> PictureMask {
        let corners = [(x, 0), (1, 0), (1, 1), (x, 1)].map { CGPoint(x: $0.0, y: $0.1) }
        let area = try #require(Zone(name: "m", corners: corners))
        return try #require(PictureMask(areas: [area]))
    }

    /// What a session over two inputs delivers of frames of 1 and of 2, the second input's.
    private func brightnesses(
        _ output: CaptureVideoFrameOutput, change: (CaptureSession, any CaptureInput) throws -> Void
    ) async throws -> [CaptureVideoFrameOutput.VideoFrame] {
        let session = CaptureSession(reconnectPolicy: .test())
        let end = CaptureError(.inputEnded, "end")
        let first = ScriptedInput("a", [.delivers([1], then: end)])
        let second = ScriptedInput("b", [.delivers([2], then: end)])
        for input in [first, second] { try session.addInput(input) }
        try session.addOutput(output)
        output.alwaysDiscardsLateVideoFrames = false
        try change(session, second)
        let frames = output.frames()
        try await session.startRunning()
        var seen: [CaptureVideoFrameOutput.VideoFrame] = []
        for await frame in frames {
            seen.append(frame)
            if seen.count == 2 { break }
        }
        await session.stopRunning()
        return seen.sorted { $0.source < $1.source }
    }

    @Test func whatIsHiddenIsHiddenOfThisInput() async throws {
        let frames = try await brightnesses(CaptureVideoFrameOutput(decoder: FakeDecoder())) {
            session, input in
            session.setPictureMask(try mask(), for: input)
        }
        #expect(frames.map { $0.frame.luma.samples[0] } == [1, 128])
    }

    @Test func nilHidesNothingAnyMore() async throws {
        let frames = try await brightnesses(CaptureVideoFrameOutput(decoder: FakeDecoder())) {
            session, input in
            session.setPictureMask(try mask(), for: input)
            session.setPictureMask(nil, for: input)
        }
        #expect(frames.map { $0.frame.luma.samples[0] } == [1, 2])
    }

    @Test(arguments: VideoPixelFormat.allCases)
    func pixelsAreHiddenToo(format: VideoPixelFormat) async throws {
        let output = CaptureVideoFrameOutput(decoder: FakeDecoder(), converter: PlainConverter())
        try output.setVideoPixelFormat(format)
        let frames = try await brightnesses(output) { session, input in
            session.setPictureMask(try mask(), for: input)
        }
        let buffers = frames.compactMap(\.pixelBuffer)
        try #require(buffers.count == 2)
        for plane in buffers[1].planes.indices {
            let bytes = buffers[1].withBytes(ofPlane: plane) { Array($0[..<4]) }
            #expect(bytes == (format == .bgra ? [128, 128, 128, 255] : [128, 128, 128, 128]))
            #expect(buffers[0].withBytes(ofPlane: plane) { $0[0] } == 1)
        }
    }

    /// Fills all planes with a frame's first sample.
    private struct PlainConverter: PixelConverter {
        func isSupported(_ format: PixelFormat) -> Bool { false }

        func size(ofJPEG bytes: [UInt8]) throws(PayloadError) -> (width: Int, height: Int) {
            throw PayloadError(.undecodable, "no JPEG")
        }

        func convert(_ source: PixelSource, to target: PixelTarget) throws(PayloadError) {
            guard case .luma(let plane) = source else { return }
            for target in target.planes {
                target.memory.copyBytes(from: repeatElement(plane.samples[0], count: target.memory.count))
            }
        }

        func shrink(_ source: PixelTarget, to target: PixelTarget) {}
    }

    // MARK: - Zoom

    /// A picture of 64 × 16 pixels as it is seen at twice its size: columns of pixels that are hidden.
    private func hiddenColumns(of frame: CaptureFrame) throws -> [Int] {
        let luma = try FakeDecoder().frame(from: frame.payload).luma
        return (0..<luma.width).filter { luma.samples[$0] == PictureMask.sample }
    }

    @Test func aZoomHidesTheSameOfSamples() throws {
        var zoom = SoftwareZoom()
        zoom.factor = 2
        let frame = Frame(luma: Plane(width: 64, height: 16, samples: Array(repeating: 7, count: 1024)))
        var zoomed = CaptureFrame(payload: zoom.apply(to: .frame(frame)), time: .zero, sequenceNumber: 0)
        zoomed.part = zoom.part
        // Pixel 40 of 64 is pixel 24 of the 32 in the middle; its cell is hidden.
        zoomed.hide(try mask(from: 0.625))
        #expect(try hiddenColumns(of: zoomed) == Array(16..<32))
    }

    @Test func aZoomHidesTheSameOfEncodedPictures() throws {
        var zoom = SoftwareZoom()
        zoom.factor = 2
        var zoomed = CaptureFrame(
            payload: zoom.apply(to: .encoded([UInt8(ascii: "P"), 64], limits: .standard)), time: .zero,
            sequenceNumber: 0)
        zoomed.hide(try mask(from: 0.625))
        // The cell from pixel 32 on, as the middle begins at 16.
        #expect(try hiddenColumns(of: zoomed) == Array(16..<32))
    }
}
