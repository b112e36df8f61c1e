extension ControlID {
    /// The Apple property (or, where Apple has none, our own) that a control serves.
    var property: String? { Self.properties[self] }

    private static let properties: [ControlID: String] = [
        .autoWhiteBalance: "whiteBalanceMode",
        .doWhiteBalance: "whiteBalanceMode",
        .whiteBalanceTemperature: "whiteBalanceTemperature",
        .redBalance: "deviceWhiteBalanceGains",
        .blueBalance: "deviceWhiteBalanceGains",
        .gain: "iso",
        .isoSensitivity: "iso",
        .isoSensitivityAuto: "exposureMode",
        .exposureAuto: "exposureMode",
        .exposureAbsolute: "exposureDuration",
        .exposureAutoPriority: "automaticallyEnablesLowLightBoostWhenAvailable",
        .autoExposureBias: "exposureTargetBias",
        .threeALock: "exposureMode",
        .focusAuto: "focusMode",
        .autoFocusStart: "focusMode",
        .autoFocusStatus: "isAdjustingFocus",
        .autoFocusRange: "autoFocusRangeRestriction",
        .focusAbsolute: "lensPosition",
        .regionOfInterestRect: "exposurePointOfInterest",
        .regionOfInterestAuto: "exposurePointOfInterest",
        .zoomAbsolute: "videoZoomFactor",
        .wideDynamicRange: "isVideoHDREnabled",
        .imageStabilization: "isVideoStabilizationEnabled",
        .cameraOrientation: "position",
        .cameraSensorRotation: "mountingAngle",
        .flashLEDMode: "torchMode",
        .flashTorchIntensity: "torchLevel",
        .powerLineFrequency: "powerLineFrequency",
        .backlightCompensation: "backlightCompensation",
        .privacy: "isPrivacyShutterClosed",
    ]
}
