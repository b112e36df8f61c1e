/// A lamp beside a camera.
protocol Torch: Sendable {
    /// Sets it.
    ///
    /// - Parameter level: 0 is off, 1 the brightest.
    func set(level: Double) throws(CaptureError)
}
