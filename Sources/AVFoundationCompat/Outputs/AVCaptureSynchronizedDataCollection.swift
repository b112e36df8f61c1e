import Capture
import MetadataOutput

/// What several outputs made of the same frame: the outputs that have something, and what it is.
public final class AVCaptureSynchronizedDataCollection: Sequence {
    private let data: [(output: AVCaptureOutput, data: AVCaptureSynchronizedData)]

    init(_ collection: CaptureSynchronizedDataCollection, of outputs: [AVCaptureOutput]) {
        data = outputs.compactMap { output in
            collection.synchronizedData(for: output.core).flatMap { data in
                AVCaptureSynchronizedData.wrapping(data, of: output, at: CMTime(collection.time)).map {
                    (output, $0)
                }
            }
        }
    }

    /// How many outputs have something.
    public var count: Int { data.count }

    /// What an output made of the frame; nil if it did not get to it in time, or, of a metadata output, could not search it.
    public func synchronizedData(for captureOutput: AVCaptureOutput) -> AVCaptureSynchronizedData? {
        data.first { $0.output === captureOutput }?.data
    }

    /// What an output made of the frame; nil if it did not get to it in time, or, of a metadata output, could not search it.
    public subscript(captureOutput: AVCaptureOutput) -> AVCaptureSynchronizedData? {
        synchronizedData(for: captureOutput)
    }

    /// The outputs that have something.
    public func makeIterator() -> IndexingIterator<[AVCaptureOutput]> { data.map(\.output).makeIterator() }
}

/// What one output made of a frame.
public class AVCaptureSynchronizedData: @unchecked Sendable {
    /// When the frame was taken.
    public let timestamp: CMTime

    fileprivate init(timestamp: CMTime) { self.timestamp = timestamp }

    fileprivate static func wrapping(
        _ data: CaptureSynchronizedData, of output: AVCaptureOutput, at time: CMTime
    ) -> AVCaptureSynchronizedData? {
        switch data {
        case .videoFrame(let frame):
            AVCaptureSynchronizedSampleBufferData(CMSampleBuffer(frame), at: time)
        case .metadata(let update, let connection):
            AVCaptureSynchronizedMetadataObjectData(
                update.objects.map { AVMetadataObject.wrapping($0, from: connection) }, at: time)
        case .dropped(let reason):
            // Of a frame that was not searched nobody knows that nothing is in it.
            output is AVCaptureMetadataOutput
                ? nil : AVCaptureSynchronizedSampleBufferData(dropped: reason, at: time)
        }
    }
}

/// A frame of an `AVCaptureVideoDataOutput`, or why there is none.
public final class AVCaptureSynchronizedSampleBufferData: AVCaptureSynchronizedData, @unchecked Sendable {
    /// The frame; without a picture if it was dropped.
    public let sampleBuffer: CMSampleBuffer
    /// Whether it was dropped.
    public var sampleBufferWasDropped: Bool { droppedReason != .none }
    /// Why it was dropped.
    public let droppedReason: AVCaptureOutput.DataDroppedReason

    fileprivate init(_ sampleBuffer: CMSampleBuffer?, at time: CMTime) {
        self.sampleBuffer = sampleBuffer ?? CMSampleBuffer(imageBuffer: nil, presentationTimeStamp: time)
        droppedReason = sampleBuffer == nil ? .discontinuity : .none
        super.init(timestamp: time)
    }

    fileprivate init(dropped reason: CaptureDropReason, at time: CMTime) {
        sampleBuffer = CMSampleBuffer(imageBuffer: nil, presentationTimeStamp: time)
        droppedReason = AVCaptureOutput.DataDroppedReason(reason)
        super.init(timestamp: time)
    }
}

/// What an `AVCaptureMetadataOutput` sees in a frame.
public final class AVCaptureSynchronizedMetadataObjectData: AVCaptureSynchronizedData, @unchecked Sendable {
    /// The codes and faces in view; empty if the frame was searched and there are none.
    public let metadataObjects: [AVMetadataObject]

    fileprivate init(_ objects: [AVMetadataObject], at time: CMTime) {
        metadataObjects = objects
        super.init(timestamp: time)
    }
}

extension AVCaptureOutput {
    /// Why an output dropped a frame.
    public enum DataDroppedReason: Int, Sendable {
        /// It was not dropped.
        case none = 0
        /// Whoever wanted it was busy with another.
        case lateData = 1
        /// All buffers were held.
        case outOfBuffers = 2
        /// It came damaged, or not at all.
        case discontinuity = 3

        fileprivate init(_ reason: CaptureDropReason) {
            self =
                switch reason {
                case .late: .lateData
                case .outOfBuffers: .outOfBuffers
                case .discontinuity, .corrupted, .failed: .discontinuity
                }
        }
    }
}
