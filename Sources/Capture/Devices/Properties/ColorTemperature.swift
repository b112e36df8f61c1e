import Foundation

/// The colour of light, as photographers name it.
public struct ColorTemperature: Sendable, Hashable {
    /// Temperature of a black body of that colour, in kelvin: 2,000 candles … 6,500 daylight … 8,000 shade.
    public var temperature: Double
    /// How far the light is beside such a colour: below 0 green, above 0 magenta; ±150 is much.
    public var tint: Double

    /// Makes a colour of light.
    public init(temperature: Double, tint: Double = 0) {
        (self.temperature, self.tint) = (temperature, tint)
    }

    /// Steps of tint in the CIE 1960 diagram's unit, as raw converters count them.
    private static let tintScale = 3000.0
    /// Temperatures that black bodies' formula holds for.
    private static let range = 1000.0...15000.0

    /// A colour by CIE 1931 chromaticity, as the black body that comes nearest.
    public init(x: Double, y: Double) {
        let divisor = -2 * x + 12 * y + 3
        let (u, v) = (4 * x / divisor, 6 * y / divisor)
        func distance(_ mired: Double) -> Double {
            let body = Self.blackBody(1e6 / mired)
            return hypot(u - body.u, v - body.v)
        }
        // The distance has one minimum; halving goes by mired, in which colours are evenly spread.
        var (low, high) = (1e6 / Self.range.upperBound, 1e6 / Self.range.lowerBound)
        while high - low > 1e-6 {
            let third = (high - low) / 3
            if distance(low + third) < distance(high - third) { high -= third } else { low += third }
        }
        let temperature = 2e6 / (low + high)
        let (body, normal) = (Self.blackBody(temperature), Self.normal(at: temperature))
        let beside = (u - body.u) * normal.u + (v - body.v) * normal.v
        self.init(temperature: temperature, tint: -beside * Self.tintScale)
    }

    /// The CIE 1931 chromaticity.
    public var chromaticity: (x: Double, y: Double) {
        let temperature = min(max(temperature, Self.range.lowerBound), Self.range.upperBound)
        let (body, normal) = (Self.blackBody(temperature), Self.normal(at: temperature))
        let (u, v) = (
            body.u - tint / Self.tintScale * normal.u, body.v - tint / Self.tintScale * normal.v
        )
        let divisor = 2 * u - 8 * v + 4
        return (3 * u / divisor, 2 * v / divisor)
    }

    /// Where black bodies are in the CIE 1960 diagram (Krystek 1985, within 1e-4 from 1,000 to 15,000 K).
    private static func blackBody(_ temperature: Double) -> (u: Double, v: Double) {
        let (t, t2) = (temperature, temperature * temperature)
        return (
            (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t2)
                / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t2),
            (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t2)
                / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t2)
        )
    }

    /// The direction straight away from the line of black bodies, to the green side.
    private static func normal(at temperature: Double) -> (u: Double, v: Double) {
        let (before, after) = (blackBody(temperature * 0.999), blackBody(temperature * 1.001))
        let (du, dv) = (after.u - before.u, after.v - before.v)
        let length = hypot(du, dv)
        // Black bodies go to smaller u and v as they get hotter; green lies at larger v.
        return du < 0 ? (dv / length, -du / length) : (-dv / length, du / length)
    }
}

/// How much each colour is raised so that what is white in some light looks white, in sRGB's primaries; the least is 1.
public struct ColorGains: Sendable, Hashable {
    /// Red.
    public var red: Double
    /// Green.
    public var green: Double
    /// Blue.
    public var blue: Double

    /// Makes gains.
    public init(red: Double, green: Double, blue: Double) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// The gains for a light; those of daylight at 6,500 K are 1.
    public init(for light: ColorTemperature) {
        let (x, y) = light.chromaticity
        let (bigX, bigZ) = (x / y, (1 - x - y) / y)
        let colours = [
            3.2404542 * bigX - 1.5371385 - 0.4985314 * bigZ, -0.9692660 * bigX + 1.8760108 + 0.0415560 * bigZ,
            0.0556434 * bigX - 0.2040259 + 1.0572252 * bigZ,
        ].map { max($0, 0.05) }
        let most = colours.max() ?? 1
        self.init(red: most / colours[0], green: most / colours[1], blue: most / colours[2])
    }

    /// The light that these gains are for.
    public var light: ColorTemperature {
        let (r, g, b) = (1 / red, 1 / green, 1 / blue)
        let bigX = 0.4124564 * r + 0.3575761 * g + 0.1804375 * b
        let bigY = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
        let bigZ = 0.0193339 * r + 0.1191920 * g + 0.9503041 * b
        let sum = bigX + bigY + bigZ
        return ColorTemperature(x: bigX / sum, y: bigY / sum)
    }
}
