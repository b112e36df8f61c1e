import Foundation
import Testing

@testable import Capture

@Suite struct ColorTemperatureTests {
    /// CIE 1931 chromaticities of black bodies (Wyszecki and Stiles, Planckian locus).
    @Test(arguments: [(2856, 0.4476, 0.4074), (5000, 0.3451, 0.3516), (6500, 0.3135, 0.3237)])
    func blackBodiesAreWhereTheTablesHaveThem(temperature: Double, x: Double, y: Double) {
        let chromaticity = ColorTemperature(temperature: temperature).chromaticity
        #expect(abs(chromaticity.x - x) < 1e-3 && abs(chromaticity.y - y) < 1e-3)
    }

    @Test(arguments: [2000.0, 2800, 4000, 5600, 8000], [-150.0, -20, 0, 60, 150])
    func whatWasMadeOfAColourGivesTheColourBack(temperature: Double, tint: Double) {
        let light = ColorTemperature(temperature: temperature, tint: tint)
        let (x, y) = light.chromaticity
        let back = ColorTemperature(x: x, y: y)
        #expect(abs(back.temperature / temperature - 1) < 1e-3 && abs(back.tint - tint) < 0.2)
    }

    @Test func tintGoesFromGreenToMagenta() {
        let (green, magenta) = (
            ColorTemperature(temperature: 5000, tint: -100).chromaticity,
            ColorTemperature(temperature: 5000, tint: 100).chromaticity
        )
        #expect(green.y > magenta.y)
    }

    @Test func gainsRaiseWhatTheLightLacks() {
        let tungsten = ColorGains(for: ColorTemperature(temperature: 2856))
        #expect(tungsten.red == 1 && tungsten.green > 1.2 && tungsten.blue > 2 * tungsten.green)
        let shade = ColorGains(for: ColorTemperature(temperature: 9000))
        #expect(shade.blue == 1 && shade.red > shade.green)
        // Daylight of 6,504 K (D65) is sRGB's white.
        let daylight = ColorGains(for: ColorTemperature(x: 0.3127, y: 0.3290))
        for gain in [daylight.red, daylight.green, daylight.blue] { #expect(abs(gain - 1) < 0.01) }
    }

    @Test(arguments: [2800.0, 5000, 7500], [-20.0, 0, 40])
    func gainsSayWhichLightTheyAreFor(temperature: Double, tint: Double) {
        let light = ColorGains(for: ColorTemperature(temperature: temperature, tint: tint)).light
        #expect(abs(light.temperature / temperature - 1) < 2e-3 && abs(light.tint - tint) < 0.5)
    }

    @Test func aCameraWithGainsIsLockedByThem() throws {
        let camera = ScriptedCamera()
        camera.change { state in
            for id: ControlID in [.redBalance, .blueBalance] {
                state.controls[id.rawValue] = .init(minimum: 0, maximum: 300)
            }
        }
        let device = camera.device()
        #expect(device.isLockingWhiteBalanceForLightSupported)
        try device.lockForConfiguration()
        try device.setWhiteBalanceModeLocked(for: ColorTemperature(temperature: 9000))
        #expect((camera.value(.redBalance) ?? 0) > 0 && camera.value(.blueBalance) == 0)
        #expect((device.whiteBalanceLight?.temperature ?? 0) > 7000)
    }
}
