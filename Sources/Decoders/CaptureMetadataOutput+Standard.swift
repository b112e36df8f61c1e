public import MetadataOutput

extension CaptureMetadataOutput {
    /// Makes an output that decodes every picture format this package knows, and searches in this process.
    public convenience init(detectors: [any Detector]) {
        self.init(detectors: detectors, decoder: StandardPictureDecoder())
    }
}
