import CVideo4Linux
import Decoders
import Glibc
import MetadataOutput
import Synchronization

@testable import Capture

/// An encoder that a test answers for in the kernel's place. What it makes is H.264: openh264's.
final class ScriptedEncoder: Sendable {
    struct State {
        // What it is.
        /// Whether pictures are several pieces of memory, or may be.
        var hasSeveralPlanes = false
        var pictureFormats = ["NV12"]
        var codedFormats = ["H264"]
        /// Sizes are multiples of it.
        var alignment = 2
        var mostWidth = 4096
        var canCrop = true
        /// Pictures that it keeps before the first comes out.
        var delay = 0
        /// Whether parameters come in a buffer of their own, once.
        var hasSeparateHeaders = false
        /// Whether it can be told to finish, and whether it marks the last buffer.
        var canDrain = true
        var marksLast = true
        /// Its controls by number.
        var controls: [UInt32: Int] = [
            ControlID.bitRate.rawValue: 0, ControlID.keyFrameDistance.rawValue: 12,
            ControlID.h264Profile.rawValue: 0, ControlID.h264Level.rawValue: 0,
            ControlID.forceKeyFrame.rawValue: 0, ControlID.bFrameCount.rawValue: 2,
        ]
        // What goes wrong.
        /// Error numbers by request.
        var failures: [UInt: Int32] = [:]
        /// From this picture on nothing comes out.
        var hangsAt = Int.max
        /// From this picture on it takes none.
        var failsAt = Int.max
        /// Pictures that are damaged, left out, or come late.
        var damaged: Set<Int> = []
        var skipped: Set<Int> = []
        // What has become of it.
        var files: Set<Int32> = []
        var mappings: [Int: Int] = [:]
        var queues = [Queue(), Queue()]
        var count = 0
        var sinceKey = Int.max
        var waiting: [(bytes: [UInt8], time: timeval, isKey: Bool, isDamaged: Bool)] = []
        var isDraining = false
        var isOver = false
        var rate = v4l2_fract()
        var visible: v4l2_rect?
        var openCount = 0
        var mostMapped = 0
    }

    struct Queue {
        var code = ""
        var width = 0
        var height = 0
        var bufferCount = 0
        var isRunning = false
        /// Buffers that it has, and is done with.
        var queued: [Int] = []
        var done: [CodecBuffer] = []
    }

    let state = Mutex(State())
    let nodes: ScriptedNodes
    private let encoder = Mutex<H264Encoder?>(H264Encoder())

    init() throws {
        nodes = try ScriptedNodes()
        try nodes.add(11)
    }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    var encoders: HardwareEncoders { HardwareEncoders(system) }
    var system: DeviceSystem { DeviceSystem(calls: { [self] in answer($0) }, folders: nodes.folders) }

    /// Nothing is open, mapped or running.
    var isReleased: Bool {
        state.withLock { state in
            state.files.isEmpty && state.mappings.isEmpty && !state.queues.contains { $0.isRunning }
        }
    }

    private func answer(_ call: SystemCall) -> Int {
        switch call {
        case .pollQueues(_, let milliseconds):
            let isReady = state.withLock { $0.queues.contains { !$0.done.isEmpty } }
            if !isReady, milliseconds > 0 { usleep(1000) }
            return isReady ? Int(POLLIN) : 0
        case .open:
            return state.withLock { state in
                state.openCount += 1
                state.files.insert(Int32(state.openCount))
                return state.openCount
            }
        case .close(let file):
            state.withLock { _ = $0.files.remove(file) }
            return 0
        case .map(_, let length, let offset), .mapForWriting(_, let length, let offset):
            let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 16)
            state.withLock { state in
                state.mappings[offset] = Int(bitPattern: memory)
                state.mostMapped = max(state.mostMapped, state.mappings.count)
            }
            return Int(bitPattern: memory)
        case .unmap(let address, _):
            UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
            state.withLock { state in state.mappings = state.mappings.filter { $0.value != address } }
            return 0
        case .ioctl(_, let request, let argument):
            return state.withLock { state in
                if let number = state.failures[request] { return -Int(number) }
                return -Int(answer(request, argument, &state))
            }
        case .write, .poll, .pollEvents: return -Int(EINVAL)
        }
    }

    private func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer, _ state: inout State) -> Int32 {
        switch request {
        case CVideo4LinuxQueryCapability:
            let capability = argument.assumingMemoryBound(to: v4l2_capability.self)
            let kind = state.hasSeveralPlanes ? V4L2_CAP_VIDEO_M2M_MPLANE : V4L2_CAP_VIDEO_M2M
            capability.pointee.capabilities = UInt32(V4L2_CAP_DEVICE_CAPS)
            capability.pointee.device_caps = UInt32(kind) | UInt32(V4L2_CAP_STREAMING)
        case CVideo4LinuxQueryControl:
            let entry = argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self)
            guard state.controls[entry.pointee.id] != nil else { return EINVAL }
            let isMenu = [ControlID.h264Profile, .h264Level].contains { $0.rawValue == entry.pointee.id }
            entry.pointee.type = (isMenu ? V4L2_CTRL_TYPE_MENU : V4L2_CTRL_TYPE_INTEGER).rawValue
            (entry.pointee.minimum, entry.pointee.maximum) = (0, 4_000_000)
        case CVideo4LinuxSetControl:
            let entry = argument.assumingMemoryBound(to: v4l2_control.self)
            guard state.controls[entry.pointee.id] != nil else { return EINVAL }
            state.controls[entry.pointee.id] = Int(entry.pointee.value)
        case CVideo4LinuxGetControl: return EINVAL
        case CVideo4LinuxSetParameters:
            let parameters = argument.assumingMemoryBound(to: v4l2_streamparm.self)
            state.rate = parameters.pointee.parm.output.timeperframe
        case CVideo4LinuxSetSelection:
            guard state.canCrop else { return ENOTTY }
            state.visible = argument.assumingMemoryBound(to: v4l2_selection.self).pointee.r
        case CVideo4LinuxEncoderCommand:
            guard state.canDrain else { return ENOTTY }
            state.isDraining = true
            work(&state)
        default: return answerQueue(request, argument, &state)
        }
        return 0
    }

    /// 0 for pictures, 1 for what is coded; nil of the interface that it does not have.
    private func queue(_ type: UInt32, _ state: State) -> Int? {
        let types =
            state.hasSeveralPlanes
            ? [V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE, V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE]
            : [V4L2_BUF_TYPE_VIDEO_OUTPUT, V4L2_BUF_TYPE_VIDEO_CAPTURE]
        return types.firstIndex { $0.rawValue == type }
    }

    private func answerQueue(
        _ request: UInt, _ argument: UnsafeMutableRawPointer, _ state: inout State
    ) -> Int32 {
        switch request {
        case CVideo4LinuxEnumerateFormats:
            let entry = argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
            guard let queue = queue(entry.pointee.type, state) else { return EINVAL }
            let names = queue == 0 ? state.pictureFormats : state.codedFormats
            guard entry.pointee.index < names.count else { return EINVAL }
            entry.pointee.pixelformat = PixelFormat(name: names[Int(entry.pointee.index)])?.rawValue ?? 0
        case CVideo4LinuxSetFormat:
            let format = argument.assumingMemoryBound(to: v4l2_format.self)
            guard let queue = queue(format.pointee.type, state) else { return EINVAL }
            setFormat(&format.pointee, queue, &state)
        case CVideo4LinuxRequestBuffers:
            let wanted = argument.assumingMemoryBound(to: v4l2_requestbuffers.self)
            guard let queue = queue(wanted.pointee.type, state) else { return EINVAL }
            state.queues[queue].bufferCount = Int(wanted.pointee.count)
        case CVideo4LinuxStreamOn, CVideo4LinuxStreamOff:
            guard let queue = queue(argument.load(as: UInt32.self), state) else { return EINVAL }
            state.queues[queue].isRunning = request == CVideo4LinuxStreamOn
            if request == CVideo4LinuxStreamOff {
                (state.queues[queue].queued, state.queues[queue].done) = ([], [])
                (state.waiting, state.isDraining, state.isOver, state.sinceKey) = ([], false, false, .max)
            }
        case CVideo4LinuxQueryBuffer, CVideo4LinuxQueueBuffer, CVideo4LinuxDequeueBuffer:
            let buffer = argument.assumingMemoryBound(to: CVideo4LinuxBuffer.self)
            guard let queue = queue(buffer.pointee.buffer.type, state) else { return EINVAL }
            return answerBuffer(request, buffer, queue, &state)
        default: return ENOTTY
        }
        return 0
    }

    private func setFormat(_ format: inout v4l2_format, _ queue: Int, _ state: inout State) {
        let read = CVideo4LinuxReadFormat(&format)
        var code = PixelFormat(rawValue: read.code).name
        let known = queue == 0 ? state.pictureFormats : state.codedFormats
        if !known.contains(code) { code = known.first ?? "" }
        func aligned(_ size: UInt32) -> Int {
            (Int(size) + state.alignment - 1) / state.alignment * state.alignment
        }
        state.queues[queue].code = code
        state.queues[queue].width = min(aligned(read.width), state.mostWidth)
        state.queues[queue].height = aligned(read.height)
        if queue == 0 { state.visible = nil }
        CVideo4LinuxWriteFormat(
            &format, PixelFormat(name: code)?.rawValue ?? 0, UInt32(state.queues[queue].width),
            UInt32(state.queues[queue].height), 1 << 16, 0, 0, 0)
        let rows = bytesPerRow(state.queues[queue])
        if state.hasSeveralPlanes {
            format.fmt.pix_mp.num_planes = UInt8(rows.count)
            format.fmt.pix_mp.plane_fmt.0.bytesperline = UInt32(rows[0])
            if rows.count > 1 { format.fmt.pix_mp.plane_fmt.1.bytesperline = UInt32(rows[1]) }
            if rows.count > 2 { format.fmt.pix_mp.plane_fmt.2.bytesperline = UInt32(rows[2]) }
        } else {
            format.fmt.pix.bytesperline = UInt32(rows[0])
        }
    }

    /// Longer than they need to be.
    private func bytesPerRow(_ queue: Queue) -> [Int] {
        let row = queue.width + 32
        switch queue.code {
        case "NM12", "NM21": return [row, row]
        case "YM12", "YM21": return [row, row / 2 + 8, row / 2 + 8]
        default: return [row]
        }
    }

    private func lengths(_ queue: Int, _ state: State) -> [Int] {
        guard queue == 0 else { return [1 << 16] }
        let format = state.queues[0]
        let layout = PixelFormat(name: format.code).flatMap {
            PlanarLayout($0, bytesPerRow: bytesPerRow(format), height: format.height)
        }
        return layout?.byteCounts ?? []
    }

    private func offset(_ queue: Int, _ index: Int, _ plane: Int) -> Int {
        (queue * 64 + index * 4 + plane) << 12
    }

    private func memory(_ queue: Int, _ index: Int, _ plane: Int, _ state: State) -> UnsafeMutableRawPointer?
    {
        UnsafeMutableRawPointer(bitPattern: state.mappings[offset(queue, index, plane)] ?? 0)
    }

    private func answerBuffer(
        _ request: UInt, _ buffer: UnsafeMutablePointer<CVideo4LinuxBuffer>, _ queue: Int,
        _ state: inout State
    ) -> Int32 {
        let index = Int(buffer.pointee.buffer.index)
        switch request {
        case CVideo4LinuxQueryBuffer:
            let lengths = lengths(queue, state)
            if state.hasSeveralPlanes {
                buffer.pointee.buffer.length = UInt32(lengths.count)
                for (plane, length) in lengths.enumerated() {
                    buffer.pointee.buffer.m.planes[plane].length = UInt32(length)
                    buffer.pointee.buffer.m.planes[plane].m.mem_offset = UInt32(offset(queue, index, plane))
                }
            } else {
                buffer.pointee.buffer.length = UInt32(lengths[0])
                buffer.pointee.buffer.m.offset = UInt32(offset(queue, index, 0))
            }
        case CVideo4LinuxQueueBuffer:
            guard index < state.queues[queue].bufferCount, !state.queues[queue].queued.contains(index) else {
                return EINVAL
            }
            guard queue == 0 else {
                state.queues[1].queued.append(index)
                work(&state)
                return 0
            }
            guard state.count < state.failsAt else { return EIO }
            take(index, buffer.pointee.buffer.timestamp, &state)
        default:
            guard !state.queues[queue].done.isEmpty else {
                return queue == 1 && state.isOver ? EPIPE : EAGAIN
            }
            let done = state.queues[queue].done.removeFirst()
            buffer.pointee.buffer.index = UInt32(done.index)
            buffer.pointee.buffer.timestamp = timeval(
                tv_sec: done.stamp / 1_000_000, tv_usec: done.stamp % 1_000_000)
            CVideo4LinuxFillPlane(buffer, 0, UInt32(done.end))
            var flags: UInt32 = 0
            if done.isDamaged { flags |= UInt32(V4L2_BUF_FLAG_ERROR) }
            if done.isKeyFrame { flags |= UInt32(V4L2_BUF_FLAG_KEYFRAME) }
            if done.isLast { flags |= UInt32(V4L2_BUF_FLAG_LAST) }
            buffer.pointee.buffer.flags = flags
        }
        return 0
    }

    // MARK: - Encoding

    private func take(_ index: Int, _ time: timeval, _ state: inout State) {
        let number = state.count
        state.count += 1
        if number >= state.hangsAt {
            state.queues[0].queued.append(index)
            return
        }
        let distance = state.controls[ControlID.keyFrameDistance.rawValue] ?? .max
        let isForced = state.controls[ControlID.forceKeyFrame.rawValue] == 1
        if isForced { state.controls[ControlID.forceKeyFrame.rawValue] = 0 }
        let isKey = isForced || state.sinceKey >= distance
        state.queues[0].done.append(
            CodecBuffer(
                index: index, start: 0, end: 0, stamp: 0, isDamaged: false, isKeyFrame: false, isLast: false))
        // What is left out is no reference of later ones.
        guard !state.skipped.contains(number) else { return }
        let frame = encoded(index, isKey: isKey, state)
        state.sinceKey = isKey ? 1 : state.sinceKey + 1
        var parts = [frame.bytes]
        if state.hasSeparateHeaders, frame.isKeyFrame {
            let units = Self.units(frame.bytes)
            let headers = units.filter { [7, 8].contains($0[4] & 0x1f) }
            parts = [units.filter { ![7, 8].contains($0[4] & 0x1f) }.flatMap { $0 }]
            if number == 0 { parts.insert(headers.flatMap { $0 }, at: 0) }
        }
        for part in parts {
            state.waiting.append((part, time, frame.isKeyFrame, state.damaged.contains(number)))
        }
        work(&state)
    }

    /// Gives out what may come out.
    private func work(_ state: inout State) {
        while state.waiting.count > (state.isDraining ? 0 : state.delay), !state.queues[1].queued.isEmpty {
            let next = state.waiting.removeFirst()
            let index = state.queues[1].queued.removeFirst()
            memory(1, index, 0, state)?.copyMemory(from: next.bytes, byteCount: next.bytes.count)
            let isLast = state.isDraining && state.waiting.isEmpty
            state.queues[1].done.append(
                CodecBuffer(
                    index: index, start: 0, end: next.bytes.count,
                    stamp: next.time.tv_sec * 1_000_000 + next.time.tv_usec, isDamaged: next.isDamaged,
                    isKeyFrame: next.isKey, isLast: isLast && state.marksLast))
            if isLast { state.isOver = true }
        }
        if state.isDraining, state.waiting.isEmpty, !state.isOver, !state.queues[1].queued.isEmpty {
            // Nothing was left: an empty one.
            let index = state.queues[1].queued.removeFirst()
            if state.marksLast {
                state.queues[1].done.append(
                    CodecBuffer(
                        index: index, start: 0, end: 0, stamp: 0, isDamaged: false, isKeyFrame: false,
                        isLast: true))
            }
            state.isOver = true
        }
    }

    private func encoded(_ index: Int, isKey: Bool, _ state: State) -> EncodedVideoFrame {
        let format = state.queues[0]
        let (width, height) = (
            Int(state.visible?.width ?? UInt32(format.width)),
            Int(state.visible?.height ?? UInt32(format.height))
        )
        // As the one picture in memory that openh264's wants.
        var bytes = [UInt8](repeating: 0, count: width * height * 3 / 2)
        if let layout = PixelFormat(name: format.code).flatMap({
            PlanarLayout($0, bytesPerRow: bytesPerRow(format), height: format.height)
        }) {
            for (number, component) in layout.components.enumerated() {
                guard let plane = memory(0, index, component.plane, state) else { continue }
                for row in 0..<(number == 0 ? height : height / 2) {
                    for column in 0..<(number == 0 ? width : width / 2) {
                        let sample = plane.load(
                            fromByteOffset: component.offset + row * component.bytesPerRow + column
                                * component.step, as: UInt8.self)
                        let place =
                            number == 0
                            ? row * width + column : width * height + row * width + 2 * column + number - 1
                        bytes[place] = sample
                    }
                }
            }
        }
        let samples = StillSamples(
            layout: .nv12, width: width, height: height, bytesPerRow: width, bytes: bytes)
        let request = VideoRequest(StillRequest(.samples(samples), views: []), isKeyFrame: isKey)
        let made = encoder.withLock { try? $0?.frame(request) }
        return made ?? EncodedVideoFrame(bytes: [], width: width, height: height, isKeyFrame: false)
    }

    /// The units of a frame, each with a start code of four bytes.
    private static func units(_ bytes: [UInt8]) -> [[UInt8]] {
        var units: [[UInt8]] = []
        for place in bytes.indices {
            if place + 4 < bytes.count, bytes[place...].starts(with: [0, 0, 0, 1]) { units.append([]) }
            if !units.isEmpty { units[units.count - 1].append(bytes[place]) }
        }
        return units
    }
}
