import Foundation
import MetadataOutput

/// A running camera: hands out its newest picture, and counts those that nobody got.
///
/// Beside that, whoever taps the stream gets every picture in its order, those too that nobody else gets.
final class CameraStream: CaptureStream, BufferedStream {
    /// How many buffers it takes to hand out the newest.
    static let fewestBuffers = 4
    /// Longer than any frame takes from the sensor to here.
    fileprivate static let longestDelivery = Duration.seconds(1)

    private let device: CaptureDevice
    private let format: V4L2Format
    private let interval: FrameInterval?
    private var parts: Parts?
    private var last: FilledBuffer?
    /// The driver's own time of the last buffer that had one.
    private var lastTime: Duration?
    /// When each buffer was handed to the driver, by its index; from the start where it is missing.
    private var handedOver: [Int: Duration] = [:]
    private(set) var undeliveredDrops: [CaptureDropReason: Int] = [:]
    var carriesPictures = false
    var bufferReceivers: [any BufferReceiver] = []
    var bufferMask: PictureMask?
    /// So many pictures in colour are held at most: as many as receivers and those they hand frames to can for a moment.
    static let mostPictures = 14
    private let pool = MemoryPool(limit: mostPictures)

    /// Everything that is held while the stream runs, in a box so that it can be given back.
    private final class Parts {
        let node: VideoNode
        let reader: PictureReader
        let ring: BufferRing

        init(node: VideoNode, reader: consuming PictureReader, ring: consuming BufferRing) {
            self.node = node
            self.reader = reader
            self.ring = ring
        }
    }

    /// Starts the stream in the format that the driver has agreed to.
    ///
    /// - Parameter bufferCount: How many the driver is asked for.
    init(
        device: CaptureDevice, node: VideoNode, format: V4L2Format, interval: FrameInterval?,
        bufferCount: Int = CameraStream.fewestBuffers
    ) throws(CaptureError) {
        self.device = device
        self.format = format
        self.interval = interval
        let reader = try PictureReader(format: format, node: node, device: device.title)
        let ring = try device.asking { () throws(SystemFailure) in
            try BufferRing.start(on: node, count: bufferCount)
        }
        parts = Parts(node: node, reader: reader, ring: ring)
    }

    /// Such as `MJPG 1280x720 at 30`; the rate is missing where the driver does not say.
    var formatDescription: String {
        let rate = interval.map { 1 / $0.seconds }.map { " at \(($0 * 100).rounded() / 100)" } ?? ""
        let text = "\(format.pixelFormat) \(format.width)x\(format.height)\(rate)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    var frameInterval: Duration? { interval.map { .seconds($0.seconds) } }

    func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
        guard let parts else { throw CaptureError(.deviceFailed, "the stream of \(device.title) is closed") }
        let deadline = MonotonicClock.now + timeout
        repeat {
            let frame = try device.asking { () throws(SystemFailure) -> CaptureFrame? in
                let wait = (deadline - MonotonicClock.now).milliseconds
                return try parts.node.wait(milliseconds: wait) ? try newestFrame(parts) : nil
            }
            if let frame { return frame }
        } while MonotonicClock.now < deadline
        return nil
    }

    func close() {
        parts = nil
        device.streamEnded()
    }

    /// Takes everything that is filled, and makes a frame of the newest picture.
    private func newestFrame(_ parts: Parts) throws(SystemFailure) -> CaptureFrame? {
        var newest: (buffer: FilledBuffer, time: Duration)?
        var taken = 0
        while let buffer = try parts.node.nextBuffer(after: &lastTime, ahead: device.system.mostAhead) {
            taken += 1
            countGap(before: buffer)
            if buffer.isDamaged {
                drop(.corrupted)
                try handOver(buffer, to: parts.node)
            } else {
                // Where the driver does not say it, the same for all: by it they know the picture again.
                let time = buffer.time ?? MonotonicClock.now
                handToReceivers(buffer, takenAt: time, parts)
                if let older = newest { try giveBack(older.buffer, to: parts.node) }
                newest = (buffer, time)
            }
        }
        guard taken > 0 else {
            // The driver woke us for nothing; without a pause it might do so for ever.
            usleep(1000)
            return nil
        }
        guard let (newest, time) = newest else { return nil }
        // With every buffer full the camera has had to throw pictures away: this one is not the newest. A driver that
        // has only one buffer has no other to offer.
        guard taken < parts.ring.count || parts.ring.count == 1 else {
            try giveBack(newest, to: parts.node)
            return nil
        }
        let contents = parts.ring.bytes(of: newest).flatMap {
            parts.reader.contents(
                of: $0, time: time, zoom: device.softwareZoom, pool: carriesPictures ? pool : nil)
        }
        try handOver(newest, to: parts.node)
        guard let contents else {
            drop(.corrupted)
            return nil
        }
        if case .frame(let frame) = contents.payload {
            device.meter(frame.luma, takenAt: time, sequenceNumber: newest.sequenceNumber)
        }
        defer { undeliveredDrops = [:] }
        var frame = CaptureFrame(
            payload: contents.payload, time: time, sequenceNumber: newest.sequenceNumber,
            drops: undeliveredDrops)
        frame.picture = contents.picture
        frame.missingPicture = contents.missingPicture
        frame.part = contents.part
        return frame
    }

    /// Hands a copy of a buffer to those who want it.
    private func handToReceivers(_ buffer: FilledBuffer, takenAt time: Duration, _ parts: Parts) {
        let wanting = bufferReceivers.filter(\.wantsBuffers)
        guard !wanting.isEmpty, let bytes = parts.ring.bytes(of: buffer) else { return }
        let copy = CaptureBuffer(
            contents: parts.reader.bufferContents(of: bytes), time: time,
            sequenceNumber: buffer.sequenceNumber, zoom: device.softwareZoom, mask: bufferMask)
        for receiver in wanting { receiver.receive(copy) }
    }

    private func giveBack(_ buffer: FilledBuffer, to node: VideoNode) throws(SystemFailure) {
        drop(.late)
        try handOver(buffer, to: node)
    }

    private func handOver(_ buffer: FilledBuffer, to node: VideoNode) throws(SystemFailure) {
        handedOver[buffer.index] = MonotonicClock.now
        try node.queueBuffer(buffer.index)
    }

    private func countGap(before buffer: FilledBuffer) {
        defer { last = buffer }
        guard let last else { return }
        let missing = buffer.sequenceNumber - last.sequenceNumber - 1
        guard missing > 0 else { return }
        drop(
            hadNoBuffer(between: last, and: buffer, missing: missing) ? .outOfBuffers : .discontinuity,
            count: missing)
    }

    /// Whether the driver had no buffer for the first of the pictures that are missing. It fills them in the order in
    /// which it gets them, so that the one filled next is the one that was there, or was not, when that picture came.
    private func hadNoBuffer(between last: FilledBuffer, and next: FilledBuffer, missing: Int) -> Bool {
        guard let before = last.time, let after = next.time, let handed = handedOver[next.index] else {
            return false
        }
        return handed > before + (after - before) / (missing + 1)
    }

    private func drop(_ reason: CaptureDropReason, count: Int = 1) {
        undeliveredDrops[reason, default: 0] += count
    }
}

extension VideoNode {
    /// The next filled buffer, or nil if there is none.
    ///
    /// - Parameters:
    ///   - last: The driver's time of the one before. Another one of that time has none when it is long over: in a driver that hangs it
    ///     stands still, and with it would all that depends on how long ago something was seen.
    ///   - most: How far its time may be ahead of the clock; one that is further has none.
    fileprivate func nextBuffer(
        after last: inout Duration?, ahead most: Duration
    ) throws(SystemFailure) -> FilledBuffer? {
        do {
            var buffer = try dequeueBuffer()
            // One frame of a time to come would have all that follow it be late.
            let now = MonotonicClock.now
            if let time = buffer.time {
                let standsStill = time == last && now - time > CameraStream.longestDelivery
                if standsStill || !(.zero...now + most).contains(time) { buffer.time = nil }
                last = time
            }
            return buffer
        } catch {
            guard error.number == EAGAIN else { throw error }
            return nil
        }
    }
}

extension Duration {
    /// In milliseconds, rounded up, for the system's calls.
    fileprivate var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        return Int32(
            clamping: max(0, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}
