/// An input that may take long to open, and leaves off when nobody wants it any more.
protocol InterruptibleInput: CaptureInput {
    /// As ``CaptureInput/openStream(preset:)``.
    ///
    /// - Parameter isCancelled: Asked now and then, by the stream too.
    func openStream(
        preset: CaptureSessionPreset, unless isCancelled: @escaping @Sendable () -> Bool
    ) throws(CaptureError) -> any CaptureStream
}
