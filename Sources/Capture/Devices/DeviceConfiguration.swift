/// What was asked of a camera; it outlives streams, and goes over to the next plugging-in of the camera.
struct DeviceConfiguration: Sendable {
    /// What a stream is opened with, so that a change has it opened anew.
    struct Stream: Sendable, Equatable {
        /// Set by `setActiveFormat`; nil leaves it to the session's preset.
        var format: CaptureDevice.Format?
        /// Set by the setters of frame durations; nil leaves it to the driver.
        var interval: FrameInterval?
    }

    var stream = Stream()
    /// Values that controls are to have when a stream is opened.
    var controls: [ControlID: Int] = [:]
    var zoom = SoftwareZoom()
    var torch: TorchSource?
}
