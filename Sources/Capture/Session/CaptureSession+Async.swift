extension CaptureSession {
    /// Starts without blocking a thread of Swift's own pool.
    ///
    /// - Throws: Why an input cannot be opened; nothing runs then, or what ran before.
    public func startRunning() async throws(CaptureError) {
        try await onThread { () throws(CaptureError) in try self.startRunning() }
    }

    /// Stops without blocking a thread of Swift's own pool.
    public func stopRunning() async {
        try? await onThread { () throws(CaptureError) in self.stopRunning() }
    }
}
