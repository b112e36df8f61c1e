import Capture

extension AVCaptureDevice {
    /// How much each colour is raised, from 1.
    public struct WhiteBalanceGains: Hashable, Sendable {
        /// Red.
        public var redGain: Float
        /// Green.
        public var greenGain: Float
        /// Blue.
        public var blueGain: Float

        /// Makes gains of 1.
        public init() { self.init(redGain: 1, greenGain: 1, blueGain: 1) }

        /// Makes gains.
        public init(redGain: Float, greenGain: Float, blueGain: Float) {
            (self.redGain, self.greenGain, self.blueGain) = (redGain, greenGain, blueGain)
        }

        init(_ gains: ColorGains) {
            self.init(redGain: Float(gains.red), greenGain: Float(gains.green), blueGain: Float(gains.blue))
        }

        var core: ColorGains {
            ColorGains(red: Double(redGain), green: Double(greenGain), blue: Double(blueGain))
        }
    }

    /// The colour of light as a temperature and a tint.
    public struct WhiteBalanceTemperatureAndTintValues: Hashable, Sendable {
        /// In kelvin.
        public var temperature: Float
        /// Below 0 green, above 0 magenta; ±150 is much.
        public var tint: Float

        /// Makes a colour of nothing.
        public init() { self.init(temperature: 0, tint: 0) }

        /// Makes a colour of light.
        public init(temperature: Float, tint: Float) { (self.temperature, self.tint) = (temperature, tint) }

        init(_ light: ColorTemperature) {
            self.init(temperature: Float(light.temperature), tint: Float(light.tint))
        }

        var core: ColorTemperature { ColorTemperature(temperature: Double(temperature), tint: Double(tint)) }
    }

    /// The colour of light by CIE 1931.
    public struct WhiteBalanceChromaticityValues: Hashable, Sendable {
        /// How red it is.
        public var x: Float
        /// How green it is.
        public var y: Float

        /// Makes a colour of nothing.
        public init() { self.init(x: 0, y: 0) }

        /// Makes a colour of light.
        public init(x: Float, y: Float) { (self.x, self.y) = (x, y) }
    }
}
