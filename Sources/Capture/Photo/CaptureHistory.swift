import Dispatch
package import MetadataOutput
import Synchronization

/// Keeps the last pictures of each source as they came, so that what was seen in one can be photographed afterwards: the
/// picture that belongs to an event.
package final class CaptureHistory: CaptureOutput, CaptureFrameOutput {
    /// A second of most cameras: a search that takes longer has its picture no more.
    private static let mostPictures = 32
    /// Of each source: 26 pictures of 720p as samples, and of JPEGs all.
    private static let mostBytes = 48 << 20
    /// For how long pictures of a source that has ended are kept for what is still to be told of them.
    private static let patience = DispatchTimeInterval.seconds(60)

    private let developer: PhotoDeveloper
    private let receivers = Mutex<[HistoryReceiver]>([])

    /// Makes one that keeps nothing yet.
    package init(stills: any StillMaker) {
        developer = PhotoDeveloper(stills)
    }

    /// A picture that is kept for somebody.
    package struct Picture: Sendable {
        fileprivate let exposure: PhotoExposure
        fileprivate let developer: PhotoDeveloper

        /// Makes the whole picture's file, with EXIF, and views of it.
        ///
        /// - Parameters:
        ///   - settings: What the file says, and what nobody is to see in it and its views.
        ///   - views: What else is wanted; what cannot be made of the picture is nil.
        /// - Throws: ``CaptureError/Code/decodeFailed`` if the picture is damaged.
        package func files(
            _ settings: CapturePhotoSettings, views: [StillView]
        ) throws(CaptureError) -> (still: [UInt8], views: [[UInt8]?]) {
            let id = settings.metadata.imageUniqueID ?? ""
            let still = try developer.jpeg(of: exposure, settings, uniqueID: id).file
            return (
                still,
                views.map { view in
                    try? developer.view(view, of: exposure, settings, uniqueID: id)
                }
            )
        }
    }

    /// The picture with this number; nil if it is not kept any more. A camera that has come back counts from the beginning: of
    /// several with the number it is the one of the time, if the driver says when pictures were taken.
    package func picture(of source: String, sequenceNumber: Int, at time: Duration) -> Picture? {
        picture(of: source) { $0.sequenceNumber == sequenceNumber && $0.time == time }
            ?? picture(of: source) { $0.sequenceNumber == sequenceNumber }
    }

    /// The picture that was taken at this time; nil if it is not kept any more, or the driver does not say when pictures were
    /// taken.
    package func picture(of source: String, at time: Duration) -> Picture? {
        picture(of: source) { $0.time == time }
    }

    private func picture(of source: String, where isWanted: (CaptureBuffer) -> Bool) -> Picture? {
        let receivers = receivers.withLock { $0.filter { $0.input.sourceName == source } }
        for receiver in receivers.reversed() {
            if let exposure = receiver.exposure(where: isWanted) {
                return Picture(exposure: exposure, developer: developer)
            }
        }
        return nil
    }

    func makeReceiver(
        for connection: CaptureConnection, from input: any CaptureInput, means: CaptureMeans
    ) -> any CaptureFrameReceiver {
        let receiver = HistoryReceiver(connection, from: input) { [weak self] gone in
            self?.receivers.withLock { $0.removeAll { $0 === gone } }
        }
        receivers.withLock { $0.append(receiver) }
        return receiver
    }

    /// One source's pictures.
    private final class HistoryReceiver: BufferReceiver {
        private let connection: CaptureConnection
        let input: any CaptureInput
        private let onEnd: @Sendable (HistoryReceiver) -> Void

        private struct State {
            /// The oldest first.
            var buffers: [CaptureBuffer] = []
            var byteCount = 0
        }

        private let state = Mutex(State())

        init(
            _ connection: CaptureConnection, from input: any CaptureInput,
            onEnd: @escaping @Sendable (HistoryReceiver) -> Void
        ) {
            (self.connection, self.input, self.onEnd) = (connection, input, onEnd)
        }

        var wantsBuffers: Bool { connection.isEnabled }

        func receive(_ buffer: CaptureBuffer) {
            state.withLock { state in
                // Raw samples are nobody's here.
                var buffer = buffer
                buffer.contents.raw = nil
                state.byteCount += buffer.byteCount
                state.buffers.append(buffer)
                while state.buffers.count > CaptureHistory.mostPictures
                    || (state.byteCount > CaptureHistory.mostBytes && state.buffers.count > 1)
                {
                    state.byteCount -= state.buffers.removeFirst().byteCount
                }
            }
        }

        func receive(_ frame: CaptureFrame) {}

        // What was seen last may not have been told yet: pictures are kept when the source stops, and for a while after its end.
        func sourceStopped() {}

        func finish(because error: CaptureError) {
            DispatchQueue.global().asyncAfter(deadline: .now() + CaptureHistory.patience) { [self] in
                onEnd(self)
            }
        }

        func exposure(where isWanted: (CaptureBuffer) -> Bool) -> PhotoExposure? {
            let buffer = state.withLock { $0.buffers.last(where: isWanted) }
            return buffer.map {
                PhotoExposure($0, over: connection, from: (input as? CaptureDeviceInput)?.device)
            }
        }
    }
}

extension CaptureBuffer {
    fileprivate var byteCount: Int { contents.shown?.bytes.count ?? 0 }
}
