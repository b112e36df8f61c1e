import CVideo4Linux
import Foundation
import Testing

@testable import Capture

/// Of what colour pictures are on the whole, and what white balance would make them grey.
@Suite struct GrayWorldTests {
    /// A picture of one colour, in sRGB.
    private func picture(
        _ red: Double, _ green: Double, _ blue: Double, _ format: VideoPixelFormat,
        encoding: YUVEncoding = .jpeg
    ) throws -> PixelBuffer {
        let picture = try #require(
            PixelBuffer(format, width: 64, height: 48, encoding: encoding, from: MemoryPool(limit: 1)))
        let y = 0.299 * red + 0.587 * green + 0.114 * blue
        let (cb, cr) = ((blue - y) / 1.772, (red - y) / 1.402)
        let (range, chromaRange, black) =
            encoding.isFullRange ? (1.0, 1.0, 0.0) : (219.0 / 255, 224.0 / 255, 16.0)
        let samples: [[UInt8]] =
            switch format {
            case .luma: [[UInt8(y)]]
            case .bgra: [[UInt8(blue), UInt8(green), UInt8(red), 255]]
            case .yuv420FullRange, .yuv420VideoRange:
                [
                    [UInt8((y * range + black).rounded())],
                    [cb, cr].map { UInt8((128 + $0 * chromaRange).rounded()) },
                ]
            }
        for (index, pixel) in samples.enumerated() {
            let memory = picture.memory(ofPlane: index)
            for place in memory.indices { memory[place] = pixel[place % pixel.count] }
        }
        return picture
    }

    @Test(arguments: [VideoPixelFormat.bgra, .yuv420FullRange, .yuv420VideoRange])
    func gainsAreWhatTheColoursLack(format: VideoPixelFormat) throws {
        let encoding = YUVEncoding(.bt601, isFullRange: format != .yuv420VideoRange)
        let gray = try #require(
            ColorMeter.grayWorldGains(of: picture(120, 120, 120, format, encoding: encoding)))
        for gain in [gray.red, gray.green, gray.blue] { #expect(abs(gain - 1) < 0.03) }
        // sRGB 188 is half the light of 255, and 137 a quarter.
        let warm = try #require(
            ColorMeter.grayWorldGains(of: picture(255, 188, 137, format, encoding: encoding)))
        #expect(abs(warm.red - 1) < 0.05 && abs(warm.green - 2) < 0.1 && abs(warm.blue - 4) < 0.3)
    }

    @Test func whatHasNoColoursOrNoLightSaysNothing() throws {
        #expect(ColorMeter.grayWorldGains(of: try picture(120, 120, 120, .luma)) == nil)
        #expect(ColorMeter.grayWorldGains(of: try picture(0, 0, 0, .bgra)) == nil)
    }

    /// A camera whose picture is as white balance makes it, in the light of a bulb: setting what is measured makes it grey.
    @Test func lockingWhatIsMeasuredMakesThePictureGray() throws {
        let camera = ScriptedCamera()
        camera.change { state in
            state.controls[ControlID.whiteBalanceTemperature.rawValue] = .init(
                minimum: 2000, maximum: 9000, value: 6500)
        }
        let device = camera.device()
        try device.lockForConfiguration()
        #expect(device.grayWorldLight == nil)
        let bulb = ColorGains(for: ColorTemperature(temperature: 3000))
        func show(at time: Duration) throws -> ColorGains? {
            let now = ColorGains(for: try #require(device.whiteBalanceLight))
            // Half the light, of which the bulb lacks some and white balance gives some.
            func sample(_ bulb: Double, _ gain: Double) -> Double {
                let light = min(0.25 / bulb * gain, 1)
                return (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055) * 255
            }
            let shown = try picture(
                sample(bulb.red, now.red), sample(bulb.green, now.green), sample(bulb.blue, now.blue), .bgra)
            device.noteColours(of: shown, at: time)
            return ColorMeter.grayWorldGains(of: shown)
        }
        _ = try show(at: .seconds(1))
        let light = try #require(device.grayWorldLight)
        #expect(abs(light.temperature - 3000) < 60)
        // Not again within half a second.
        device.noteColours(of: try picture(120, 120, 120, .bgra), at: .milliseconds(1400))
        #expect(device.grayWorldLight == light)
        try device.setWhiteBalanceModeLocked(for: light)
        let left = try #require(try show(at: .seconds(2)))
        for gain in [left.red, left.green, left.blue] { #expect(abs(gain - 1) < 0.05) }
    }
}
