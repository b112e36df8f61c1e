// What photos here do not have, for programs that ask before they want it.

extension AVCapturePhotoOutput {
    /// Whether the next photo can be asked for while one is still being made, faster than else; false: it can be asked for at any time.
    public var isResponsiveCaptureSupported: Bool { false }
    /// False, and may be set to that alone.
    public var isResponsiveCaptureEnabled: Bool {
        get { false }
        set { refuse(newValue, "setResponsiveCaptureEnabled:", "isResponsiveCaptureSupported") }
    }

    /// Whether photos in quick succession can be less good; false: each is one of the frames that come anyway.
    public var isFastCapturePrioritizationSupported: Bool { false }
    /// False, and may be set to that alone.
    public var isFastCapturePrioritizationEnabled: Bool {
        get { false }
        set {
            refuse(newValue, "setFastCapturePrioritizationEnabled:", "isFastCapturePrioritizationSupported")
        }
    }

    /// Whether a photo can be of a moment before it was asked for; false.
    public var isZeroShutterLagSupported: Bool { false }
    /// False, and may be set to that alone.
    public var isZeroShutterLagEnabled: Bool {
        get { false }
        set { refuse(newValue, "setZeroShutterLagEnabled:", "isZeroShutterLagSupported") }
    }

    /// Whether photos can be finished later; false: they are ready when they are told.
    public var isAutoDeferredPhotoDeliverySupported: Bool { false }
    /// False, and may be set to that alone.
    public var isAutoDeferredPhotoDeliveryEnabled: Bool {
        get { false }
        set {
            refuse(newValue, "setAutoDeferredPhotoDeliveryEnabled:", "isAutoDeferredPhotoDeliverySupported")
        }
    }

    /// Whether photos can have depth; false.
    public var isDepthDataDeliverySupported: Bool { false }
    /// False, and may be set to that alone.
    public var isDepthDataDeliveryEnabled: Bool {
        get { false }
        set { refuse(newValue, "setDepthDataDeliveryEnabled:", "isDepthDataDeliverySupported") }
    }

    /// Whether photos can say where a person is in them; false.
    public var isPortraitEffectsMatteDeliverySupported: Bool { false }
    /// False, and may be set to that alone.
    public var isPortraitEffectsMatteDeliveryEnabled: Bool {
        get { false }
        set {
            refuse(
                newValue, "setPortraitEffectsMatteDeliveryEnabled:", "isPortraitEffectsMatteDeliverySupported"
            )
        }
    }

    private func refuse(_ isWanted: Bool, _ selector: String, _ advice: String) {
        guard isWanted else { return }
        raiseException("*** -[AVCapturePhotoOutput \(selector)] Not supported - use -\(advice)")
    }
}

extension AVCapturePhotoSettings {
    /// Whether the photo is to have depth. False, and may be set to that alone.
    public var isDepthDataDeliveryEnabled: Bool {
        get { false }
        set { refuse(newValue, "setDepthDataDeliveryEnabled:") }
    }

    /// Whether the photo is to say where a person is in it. False, and may be set to that alone.
    public var isPortraitEffectsMatteDeliveryEnabled: Bool {
        get { false }
        set { refuse(newValue, "setPortraitEffectsMatteDeliveryEnabled:") }
    }

    private func refuse(_ isWanted: Bool, _ selector: String) {
        guard isWanted else { return }
        raiseException("*** -[AVCapturePhotoSettings \(selector)] Not enabled on the output")
    }
}
