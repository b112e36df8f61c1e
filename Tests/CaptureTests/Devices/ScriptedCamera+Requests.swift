import CVideo4Linux
import Glibc

@testable import Capture

extension ScriptedCamera.State {
    /// Answers one request with an error number, 0 for none.
    mutating func answer(
        _ request: UInt, _ argument: UnsafeMutableRawPointer, path: String, file: Int32
    ) -> Int32 {
        if let name = Self.names[request], let number = failures[name] { return number }
        switch request {
        case CVideo4LinuxQueryCapability: return identify(argument, path: path)
        case CVideo4LinuxSetPriority:
            priorities.append(argument.load(as: UInt32.self))
            return 0
        case CVideo4LinuxEnumerateFormats, CVideo4LinuxEnumerateFrameSizes,
            CVideo4LinuxEnumerateFrameIntervals,
            CVideo4LinuxGetFormat, CVideo4LinuxSetFormat, CVideo4LinuxGetParameters,
            CVideo4LinuxSetParameters:
            return answerFormat(request, argument)
        case CVideo4LinuxQueryControl, CVideo4LinuxQueryMenu, CVideo4LinuxGetControl, CVideo4LinuxSetControl:
            return answerControl(request, argument)
        case CVideo4LinuxGetControls, CVideo4LinuxSetControls: return answerRectangle(request, argument)
        case CVideo4LinuxSubscribeEvent, CVideo4LinuxDequeueEvent:
            return answerEvent(request, argument, file: file)
        default: return answerStream(request, argument)
        }
    }

    private mutating func answerEvent(
        _ request: UInt, _ argument: UnsafeMutableRawPointer, file: Int32
    ) -> Int32 {
        guard hasEvents else { return ENOTTY }
        guard request == CVideo4LinuxDequeueEvent else {
            events[file] = events[file] ?? 0
            return 0
        }
        guard let waiting = events[file], waiting > 0 else { return ENOENT }
        events[file] = waiting - 1
        argument.assumingMemoryBound(to: v4l2_event.self).pointee.pending = UInt32(waiting - 1)
        return 0
    }

    private static let names: [UInt: String] = [
        CVideo4LinuxQueryCapability: "QUERYCAP", CVideo4LinuxSetFormat: "S_FMT",
        CVideo4LinuxSetParameters: "S_PARM",
        CVideo4LinuxGetParameters: "G_PARM", CVideo4LinuxRequestBuffers: "REQBUFS",
        CVideo4LinuxQueryBuffer: "QUERYBUF", CVideo4LinuxQueueBuffer: "QBUF",
        CVideo4LinuxDequeueBuffer: "DQBUF",
        CVideo4LinuxStreamOn: "STREAMON", CVideo4LinuxSetControl: "S_CTRL",
        CVideo4LinuxSetPriority: "S_PRIORITY",
    ]

    private func identify(_ argument: UnsafeMutableRawPointer, path: String) -> Int32 {
        let answer = argument.assumingMemoryBound(to: v4l2_capability.self)
        write(driver, to: &answer.pointee.driver)
        write(card, to: &answer.pointee.card)
        write(otherBuses[path] ?? bus, to: &answer.pointee.bus_info)
        answer.pointee.capabilities = UInt32(V4L2_CAP_DEVICE_CAPS) | UInt32(V4L2_CAP_VIDEO_CAPTURE)
        answer.pointee.device_caps = otherCapabilities[path] ?? capabilities
        return 0
    }

    private func write<Characters>(_ text: String, to characters: inout Characters) {
        withUnsafeMutableBytes(of: &characters) { $0.copyBytes(from: Array(text.utf8)) }
    }

    // MARK: Formats

    private func code(_ format: ScriptedCamera.Format) -> UInt32 {
        PixelFormat(name: format.code)?.rawValue ?? 0
    }

    private mutating func answerFormat(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        switch request {
        case CVideo4LinuxEnumerateFormats:
            let entry = argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
            var codes: [UInt32] = []
            for format in formats where !codes.contains(code(format)) { codes.append(code(format)) }
            guard entry.pointee.index < codes.count else { return EINVAL }
            entry.pointee.pixelformat = codes[Int(entry.pointee.index)]
        case CVideo4LinuxEnumerateFrameSizes:
            let entry = argument.assumingMemoryBound(to: v4l2_frmsizeenum.self)
            let sizes = formats.filter { code($0) == entry.pointee.pixel_format }
            guard entry.pointee.index < sizes.count else { return EINVAL }
            let size = sizes[Int(entry.pointee.index)]
            entry.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
            entry.pointee.discrete = v4l2_frmsize_discrete(
                width: UInt32(size.width), height: UInt32(size.height))
        case CVideo4LinuxEnumerateFrameIntervals:
            let entry = argument.assumingMemoryBound(to: v4l2_frmivalenum.self)
            let format = formats.first {
                code($0) == entry.pointee.pixel_format && $0.width == entry.pointee.width
                    && $0.height == entry.pointee.height
            }
            guard let format, entry.pointee.index < format.rates.count else { return EINVAL }
            entry.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
            let rate = format.rates[Int(entry.pointee.index)]
            entry.pointee.discrete = v4l2_fract(numerator: 1, denominator: UInt32(rate))
        case CVideo4LinuxGetFormat, CVideo4LinuxSetFormat:
            let format = argument.assumingMemoryBound(to: v4l2_format.self)
            let pixels = format.pointee.fmt.pix
            if request == CVideo4LinuxSetFormat { sizes.append("\(pixels.width)x\(pixels.height)") }
            format.pointee.fmt.pix.bytesperline = pixels.width
            format.pointee.fmt.pix.sizeimage = pixels.width * pixels.height * 2
            answer?(&format.pointee.fmt.pix)
        default:
            let parameters = argument.assumingMemoryBound(to: v4l2_streamparm.self)
            if request == CVideo4LinuxSetParameters,
                parameters.pointee.parm.capture.timeperframe.denominator > 0
            {
                interval = parameters.pointee.parm.capture.timeperframe
            }
            parameters.pointee.parm.capture.timeperframe = interval
        }
        return 0
    }

    // MARK: Controls

    private mutating func answerControl(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        switch request {
        case CVideo4LinuxQueryControl:
            let entry = argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self)
            let wanted = entry.pointee.id & ~UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
            let isNext = wanted != entry.pointee.id
            let id = isNext ? controls.keys.filter { $0 > wanted }.min() : wanted
            guard let id, let knob = controls[id] else { return EINVAL }
            entry.pointee.id = id
            entry.pointee.type = knob.type.rawValue
            (entry.pointee.minimum, entry.pointee.maximum) = (Int64(knob.minimum), Int64(knob.maximum))
            (entry.pointee.step, entry.pointee.flags) = (UInt64(knob.step), knob.flags)
            write(knob.name, to: &entry.pointee.name)
        case CVideo4LinuxQueryMenu:
            let entry = argument.assumingMemoryBound(to: v4l2_querymenu.self)
            guard let knob = controls[entry.pointee.id], let item = knob.menu[Int(entry.pointee.index)] else {
                return EINVAL
            }
            if knob.type == V4L2_CTRL_TYPE_INTEGER_MENU {
                entry.pointee.value = Int64(item) ?? 0
            } else {
                write(item, to: &entry.pointee.name)
            }
        default:
            let entry = argument.assumingMemoryBound(to: v4l2_control.self)
            guard let knob = controls[entry.pointee.id] else { return EINVAL }
            if request == CVideo4LinuxGetControl {
                entry.pointee.value = Int32(knob.value)
            } else if !knob.isStubborn {
                controls[entry.pointee.id]?.value = Int(entry.pointee.value)
            }
        }
        return 0
    }

    private mutating func answerRectangle(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        let rectangle = argument.assumingMemoryBound(to: CVideo4LinuxRectangle.self)
        let id = rectangle.pointee.control.id
        guard let known = controls[id]?.rectangles, rectangle.pointee.list.count == 1 else { return EINVAL }
        guard request == CVideo4LinuxGetControls else {
            controls[id]?.rectangles?.value = rectangle.pointee.value
            return 0
        }
        switch VideoNode.RectangleKind(rawValue: rectangle.pointee.list.which) {
        case .current: rectangle.pointee.value = known.value
        case .least: rectangle.pointee.value = known.least
        case .greatest: rectangle.pointee.value = known.greatest
        case nil: return EINVAL
        }
        return 0
    }

    // MARK: Stream

    private mutating func answerStream(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        let buffer = argument.assumingMemoryBound(to: v4l2_buffer.self)
        switch request {
        case CVideo4LinuxRequestBuffers:
            let wanted = argument.assumingMemoryBound(to: v4l2_requestbuffers.self)
            if let bufferCount, wanted.pointee.count > 0 { wanted.pointee.count = UInt32(bufferCount) }
            queued = []
        case CVideo4LinuxStreamOff: queued = []
        case CVideo4LinuxQueryBuffer:
            buffer.pointee.length = UInt32(bufferLength)
            buffer.pointee.m.offset = buffer.pointee.index * 4096
        case CVideo4LinuxQueueBuffer: queued.append(Int(buffer.pointee.index))
        case CVideo4LinuxDequeueBuffer:
            guard !pictures.isEmpty, !queued.isEmpty else { return end }
            let (picture, index) = (pictures.removeFirst(), queued.removeFirst())
            delivered += 1
            let memory = UnsafeMutableRawPointer(bitPattern: buffers[index * 4096] ?? 0)
            memory?.copyMemory(from: picture.bytes, byteCount: picture.bytes.count)
            buffer.pointee.index = UInt32(index)
            buffer.pointee.bytesused = UInt32(picture.bytes.count)
            buffer.pointee.sequence = UInt32(picture.sequenceNumber)
            buffer.pointee.flags = picture.flags
            buffer.pointee.timestamp = timeval(
                tv_sec: Int(picture.time), tv_usec: Int((picture.time - picture.time.rounded(.down)) * 1e6))
        case CVideo4LinuxStreamOn: isStreaming = true
        default: return ENOTTY
        }
        if request == CVideo4LinuxStreamOff { isStreaming = false }
        return 0
    }
}
