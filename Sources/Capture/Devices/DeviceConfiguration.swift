import Foundation

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
    /// Those of them that somebody has set; the others had that value when a stream was opened last.
    var chosenControls: Set<ControlID> = []
    var zoom = SoftwareZoom()
    var torch: TorchSource?
    /// What is to be exposed well, 0…1 of the unrotated picture; nil leaves it to the camera.
    var exposurePoint: CGPoint?
    var exposesForFaces = false
    /// Where the camera itself is to focus, 0…1 of the unrotated picture; nil leaves it to the camera.
    var focusPoint: CGPoint?
    var focusesForFaces = false
    /// The region of interest that the camera was told, in the sensor's pixels.
    var region: NodeRectangle?
    /// Which of the camera's automatic functions look at faces from now on.
    var regionFollowsFaces: RegionFunctions = []
    /// How much brighter than usual is wanted where this program exposes, in EV.
    var exposureBias = 0.0
    /// Whether somebody wants to hear when what the camera sees changes.
    var watchesSubjectArea = false
    /// While this program exposes.
    var metering: Metering?
}
