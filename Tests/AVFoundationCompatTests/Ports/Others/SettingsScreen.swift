#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompat
#endif

/// All of a photo's calls in their order, and what is asked of devices for a screen of settings.
final class CaptureProcessor: NSObject, AVCapturePhotoCaptureDelegate, @unchecked Sendable {
    private(set) var requestedPhotoSettings: AVCapturePhotoSettings
    private let willCapturePhotoAnimation: () -> Void
    private let completionHandler: (CaptureProcessor) -> Void
    private(set) var calls: [String] = []
    private(set) var photoData: [Data] = []
    private var maxPhotoProcessingTime: CMTime?

    init(
        with settings: AVCapturePhotoSettings, willCapturePhotoAnimation: @escaping () -> Void,
        completionHandler: @escaping (CaptureProcessor) -> Void
    ) {
        requestedPhotoSettings = settings
        self.willCapturePhotoAnimation = willCapturePhotoAnimation
        self.completionHandler = completionHandler
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        calls.append(
            "begin \(resolvedSettings.expectedPhotoCount) \(resolvedSettings.isFlashEnabled) \(resolvedSettings.photoDimensions.width)x\(resolvedSettings.photoDimensions.height)"
        )
    }
    func photoOutput(
        _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        willCapturePhotoAnimation()
        calls.append("will")
    }
    func photoOutput(
        _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        calls.append("did")
    }
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?
    ) {
        if let error = error { calls.append("error \((error as? AVError)?.code.rawValue ?? 0)"); return }
        if let manual = photo.bracketSettings as? AVCaptureManualExposureBracketedStillImageSettings {
            calls.append("manual \(CMTimeGetSeconds(manual.exposureDuration))")
        }
        photo.fileDataRepresentation().map { photoData.append($0) }
        calls.append("photo \(photo.photoCount) of \(photo.resolvedSettings.expectedPhotoCount)")
    }
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: Error?
    ) {
        calls.append("end")
        completionHandler(self)
    }
}

final class SettingsScreen: @unchecked Sendable {
    let session = AVCaptureSession()
    let photoOutput = AVCapturePhotoOutput()
    private var inProgressPhotoCaptureDelegates = [Int64: CaptureProcessor]()
    private var observations: [NSKeyValueObservation] = []
    var device: AVCaptureDevice!
    var text: [String] = []

    func configure() throws {
        let discovery = AVCaptureDevice.DiscoverySession(
            deviceTypes: [
                .builtInTripleCamera, .builtInDualCamera, .builtInWideAngleCamera, .builtInTelephotoCamera,
                .external, .continuityCamera,
            ],
            mediaType: .video, position: .unspecified)
        guard let device = discovery.devices.first(where: { !$0.isSuspended && $0.hasMediaType(.video) })
        else { return }
        self.device = device
        session.beginConfiguration()
        session.sessionPreset = device.supportsSessionPreset(.hd4K3840x2160) ? .hd4K3840x2160 : .photo
        session.addInput(try AVCaptureDeviceInput(device: device))
        session.addOutput(photoOutput)
        photoOutput.maxPhotoQualityPrioritization = .quality
        if let largest = device.activeFormat.supportedMaxPhotoDimensions.max(by: { $0.width < $1.width }) {
            photoOutput.maxPhotoDimensions = largest
        }
        session.commitConfiguration()
        observations = [
            device.observe(\.exposureTargetOffset, options: .new) { [weak self] device, change in
                self?.text.append("offset \(change.newValue ?? 0)")
            },
            device.observe(\.isAdjustingFocus, options: [.old, .new]) { _, _ in },
            session.observe(\.isRunning, options: [.new]) { [weak self] _, change in
                guard let isRunning = change.newValue else { return }
                self?.text.append("running \(isRunning)")
            },
            photoOutput.observe(\.isFlashScene, options: .new) { _, _ in },
        ]
    }

    func describe() -> [String] {
        var lines = ["\(device.localizedName) \(device.modelID) \(device.manufacturer) \(device.uniqueID)"]
        lines.append("virtual \(device.isVirtualDevice) \(device.constituentDevices.count)")
        lines.append(
            "flash \(device.hasFlash) \(device.isFlashAvailable) torch \(device.hasTorch) \(device.isTorchAvailable)"
        )
        let range = device.activeFormat.minISO...max(device.activeFormat.minISO, device.activeFormat.maxISO)
        lines.append(
            "iso \(device.iso) in \(range), \(CMTimeGetSeconds(device.exposureDuration)) s, f/\(device.lensAperture)"
        )
        for format in device.formats {
            let dims = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
            let fps = format.videoSupportedFrameRateRanges.map {
                "\(Int($0.minFrameRate))-\(Int($0.maxFrameRate))"
            }
            lines.append(
                "\(dims.width)x\(dims.height) \(fps) fov \(format.videoFieldOfView) binned \(format.isVideoBinned) zoom \(format.videoMaxZoomFactor) up \(format.videoZoomFactorUpscaleThreshold) hdr \(format.isVideoHDRSupported) \(format.autoFocusSystem == .none)"
            )
        }
        return lines
    }

    func lockWhiteBalance() throws {
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        guard device.isLockingWhiteBalanceWithCustomDeviceGainsSupported else { return }
        let temperatureAndTint = device.temperatureAndTintValues(for: device.deviceWhiteBalanceGains)
        var gains = device.deviceWhiteBalanceGains(
            for: .init(temperature: temperatureAndTint.temperature + 500, tint: 0))
        gains.redGain = min(max(gains.redGain, 1), device.maxWhiteBalanceGain)
        gains.greenGain = min(max(gains.greenGain, 1), device.maxWhiteBalanceGain)
        gains.blueGain = min(max(gains.blueGain, 1), device.maxWhiteBalanceGain)
        device.setWhiteBalanceModeLocked(with: gains, completionHandler: nil)
        if device.isExposureModeSupported(.custom) {
            device.setExposureModeCustom(
                duration: AVCaptureDevice.currentExposureDuration, iso: AVCaptureDevice.currentISO
            ) { _ in }
        }
        if device.isLowLightBoostSupported { device.automaticallyEnablesLowLightBoostWhenAvailable = true }
        if device.activeFormat.isVideoHDRSupported { device.isVideoHDREnabled = true }
        if device.isLockingFocusWithCustomLensPositionSupported {
            device.setFocusModeLocked(lensPosition: AVCaptureDevice.currentLensPosition)
        }
    }

    func capture(bracketed: Bool, then done: @escaping (CaptureProcessor) -> Void) {
        var photoSettings = AVCapturePhotoSettings()
        if bracketed {
            let exposures = [CMTimeMake(value: 1, timescale: 500), CMTimeMake(value: 1, timescale: 60)]
            photoSettings = AVCapturePhotoBracketSettings(
                rawPixelFormatType: 0, processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg],
                bracketedSettings: exposures.map {
                    AVCaptureManualExposureBracketedStillImageSettings.manualExposureSettings(
                        exposureDuration: $0, iso: AVCaptureDevice.currentISO)
                })
        } else if photoOutput.availablePhotoCodecTypes.contains(.hevc) {
            photoSettings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
        } else {
            photoSettings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.jpeg])
        }
        if !bracketed, photoOutput.supportedFlashModes.contains(.auto) { photoSettings.flashMode = .auto }
        if let previewPhotoPixelFormatType = photoSettings.availablePreviewPhotoPixelFormatTypes.first {
            photoSettings.previewPhotoFormat = [
                kCVPixelBufferPixelFormatTypeKey as String: previewPhotoPixelFormatType
            ]
        }
        if !bracketed { photoSettings.photoQualityPrioritization = .balanced }
        let processor = CaptureProcessor(with: photoSettings, willCapturePhotoAnimation: {}) {
            [weak self] processor in
            self?.inProgressPhotoCaptureDelegates[processor.requestedPhotoSettings.uniqueID] = nil
            done(processor)
        }
        inProgressPhotoCaptureDelegates[photoSettings.uniqueID] = processor
        photoOutput.capturePhoto(with: photoSettings, delegate: processor)
    }
}
