/// A control's number in the kernel's interface (`V4L2_CID_…`), under the kernel's names. They never change; a test
/// compares them with the kernel's header.
struct ControlID: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt32

    // Picture
    static let brightness = user(0)
    static let autoWhiteBalance = user(12)
    static let doWhiteBalance = user(13)
    static let redBalance = user(14)
    static let blueBalance = user(15)
    static let gain = user(19)
    static let powerLineFrequency = user(24)
    static let whiteBalanceTemperature = user(26)
    static let backlightCompensation = user(28)
    // uvcvideo's own, since 2025 (V4L2_CID_USER_UVC_BASE)
    static let regionOfInterestRect = user(0x11e1)
    static let regionOfInterestAuto = user(0x11e2)

    // Lens and exposure
    static let exposureAuto = camera(1)
    static let exposureAbsolute = camera(2)
    static let exposureAutoPriority = camera(3)
    static let focusAbsolute = camera(10)
    static let focusAuto = camera(12)
    static let zoomAbsolute = camera(13)
    static let privacy = camera(16)
    static let autoExposureBias = camera(19)
    static let wideDynamicRange = camera(21)
    static let imageStabilization = camera(22)
    static let isoSensitivity = camera(23)
    static let isoSensitivityAuto = camera(24)
    static let threeALock = camera(27)
    static let autoFocusStart = camera(28)
    static let autoFocusStatus = camera(30)
    static let autoFocusRange = camera(31)
    static let cameraOrientation = camera(34)
    static let cameraSensorRotation = camera(35)

    // Lamp
    static let flashLEDMode = flash(1)
    static let flashStrobeSource = flash(2)
    static let flashStrobe = flash(3)
    static let flashStrobeStop = flash(4)
    static let flashTimeout = flash(6)
    static let flashIntensity = flash(7)
    static let flashTorchIntensity = flash(8)
    static let flashFault = flash(10)

    // Encoders
    static let leastBuffersForOutput = user(40)
    static let bFrameCount = codec(202)
    static let keyFrameDistance = codec(203)
    static let bitRateMode = codec(206)
    static let bitRate = codec(207)
    static let rateControlEnabled = codec(215)
    static let headerMode = codec(216)
    static let sliceMode = codec(221)
    static let repeatsHeaders = codec(226)
    static let forceKeyFrame = codec(229)
    static let h264KeyFrameDistance = codec(358)
    static let h264Level = codec(359)
    static let h264Profile = codec(363)
    static let prependsHeaders = codec(644)

    private static func user(_ number: UInt32) -> ControlID { ControlID(rawValue: 0x0098_0900 + number) }
    private static func codec(_ number: UInt32) -> ControlID { ControlID(rawValue: 0x0099_0900 + number) }
    private static func camera(_ number: UInt32) -> ControlID { ControlID(rawValue: 0x009a_0900 + number) }
    private static func flash(_ number: UInt32) -> ControlID { ControlID(rawValue: 0x009c_0900 + number) }
}
