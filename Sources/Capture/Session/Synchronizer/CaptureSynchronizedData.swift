public import MetadataOutput

/// What one output made of a frame; AVFoundation's `AVCaptureSynchronizedData`.
public enum CaptureSynchronizedData: Sendable {
    /// Of a ``CaptureVideoFrameOutput``: the frame.
    case videoFrame(CaptureVideoFrameOutput.VideoFrame)
    /// Of a `CaptureMetadataOutput`: what is in view.
    case metadata(MetadataUpdate, CaptureConnection)
    /// Nothing, because the output had to drop it.
    case dropped(CaptureDropReason)
}

/// What several outputs made of the same frame; AVFoundation's `AVCaptureSynchronizedDataCollection`.
public struct CaptureSynchronizedDataCollection: Sendable {
    /// The name of the frame's source.
    public let source: String
    /// When the frame was taken, on the session's clock.
    public let time: Duration
    private let data: [ObjectIdentifier: CaptureSynchronizedData]

    init(source: String, time: Duration, data: [ObjectIdentifier: CaptureSynchronizedData]) {
        (self.source, self.time, self.data) = (source, time, data)
    }

    /// How many outputs have something.
    public var count: Int { data.count }

    /// What an output made of the frame; nil if it did not get to it in time.
    public func synchronizedData(for output: any CaptureOutput) -> CaptureSynchronizedData? {
        data[ObjectIdentifier(output)]
    }

    /// The frame that an output has; nil if it has none.
    public func videoFrame(from output: CaptureVideoFrameOutput) -> CaptureVideoFrameOutput.VideoFrame? {
        if case .videoFrame(let frame) = synchronizedData(for: output) { frame } else { nil }
    }

    /// What an output sees in the frame; nil if it did not search it.
    public func update(from output: CaptureMetadataOutput) -> MetadataUpdate? {
        if case .metadata(let update, _) = synchronizedData(for: output) { update } else { nil }
    }
}
