extension CaptureSession {
    /// Whether every camera of the session has a format for this preset. Other inputs take any.
    public func canSetSessionPreset(_ preset: CaptureSessionPreset) -> Bool {
        inputs.allSatisfy { $0.camera?.supportsSessionPreset(preset) ?? true }
    }
}

extension CaptureDevice {
    /// Whether the camera has a format for a preset: one of its very size, where it names one.
    public func supportsSessionPreset(_ preset: CaptureSessionPreset) -> Bool {
        guard let size = preset.size else { return true }
        return formats.contains { $0.width == size.width && $0.height == size.height }
    }
}
