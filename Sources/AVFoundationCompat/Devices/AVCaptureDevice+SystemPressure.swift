extension AVCaptureDevice {
    /// How hot a camera and its machine are.
    public final class SystemPressureState: AVObject, @unchecked Sendable {
        /// How much a camera suffers.
        public struct Level: RawRepresentable, Hashable, Sendable {
            /// Apple's name for it.
            public let rawValue: String

            /// Makes a level of Apple's name.
            public init(rawValue: String) { self.rawValue = rawValue }

            private init(_ name: String) { rawValue = "AVCaptureSystemPressureLevel" + name }

            /// Not at all.
            public static let nominal = Self("Nominal")
            /// A little. Never comes.
            public static let fair = Self("Fair")
            /// Fewer frames a second are advised. Never comes.
            public static let serious = Self("Serious")
            /// Fewer frames a second are needed. Never comes.
            public static let critical = Self("Critical")
            /// The camera is switched off. Never comes.
            public static let shutdown = Self("Shutdown")
        }

        /// By what.
        public struct Factors: OptionSet, Sendable {
            /// The factors as bits.
            public let rawValue: UInt

            /// Makes factors of bits.
            public init(rawValue: UInt) { self.rawValue = rawValue }

            /// The machine is hot.
            public static let systemTemperature = Self(rawValue: 1)
            /// The battery gives too little.
            public static let peakPower = Self(rawValue: 2)
            /// What sees depth is hot.
            public static let depthModuleTemperature = Self(rawValue: 4)
            /// The camera is hot.
            public static let cameraTemperature = Self(rawValue: 8)
        }

        fileprivate static let calm = SystemPressureState()

        /// How much the camera suffers: not at all.
        public var level: Level { .nominal }
        /// By what: nothing.
        public var factors: Factors { [] }
    }

    /// How hot the camera and its machine are: nominal, for no camera here says more. Observable.
    /// ``AVCaptureMultiCamSession/systemPressureCost`` says how busy the machine is.
    public var systemPressureState: SystemPressureState { .calm }
}
