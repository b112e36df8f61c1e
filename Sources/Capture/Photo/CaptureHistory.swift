package import Dispatch
package import MetadataOutput
import Synchronization

/// Keeps the last pictures of each source as they came, so that what was seen in one can be photographed afterwards: the
/// picture that belongs to an event.
package final class CaptureHistory: CaptureOutput, CaptureFrameOutput {
    /// A second of most cameras: a search that takes longer has its picture no more.
    private static let mostPictures = 32
    /// Of each source: 26 pictures of 720p as samples, and of JPEGs all. And of all sources together that have ended.
    private static let mostBytes = 48 << 20

    /// For how long pictures are kept for what is still to be told of them when their source has stopped.
    private let patience: DispatchTimeInterval
    private let developer: PhotoDeveloper
    private let receivers = Mutex<[HistoryReceiver]>([])

    /// Makes one that keeps nothing yet.
    package init(stills: any StillMaker, patience: DispatchTimeInterval = .seconds(60)) {
        developer = PhotoDeveloper(stills)
        self.patience = patience
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

    /// The picture with this number and time; nil if it is not kept any more. The number alone says nothing: a camera that has
    /// come back counts from the beginning.
    package func picture(of source: String, sequenceNumber: Int, at time: Duration) -> Picture? {
        picture(of: source) { $0.sequenceNumber == sequenceNumber && $0.time == time }
    }

    /// The picture that was taken at this time; nil if it is not kept any more.
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
        let receiver = HistoryReceiver(connection, from: input, patience: patience) { [weak self] in
            self?.limitEnded()
        }
        receivers.withLock { $0.append(receiver) }
        return receiver
    }

    /// Lets the sources that have ended keep no more together than one may: each time that a configuration is read again, all end.
    private func limitEnded() {
        receivers.withLock { receivers in
            var byteCount = 0
            for receiver in receivers.reversed() where receiver.hasEnded {
                let newer = byteCount
                byteCount += receiver.byteCount
                if newer > 0, byteCount > Self.mostBytes { receiver.forget() }
            }
            receivers.removeAll { $0.hasEnded && $0.byteCount == 0 }
        }
    }

    /// One source's pictures.
    private final class HistoryReceiver: BufferReceiver {
        private let connection: CaptureConnection
        let input: any CaptureInput
        private let patience: DispatchTimeInterval
        /// Is told that it has ended, and once more when it keeps nothing any more.
        private let onEnd: @Sendable () -> Void

        private struct State {
            /// The oldest first.
            var buffers: [CaptureBuffer] = []
            var byteCount = 0
            /// How many pictures have come in all.
            var count = 0
            var hasEnded = false
        }

        private let state = Mutex(State())

        init(
            _ connection: CaptureConnection, from input: any CaptureInput, patience: DispatchTimeInterval,
            onEnd: @escaping @Sendable () -> Void
        ) {
            (self.connection, self.input, self.patience, self.onEnd) = (connection, input, patience, onEnd)
        }

        var hasEnded: Bool { state.withLock { $0.hasEnded } }
        var byteCount: Int { state.withLock { $0.byteCount } }
        func forget() { state.withLock { ($0.buffers, $0.byteCount) = ([], 0) } }

        var wantsBuffers: Bool { connection.isEnabled }

        func receive(_ buffer: CaptureBuffer) {
            state.withLock { state in
                guard !state.hasEnded else { return }
                // Raw samples are nobody's here.
                var buffer = buffer
                buffer.contents.raw = nil
                state.count += 1
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

        func sourceStopped() { forgetLater() }

        func finish(because error: CaptureError) {
            state.withLock { $0.hasEnded = true }
            onEnd()
            forgetLater()
        }

        /// Forgets what there is, unless more comes: what was seen last may not have been told yet, and a camera may be away for
        /// months.
        private func forgetLater() {
            let last = state.withLock { $0.count }
            DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak self] in
                guard let self, state.withLock({ $0.count }) == last else { return }
                forget()
                if hasEnded { onEnd() }
            }
        }

        func exposure(where isWanted: (CaptureBuffer) -> Bool) -> PhotoExposure? {
            let buffer = state.withLock { $0.buffers.last(where: isWanted) }
            return buffer.map {
                PhotoExposure($0, over: connection, from: input.camera)
            }
        }
    }
}

extension CaptureBuffer {
    fileprivate var byteCount: Int { contents.shown?.bytes.count ?? 0 }
}
