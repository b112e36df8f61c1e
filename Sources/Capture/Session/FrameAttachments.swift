import Synchronization

/// How a camera was set when a frame came.
public struct FrameAttachments: Sendable, Hashable {
    /// How long it exposes; nil where it does not say.
    public var exposureDuration: Duration?
    /// Its gain, on the scale of ``CaptureDevice/iso``; nil where it does not say.
    public var iso: Int?
    /// Its brightness control, on the driver's own scale, which has no unit; nil where it has none.
    public var brightness: Int?

    /// Makes attachments.
    public init(exposureDuration: Duration? = nil, iso: Int? = nil, brightness: Int? = nil) {
        self.exposureDuration = exposureDuration
        self.iso = iso
        self.brightness = brightness
    }
}

/// Asks a camera how it is set, now and then: an answer may take as long as a frame.
final class AttachmentReader: Sendable {
    private static let interval = Duration.milliseconds(100)

    private let input: (any CaptureInput)
    private let last = Mutex<(time: Duration, attachments: FrameAttachments)?>(nil)

    init(input: any CaptureInput) {
        self.input = input
    }

    /// How the camera is set, as of a tenth of a second ago at most; nil if the input is no camera.
    ///
    /// - Parameter time: Of the frame.
    func attachments(at time: Duration) -> FrameAttachments? {
        guard let device = input.camera else { return nil }
        return last.withLock { last in
            if let last, (last.time..<last.time + Self.interval).contains(time) { return last.attachments }
            let attachments = FrameAttachments(
                exposureDuration: device.exposureDuration, iso: device.iso,
                brightness: device.value(of: .brightness))
            last = (time, attachments)
            return attachments
        }
    }
}
