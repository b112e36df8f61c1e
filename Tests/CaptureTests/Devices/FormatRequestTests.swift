import Testing

@testable import Capture

@Suite struct FormatRequestTests {
    private static func format(_ code: String, _ width: Int, _ height: Int, _ rates: [Int])
        -> CaptureDevice.Format
    {
        CaptureDevice.Format(
            pixelFormat: PixelFormat(name: code) ?? PixelFormat(rawValue: 0), width: width, height: height,
            videoSupportedFrameRateRanges: rates.map {
                let interval = FrameInterval(numerator: 1, denominator: $0)
                return FrameRateRange(shortest: interval, longest: interval)
            })
    }

    /// A usual webcam.
    private let formats = [
        format("YUYV", 640, 480, [30, 15]), format("YUYV", 1280, 720, [10]), format("YUYV", 320, 240, [30]),
        format("MJPG", 640, 480, [120, 60, 30]), format("MJPG", 1280, 720, [60, 30]),
        format("MJPG", 1920, 1080, [30]), format("MJPG", 3840, 2160, [15]), format("H264", 3840, 2160, [60]),
    ]

    private func best(
        _ request: FormatRequest, _ preset: CaptureSessionPreset = .high
    ) throws(CaptureError) -> String {
        try request.best(of: formats, preset: preset, device: "cam").description
    }

    @Test(arguments: [
        (CaptureSessionPreset.high, "MJPG 1920x1080"), (.medium, "YUYV 640x480"), (.low, "YUYV 320x240"),
        (.photo, "MJPG 3840x2160"), (.vga640x480, "YUYV 640x480"), (.hd1280x720, "MJPG 1280x720"),
        (.cif352x288, "YUYV 320x240"), (.inputPriority, "MJPG 1920x1080"),
    ])
    func aPresetChoosesASize(preset: CaptureSessionPreset, format: String) throws {
        #expect(try best(FormatRequest(), preset) == format)
    }

    @Test func whatIsAskedForIsKept() throws {
        #expect(try best(FormatRequest(frameRate: 60)) == "MJPG 1280x720")
        #expect(try best(FormatRequest(frameRate: 120)) == "MJPG 640x480")
        #expect(try best(FormatRequest(frameRate: 59.94)) == "MJPG 1280x720")
        #expect(try best(FormatRequest(pixelFormat: PixelFormat(name: "yuyv"))) == "YUYV 640x480")
        #expect(
            try best(FormatRequest(size: .init(width: 1280, height: 720), frameRate: 10)) == "YUYV 1280x720")
    }

    @Test(arguments: [
        (
            FormatRequest(size: .init(width: 800, height: 600)),
            "cam has no size 800x600; it has: 640x480, 1280x720"
        ),
        (FormatRequest(frameRate: 25), "cam has no rate of 25 fps; it has: 30, 15, 10"),
        (
            FormatRequest(pixelFormat: PixelFormat(name: "NV12")),
            "cam has no pixel format NV12; it has: YUYV, MJPG"
        ),
        (
            FormatRequest(pixelFormat: PixelFormat(name: "H264")),
            "cam: H264 can be recorded as it is, but not searched"
        ),
    ])
    func whatThereIsNotIsSaidWithWhatThereIs(request: FormatRequest, message: String) {
        let error = #expect(throws: CaptureError.self) { try best(request) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    /// Drivers take 32 bits for each.
    @Test(arguments: [1.5, 29.9, 4_000, 10_000, 3_999_999, 4_294_967_000])
    func anyRateIsAFractionOfSmallNumbers(rate: Double) throws {
        let range = FrameRateRange(
            shortest: FrameInterval(numerator: 1, denominator: 0xffff_ffff),
            longest: FrameInterval(numerator: 1, denominator: 1))
        // Within 1 % of a limit it is that limit.
        let interval = try #require(range.interval(rate: rate))
        #expect(UInt32(exactly: interval.numerator) != nil && UInt32(exactly: interval.denominator) != nil)
        #expect(abs(interval.seconds * rate - 1) <= 0.01)
    }

    @Test func namesAndCodes() {
        #expect(PixelFormat(name: "YUYV")?.rawValue == 0x5659_5559)
        #expect(PixelFormat(name: "y16")?.name == "Y16")
        #expect(PixelFormat(rawValue: 0x2036_3159).name == "Y16")
        #expect(
            PixelFormat(name: "") == nil && PixelFormat(name: "ABCDE") == nil && PixelFormat(name: "É") == nil
        )
        #expect(PixelFormat(rawValue: 0x0a1b_4142).name == "BA??")
    }
}
