import Glibc
import MetadataOutput

/// An encoder's buffers and what is on its way through them.
///
/// The one owner of both: with it the encoder stops, and its memory is the driver's again. There is never more memory than
/// that of the two queues, whatever the encoder does.
struct EncoderSession: ~Copyable {
    /// One of the encoder's queues: its buffers, mapped, in order.
    private struct Buffers {
        var mappings: [[NodeMapping]] = []
    }

    /// Beyond what an encoder needs itself, so that one can be filled while another is encoded.
    private static let spareCount = 2
    private static let mostCount = 16
    private static let codedCount = 4

    private let codec: CodecNode
    private let wishes: EncoderWishes
    private let layout: PlanarLayout
    private let canForceKeyFrames: Bool
    private var pictures = Buffers()
    private var coded = Buffers()
    /// Buffers that are nobody's: the next pictures'.
    private var free: [Int] = []
    private var hasEnded = false
    /// Pictures that have gone in and not come out.
    private var pendingCount = 0

    /// Makes it ready for pictures.
    ///
    /// - Throws: EINVAL of `VIDIOC_S_FMT`, if it cannot have such pictures, besides what the driver says.
    static func start(
        on codec: CodecNode, coded format: PixelFormat, _ wishes: EncoderWishes, source: PixelFormat?,
        matrix: YUVEncoding.Matrix
    ) throws(SystemFailure) -> EncoderSession {
        let unable = SystemFailure(operation: "VIDIOC_S_FMT", number: EINVAL)
        let (width, height) = (wishes.width, wishes.height)
        // What an intra picture may have at worst is about that of its samples.
        let made = try codec.setFormat(
            .coded, format, width: width, height: height, byteCount: max(1 << 16, width * height))
        let offered = Set(codec.pixelFormats(.pictures))
        let known = ([source].compactMap { $0 } + PlanarLayout.formats).first { offered.contains($0) }
        guard made.pixelFormat == format, let known else { throw unable }
        let taken = try codec.setFormat(.pictures, known, width: width, height: height, matrix: matrix)
        guard taken.pixelFormat == known, taken.width >= width, taken.height >= height,
            let layout = PlanarLayout(known, bytesPerRow: taken.bytesPerRow, height: taken.height)
        else { throw unable }
        if (taken.width, taken.height) != (width, height) {
            // Else what was added for the encoder's sake would be seen.
            let visible = NodeRectangle(left: 0, top: 0, width: width, height: height)
            guard try codec.setVisible(visible) == visible else { throw unable }
        }
        try? codec.setFrameRate(wishes.frameRate)
        wishes.apply(to: codec.node)
        // From here on its deinit gives back what there is, also when one of the steps fails.
        var session = EncoderSession(codec, wishes, layout)
        try session.begin()
        return session
    }

    private init(_ codec: CodecNode, _ wishes: EncoderWishes, _ layout: PlanarLayout) {
        (self.codec, self.wishes, self.layout) = (codec, wishes, layout)
        canForceKeyFrames = (try? codec.node.control(.forceKeyFrame)) != nil
    }

    private mutating func begin() throws(SystemFailure) {
        let least = (try? codec.node.value(of: .leastBuffersForOutput)) ?? 1
        try request(min(max(least, 1) + Self.spareCount, Self.mostCount), .pictures)
        try request(Self.codedCount, .coded)
        free = Array(pictures.mappings.indices)
        for index in coded.mappings.indices { try codec.queueBuffer(index, .coded) }
        try codec.start(.pictures)
        try codec.start(.coded)
    }

    deinit {
        // Each of these fails if the encoder is gone, and there is nothing left to do about it then.
        try? codec.stop(.pictures)
        try? codec.stop(.coded)
        for mappings in pictures.mappings + coded.mappings { codec.unmap(mappings) }
        _ = try? codec.requestBuffers(0, .pictures)
        _ = try? codec.requestBuffers(0, .coded)
    }

    private mutating func request(_ count: Int, _ queue: CodecNode.Queue) throws(SystemFailure) {
        let granted = min(try codec.requestBuffers(count, queue), 32)
        guard granted > 0 else { throw SystemFailure(operation: "VIDIOC_REQBUFS", number: ENOMEM) }
        for index in 0..<granted {
            let mappings = try codec.mapBuffer(index, queue)
            switch queue {
            case .pictures: pictures.mappings.append(mappings)
            case .coded: coded.mappings.append(mappings)
            }
        }
    }

    // MARK: - Pictures

    mutating func add(
        _ samples: StillSamples, stamp: Int, isKeyFrame: Bool
    ) throws(SystemFailure) -> [HardwareEncoder.Coded] {
        var made: [HardwareEncoder.Coded] = []
        try collect(into: &made)
        let end = SuspendingClock.now + HardwareEncoder.patience
        while free.isEmpty { try wait(until: end, into: &made) }
        let index = free.removeFirst()
        let planes = pictures.mappings[index].map {
            UnsafeMutableRawBufferPointer(
                start: UnsafeMutableRawPointer(bitPattern: $0.address), count: $0.length)
        }
        guard (samples.width, samples.height) == (wishes.width, wishes.height),
            let format = PixelFormat(name: samples.layout.rawValue),
            let source = PlanarLayout(format, bytesPerRow: [samples.bytesPerRow], height: samples.height),
            layout.fits(width: wishes.width, height: wishes.height, in: planes.map(\.count))
        else { throw SystemFailure(operation: "VIDIOC_QBUF", number: EINVAL) }
        source.copy(samples.bytes, width: wishes.width, height: wishes.height, to: planes, as: layout)
        if isKeyFrame, canForceKeyFrames { try? codec.node.setValue(1, of: .forceKeyFrame) }
        let used = zip(layout.byteCounts, planes).map { min($0, $1.count) }
        try codec.queueBuffer(index, .pictures, used: used, stamp: stamp)
        pendingCount += 1
        try collect(into: &made)
        return made
    }

    mutating func finish() throws(SystemFailure) -> [HardwareEncoder.Coded] {
        var made: [HardwareEncoder.Coded] = []
        // Old drivers do not know it, and have no pictures that they keep.
        let isTold = (try? codec.drain()) != nil
        let end = SuspendingClock.now + HardwareEncoder.patience
        try collect(into: &made)
        while isTold ? !hasEnded : pendingCount > 0 { try wait(until: end, into: &made) }
        return made
    }

    private mutating func wait(
        until end: SuspendingClock.Instant, into made: inout [HardwareEncoder.Coded]
    ) throws(SystemFailure) {
        guard SuspendingClock.now < end else { throw SystemFailure(operation: "poll", number: ETIMEDOUT) }
        // It may have nothing to say at once, with nothing to be encoded.
        if try !codec.wait(milliseconds: 50) { usleep(1000) }
        try collect(into: &made)
    }

    private mutating func nextCoded() throws(SystemFailure) -> CodecBuffer? {
        guard !hasEnded else { return nil }
        do throws(SystemFailure) {
            return try codec.dequeueBuffer(.coded)
        } catch {
            guard error.number == EPIPE else { throw error }
            // Not every driver marks the last one.
            hasEnded = true
            return nil
        }
    }

    /// Takes what the encoder is done with, without waiting.
    private mutating func collect(into made: inout [HardwareEncoder.Coded]) throws(SystemFailure) {
        while let buffer = try nextCoded() {
            guard coded.mappings.indices.contains(buffer.index),
                let memory = coded.mappings[buffer.index].first
            else { throw SystemFailure(operation: "VIDIOC_DQBUF", number: EINVAL) }
            let end = min(buffer.end, memory.length)
            if buffer.isDamaged || end > buffer.start {
                let bytes = UnsafeRawBufferPointer(
                    start: UnsafeRawPointer(bitPattern: memory.address), count: memory.length)
                made.append(
                    HardwareEncoder.Coded(
                        bytes: buffer.isDamaged ? [] : Array(bytes[max(0, buffer.start)..<end]),
                        stamp: buffer.stamp, isKeyFrame: buffer.isKeyFrame))
                pendingCount -= 1
            }
            hasEnded = buffer.isLast
            if !hasEnded { try codec.queueBuffer(buffer.index, .coded) }
        }
        while let buffer = try codec.dequeueBuffer(.pictures) {
            guard pictures.mappings.indices.contains(buffer.index), !free.contains(buffer.index) else {
                throw SystemFailure(operation: "VIDIOC_DQBUF", number: EINVAL)
            }
            free.append(buffer.index)
        }
    }
}
