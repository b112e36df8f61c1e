import MediaFiles
import MetadataOutput
import Synchronization

extension CapturePhotoOutput {
    /// Looks at settings before anything happens.
    ///
    /// - Throws: As ``capturePhoto(with:delegate:)``.
    func check(
        _ settings: CapturePhotoSettings, device: CaptureDevice?
    ) throws(CaptureError) {
        func refuse(_ message: String) throws(CaptureError) -> Never {
            throw CaptureError(.invalidConfiguration, message)
        }
        guard supportedFlashModes(of: device).contains(settings.flashMode) else {
            throw CaptureError(
                .unsupported, "there is no flash that can be used")
        }
        guard settings.flashMode == .off || settings.bracket.isEmpty else {
            try refuse("the flash does not fire for a series")
        }
        if let size = settings.maxPhotoDimensions { try check(size, settings, device: device) }
        guard settings.qualityPrioritization <= maxPhotoQualityPrioritization else {
            try refuse("qualityPrioritization is above maxPhotoQualityPrioritization")
        }
        guard (1...100).contains(settings.jpegQuality) else { try refuse("jpegQuality must be 1 to 100") }
        if let side = settings.embeddedThumbnailSide, !(1...512).contains(side) {
            try refuse("embeddedThumbnailSide must be 1 to 512")
        }
        if let side = settings.previewSide, side < 1 { try refuse("previewSide must be at least 1") }
        if let id = settings.metadata.imageUniqueID, id.utf8.count != 32 || !id.allSatisfy(\.isHexDigit) {
            try refuse("imageUniqueID must be 32 hexadecimal digits")
        }
        try livePhotos.check(settings)
        if settings.format.includesRaw { try checkRaw(settings, device: device) }
        guard !settings.bracket.isEmpty else { return }
        let most = device?.maxBracketedPhotoCount ?? 0
        guard most > 0 else {
            throw CaptureError(
                .unsupported, "a series of photos needs a camera whose exposure or lens can be set")
        }
        guard settings.bracket.count <= most else {
            throw CaptureError(
                .unsupported,
                "a series of \(settings.bracket.count) photos, and maxBracketedCapturePhotoCount is \(most)")
        }
        for setting in settings.bracket { try device?.checkBracketed(setting) }
    }

    private func check(
        _ size: PhotoDimensions, _ settings: CapturePhotoSettings, device: CaptureDevice?
    ) throws(CaptureError) {
        guard let device, let format = device.activeFormat,
            device.supportedMaxPhotoDimensions(of: format).contains(size)
        else {
            throw CaptureError(
                .unsupported,
                "photos cannot have \(size.width)x\(size.height) pixels, see supportedMaxPhotoDimensions")
        }
        let most = maxPhotoDimensions ?? PhotoDimensions(width: format.width, height: format.height)
        guard size.width <= most.width, size.height <= most.height else {
            throw CaptureError(
                .invalidConfiguration, "maxPhotoDimensions of the settings is above that of the output")
        }
        // What is larger must come as what raw photos are made of.
        _ = try device.photoFormat(size, isRaw: settings.format.includesRaw)
    }

    private func checkRaw(_ settings: CapturePhotoSettings, device: CaptureDevice?) throws(CaptureError) {
        guard let delivered = device?.state.withLock({ $0.delivered }),
            SensorLayout(named: delivered.format.pixelFormat.name) != nil
        else {
            let name = device?.state.withLock { $0.delivered?.format.pixelFormat.name }
            throw CaptureError(
                .unsupported,
                "there are no raw photos of "
                    + (name.map { "\($0), which the camera delivers" } ?? "this camera"))
        }
        guard settings.hiddenRegions.isEmpty else {
            throw CaptureError(.invalidConfiguration, "nothing can be hidden in raw photos")
        }
        let most = UInt16.max
        guard (0...Int(most)).contains(settings.rawBlackLevel),
            settings.rawNeutral.map({ $0.count == 3 && $0.allSatisfy { (0.001...1).contains($0) } }) ?? true,
            settings.rawColorMatrix.map({ $0.count == 9 && $0.allSatisfy { (-100...100).contains($0) } })
                ?? true
        else {
            throw CaptureError(
                .invalidConfiguration, "rawBlackLevel, rawNeutral or rawColorMatrix is out of range")
        }
    }
}

extension CaptureDevice {
    /// - Throws: ``CaptureError/Code/unsupported`` if the camera cannot be set so.
    func checkBracketed(_ setting: CaptureBracketedStillSettings) throws(CaptureError) {
        switch setting {
        case .autoExposure(let bias):
            guard canMeter else { throw unsupported("exposure that can be set") }
            guard (-8...8).contains(bias) else { throw outOfRange("exposureTargetBias", "-8 to 8") }
        case .manualExposure(let duration, let iso):
            guard isExposureModeSupported(.custom) else { throw unsupported("exposureMode custom") }
            if let duration {
                guard let least = minExposureDuration, let most = maxExposureDuration else {
                    throw unsupported("exposureDuration")
                }
                guard least <= duration, duration <= most else {
                    throw outOfRange("exposureDuration", "\(least) to \(most)")
                }
            }
            if let iso, !isGainAsItIs(iso) {
                guard let least = minISO, let most = maxISO else { throw unsupported("iso") }
                guard (least...max(least, most)).contains(iso) else {
                    throw outOfRange("iso", "\(least) to \(most)")
                }
            }
        case .lensPosition(let position):
            guard control(.focusAbsolute) != nil else { throw unsupported("lensPosition") }
            guard (0...1).contains(position) else { throw outOfRange("lensPosition", "0 to 1") }
        }
    }
}
