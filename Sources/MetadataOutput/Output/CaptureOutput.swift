/// Something a capture session can hand frames to.
public protocol CaptureOutput: AnyObject, Sendable {}
