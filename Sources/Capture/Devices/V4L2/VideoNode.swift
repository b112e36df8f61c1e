import CVideo4Linux
import Glibc

/// One open video node: the kernel's requests as functions of values. Beside CodecNode
/// it is the only importer of the kernel's header.
///
/// The kernel serialises requests itself, so that one thread may stream while another sets controls.
final class VideoNode: Sendable {
    /// Where it was opened.
    let path: String
    let file: Int32
    let system: SystemCalls

    init(path: String, system: @escaping SystemCalls) throws(SystemFailure) {
        let answer = system(.open(path: path))
        guard answer >= 0 else { throw SystemFailure(operation: "open", number: Int32(-answer)) }
        self.path = path
        self.file = Int32(answer)
        self.system = system
    }

    deinit { _ = system(.close(file)) }

    /// Calls `body` with the open file, for a library that asks the camera itself.
    func withFile<R: ~Copyable, E: Error>(_ body: (Int32) throws(E) -> R) throws(E) -> R { try body(file) }

    /// - Parameter prepare: Is given the argument where it will stay during the request.
    func request<Argument>(
        _ name: String, _ number: UInt, _ argument: inout Argument,
        prepare: (UnsafeMutablePointer<Argument>) -> Void = { _ in }
    ) throws(SystemFailure) {
        let answer = withUnsafeMutablePointer(to: &argument) {
            prepare($0)
            return system(.ioctl(file, request: number, argument: UnsafeMutableRawPointer($0)))
        }
        guard answer >= 0 else { throw SystemFailure(operation: name, number: Int32(-answer)) }
    }

    // MARK: What it is

    func identity() throws(SystemFailure) -> NodeIdentity {
        var answer = v4l2_capability()
        try request("VIDIOC_QUERYCAP", CVideo4LinuxQueryCapability, &answer)
        let flags =
            answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
            ? answer.device_caps : answer.capabilities
        let codec = UInt32(V4L2_CAP_VIDEO_M2M) | UInt32(V4L2_CAP_VIDEO_M2M_MPLANE)
        let excluded = codec | UInt32(V4L2_CAP_META_CAPTURE)
        let output = UInt32(V4L2_CAP_VIDEO_OUTPUT) | UInt32(V4L2_CAP_READWRITE)
        let wanted = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        return NodeIdentity(
            driver: text(answer.driver), card: text(answer.card), bus: text(answer.bus_info),
            isCamera: flags & wanted == wanted && flags & excluded == 0,
            takesFrames: flags & output == output,
            isCodec: flags & codec != 0 && flags & UInt32(V4L2_CAP_STREAMING) != 0,
            hasSeveralPlanes: flags & UInt32(V4L2_CAP_VIDEO_M2M_MPLANE) != 0)
    }

    /// With `isHigh` other programs may neither change controls nor format.
    func setPriority(isHigh: Bool) throws(SystemFailure) {
        var priority = (isHigh ? V4L2_PRIORITY_RECORD : V4L2_PRIORITY_INTERACTIVE).rawValue
        try request("VIDIOC_S_PRIORITY", CVideo4LinuxSetPriority, &priority)
    }

    // MARK: Formats

    /// What it offers. A driver that never says "no more" is not believed for ever.
    func pixelFormats() -> [PixelFormat] {
        (0..<Self.mostEntries).firstValues { index in
            var entry = v4l2_fmtdesc()
            entry.index = index
            entry.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            guard (try? request("VIDIOC_ENUM_FMT", CVideo4LinuxEnumerateFormats, &entry)) != nil else {
                return nil
            }
            return PixelFormat(rawValue: entry.pixelformat)
        }
    }

    /// The sizes of a pixel format, each a single one or a range.
    func frameSizes(_ format: PixelFormat) -> [FrameSizes] {
        (0..<Self.mostEntries).firstValues { index in
            var entry = v4l2_frmsizeenum()
            entry.index = index
            entry.pixel_format = format.rawValue
            let number = CVideo4LinuxEnumerateFrameSizes
            guard (try? request("VIDIOC_ENUM_FRAMESIZES", number, &entry)) != nil else { return nil }
            if entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
                let (width, height) = (Int(entry.discrete.width), Int(entry.discrete.height))
                return FrameSizes(widths: width...width, heights: height...height)
            }
            let range = entry.stepwise
            // A range has one entry; later indices are refused by the kernel's rules, but not by every driver.
            guard index == 0, range.min_width <= range.max_width, range.min_height <= range.max_height else {
                return nil
            }
            return FrameSizes(
                widths: Int(range.min_width)...Int(range.max_width),
                heights: Int(range.min_height)...Int(range.max_height),
                widthStep: Int(range.step_width), heightStep: Int(range.step_height))
        }
    }

    func frameRates(_ format: PixelFormat, width: Int, height: Int) -> [FrameRateRange] {
        (0..<Self.mostEntries).firstValues { index in
            var entry = v4l2_frmivalenum()
            entry.index = index
            entry.pixel_format = format.rawValue
            (entry.width, entry.height) = (UInt32(width), UInt32(height))
            let number = CVideo4LinuxEnumerateFrameIntervals
            guard (try? request("VIDIOC_ENUM_FRAMEINTERVALS", number, &entry)) != nil else { return nil }
            if entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
                let interval = FrameInterval(entry.discrete)
                return FrameRateRange(shortest: interval, longest: interval)
            }
            guard index == 0 else { return nil }
            return FrameRateRange(
                shortest: FrameInterval(entry.stepwise.min), longest: FrameInterval(entry.stepwise.max))
        }
    }

    /// The format that is set now.
    func format() throws(SystemFailure) -> V4L2Format {
        var format = v4l2_format()
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        try request("VIDIOC_G_FMT", CVideo4LinuxGetFormat, &format)
        return V4L2Format(format)
    }

    /// Asks for a format; the answer is what the driver will deliver, which may be another.
    func setFormat(
        _ pixelFormat: PixelFormat, width: Int, height: Int
    ) throws(SystemFailure) -> V4L2Format {
        var format = Self.captureFormat(pixelFormat, width: width, height: height)
        try request("VIDIOC_S_FMT", CVideo4LinuxSetFormat, &format)
        return V4L2Format(format)
    }

    /// Says what will be written, rows without gaps, in video range; the answer is what the driver makes of that.
    func setOutputFormat(
        _ pixelFormat: PixelFormat, width: Int, height: Int
    ) throws(SystemFailure) -> V4L2Format {
        var format = Self.captureFormat(pixelFormat, width: width, height: height)
        format.type = V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
        format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
        format.fmt.pix.bytesperline = UInt32(width)
        format.fmt.pix.sizeimage = UInt32(width * height * 3 / 2)
        format.fmt.pix.colorspace = V4L2_COLORSPACE_SMPTE170M.rawValue
        try request("VIDIOC_S_FMT", CVideo4LinuxSetFormat, &format)
        return V4L2Format(format)
    }

    /// Says that pictures are going to be written; drivers that are only written to need not understand it.
    func startOutput() {
        var type = Int32(V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue)
        try? request("VIDIOC_STREAMON", CVideo4LinuxStreamOn, &type)
    }

    /// Writes a picture; false if the driver has no room for one at this moment.
    func write(_ picture: [UInt8]) throws(SystemFailure) -> Bool {
        let answer = picture.withUnsafeBytes { system(.write(file, bytes: $0)) }
        if answer == -Int(EAGAIN) { return false }
        guard answer >= 0 else { throw SystemFailure(operation: "write", number: Int32(-answer)) }
        return true
    }

    /// The kernel's own structure for a format, for whoever hands it to a library.
    static func structure(of format: V4L2Format) -> [UInt8] {
        var structure = captureFormat(format.pixelFormat, width: format.width, height: format.height)
        structure.fmt.pix.bytesperline = UInt32(format.bytesPerRow)
        structure.fmt.pix.sizeimage = UInt32(format.byteCount)
        return withUnsafeBytes(of: structure) { Array($0) }
    }

    private static func captureFormat(_ pixelFormat: PixelFormat, width: Int, height: Int) -> v4l2_format {
        var format = v4l2_format()
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        (format.fmt.pix.width, format.fmt.pix.height) = (UInt32(width), UInt32(height))
        format.fmt.pix.pixelformat = pixelFormat.rawValue
        format.fmt.pix.field = V4L2_FIELD_ANY.rawValue
        return format
    }

    /// The time between frames that is set now; nil where the driver does not say.
    func frameInterval() -> FrameInterval? {
        var parameters = v4l2_streamparm()
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        let answer: ()? = try? request("VIDIOC_G_PARM", CVideo4LinuxGetParameters, &parameters)
        guard answer != nil else { return nil }
        let interval = FrameInterval(parameters.parm.capture.timeperframe)
        return interval.seconds > 0 ? interval : nil
    }

    /// Asks for a time between frames; nil asks for the driver's own.
    func setFrameInterval(_ interval: FrameInterval?) throws(SystemFailure) {
        var parameters = v4l2_streamparm()
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        parameters.parm.capture.timeperframe = v4l2_fract(
            numerator: UInt32(interval?.numerator ?? 0), denominator: UInt32(interval?.denominator ?? 0))
        try request("VIDIOC_S_PARM", CVideo4LinuxSetParameters, &parameters)
    }

    // MARK: Streaming

    /// Asks for `count` buffers; the driver may give more or fewer. 0 gives them back.
    func requestBuffers(_ count: Int) throws(SystemFailure) -> Int {
        var wanted = v4l2_requestbuffers()
        wanted.count = UInt32(count)
        wanted.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        wanted.memory = V4L2_MEMORY_MMAP.rawValue
        try request("VIDIOC_REQBUFS", CVideo4LinuxRequestBuffers, &wanted)
        return Int(wanted.count)
    }

    /// Maps a buffer of the driver's for reading.
    func mapBuffer(_ index: Int) throws(SystemFailure) -> (address: Int, length: Int) {
        var buffer = Self.buffer(index)
        try request("VIDIOC_QUERYBUF", CVideo4LinuxQueryBuffer, &buffer)
        let length = Int(buffer.length)
        let address = system(.map(file, length: length, offset: Int(buffer.m.offset)))
        guard !(-4095..<0).contains(address) else {
            throw SystemFailure(operation: "mmap", number: Int32(-address))
        }
        return (address, length)
    }

    func unmap(address: Int, length: Int) {
        _ = system(.unmap(address: address, length: length))
    }

    /// Gives a buffer to the driver to be filled.
    func queueBuffer(_ index: Int) throws(SystemFailure) {
        var buffer = Self.buffer(index)
        try request("VIDIOC_QBUF", CVideo4LinuxQueueBuffer, &buffer)
    }

    /// Takes a filled buffer from the driver; EAGAIN if there is none.
    func dequeueBuffer() throws(SystemFailure) -> FilledBuffer {
        var buffer = Self.buffer(0)
        try request("VIDIOC_DQBUF", CVideo4LinuxDequeueBuffer, &buffer)
        let clock = buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
        let time = Duration.seconds(buffer.timestamp.tv_sec) + .microseconds(buffer.timestamp.tv_usec)
        return FilledBuffer(
            index: Int(buffer.index), byteCount: Int(buffer.bytesused), sequenceNumber: Int(buffer.sequence),
            isDamaged: buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0,
            time: clock == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC) ? time : nil)
    }

    private static func buffer(_ index: Int) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = UInt32(index)
        buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }

    func startStream() throws(SystemFailure) {
        var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        try request("VIDIOC_STREAMON", CVideo4LinuxStreamOn, &type)
    }

    func stopStream() throws(SystemFailure) {
        var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        try request("VIDIOC_STREAMOFF", CVideo4LinuxStreamOff, &type)
    }

    /// Waits for a filled buffer, an event or an error; false if none came in time.
    func wait(milliseconds: Int32) throws(SystemFailure) -> Bool {
        let answer = system(.poll(file, milliseconds: milliseconds))
        guard answer >= 0 else { throw SystemFailure(operation: "poll", number: Int32(-answer)) }
        return answer > 0
    }

    // MARK: Controls

    /// All controls, in the order of their identifiers.
    func controls() -> [NodeControl] {
        var last: UInt32 = 0
        return (0..<Self.mostEntries).firstValues { _ in
            let next = ControlID(rawValue: last | UInt32(V4L2_CTRL_FLAG_NEXT_CTRL))
            guard let control = try? control(next), control.id.rawValue > last else { return nil }
            last = control.id.rawValue
            return control
        }
    }

    /// One control; EINVAL if there is none.
    func control(_ id: ControlID) throws(SystemFailure) -> NodeControl {
        var entry = v4l2_query_ext_ctrl()
        entry.id = id.rawValue
        try request("VIDIOC_QUERY_EXT_CTRL", CVideo4LinuxQueryControl, &entry)
        return NodeControl(
            id: ControlID(rawValue: entry.id), type: entry.type, flags: entry.flags, name: text(entry.name),
            minimum: Int(entry.minimum), maximum: Int(entry.maximum), step: Int(clamping: entry.step),
            defaultValue: Int(entry.default_value))
    }

    /// The entries of a menu by value; of a menu of numbers each entry's number.
    func menu(of control: NodeControl) -> [NodeMenuItem] {
        guard control.kind == .menu || control.kind == .integerMenu,
            control.minimum >= 0, control.minimum <= control.maximum,
            control.maximum - control.minimum < Int(Self.mostEntries)
        else { return [] }
        return (control.minimum...control.maximum).compactMap { index in
            var entry = v4l2_querymenu()
            entry.id = control.id.rawValue
            entry.index = UInt32(index)
            // Entries that a camera does not have are left out by an error.
            guard (try? request("VIDIOC_QUERYMENU", CVideo4LinuxQueryMenu, &entry)) != nil else { return nil }
            let isNumber = control.kind == .integerMenu
            return NodeMenuItem(
                index: index, name: isNumber ? String(entry.value) : text(entry.name),
                number: isNumber ? Int(entry.value) : nil)
        }
    }

    func value(of control: ControlID) throws(SystemFailure) -> Int {
        var entry = v4l2_control(id: control.rawValue, value: 0)
        try request("VIDIOC_G_CTRL", CVideo4LinuxGetControl, &entry)
        return Int(entry.value)
    }

    func setValue(_ value: Int, of control: ControlID) throws(SystemFailure) {
        var entry = v4l2_control(id: control.rawValue, value: Int32(clamping: value))
        try request("VIDIOC_S_CTRL", CVideo4LinuxSetControl, &entry)
    }

    /// Which of a control's rectangles is meant (`V4L2_CTRL_WHICH_…`).
    enum RectangleKind: UInt32 {
        case current = 0
        case least = 0x0f02_0000
        case greatest = 0x0f03_0000
    }

    func rectangle(_ kind: RectangleKind, of control: ControlID) throws(SystemFailure) -> NodeRectangle {
        var argument = CVideo4LinuxRectangle()
        try request("VIDIOC_G_EXT_CTRLS", CVideo4LinuxGetControls, &argument) {
            CVideo4LinuxPrepare($0, kind.rawValue, control.rawValue)
        }
        let value = argument.value
        return NodeRectangle(
            left: Int(value.left), top: Int(value.top), width: Int(value.width), height: Int(value.height))
    }

    func setRectangle(_ rectangle: NodeRectangle, of control: ControlID) throws(SystemFailure) {
        var argument = CVideo4LinuxRectangle()
        argument.value = v4l2_rect(
            left: Int32(clamping: rectangle.left), top: Int32(clamping: rectangle.top),
            width: UInt32(clamping: rectangle.width), height: UInt32(clamping: rectangle.height))
        try request("VIDIOC_S_EXT_CTRLS", CVideo4LinuxSetControls, &argument) {
            CVideo4LinuxPrepare($0, RectangleKind.current.rawValue, control.rawValue)
        }
    }

    /// Has ``nextEvents(milliseconds:)`` tell of a control.
    func subscribe(to control: ControlID) throws(SystemFailure) {
        var wanted = v4l2_event_subscription()
        (wanted.type, wanted.id) = (UInt32(V4L2_EVENT_CTRL), control.rawValue)
        try request("VIDIOC_SUBSCRIBE_EVENT", CVideo4LinuxSubscribeEvent, &wanted)
    }

    /// Waits for events and takes all there are; false if none came in time.
    func nextEvents(milliseconds: Int32) throws(SystemFailure) -> Bool {
        let answer = system(.pollEvents(file, milliseconds: milliseconds))
        guard answer >= 0 else { throw SystemFailure(operation: "poll", number: Int32(-answer)) }
        var event = v4l2_event()
        // The first is asked for without a look at what poll said: an error there is the reason to give.
        if answer > 0 { try request("VIDIOC_DQEVENT", CVideo4LinuxDequeueEvent, &event) }
        while event.pending > 0 { try request("VIDIOC_DQEVENT", CVideo4LinuxDequeueEvent, &event) }
        return answer > 0
    }

    static let mostEntries: UInt32 = 1024
}

extension V4L2Format {
    fileprivate init(_ format: v4l2_format) {
        let pixels = format.fmt.pix
        self.init(
            pixelFormat: PixelFormat(rawValue: pixels.pixelformat), width: Int(pixels.width),
            height: Int(pixels.height), bytesPerRow: Int(pixels.bytesperline),
            byteCount: Int(pixels.sizeimage), encoding: YUVEncoding(pixels))
    }
}

extension YUVEncoding {
    /// What the driver says, or the kernel's rules where it leaves it to them (V4L2_MAP_YCBCR_ENC_DEFAULT,
    /// V4L2_MAP_QUANTIZATION_DEFAULT).
    fileprivate init(_ format: v4l2_pix_format) {
        let space = v4l2_colorspace(rawValue: format.colorspace)
        matrix =
            switch v4l2_ycbcr_encoding(rawValue: format.ycbcr_enc) {
            case V4L2_YCBCR_ENC_601, V4L2_YCBCR_ENC_XV601: .bt601
            case V4L2_YCBCR_ENC_709, V4L2_YCBCR_ENC_XV709: .bt709
            case V4L2_YCBCR_ENC_BT2020, V4L2_YCBCR_ENC_BT2020_CONST_LUM: .bt2020
            default:
                switch space {
                case V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_DCI_P3: .bt709
                case V4L2_COLORSPACE_BT2020: .bt2020
                default: .bt601
                }
            }
        isFullRange =
            switch v4l2_quantization(rawValue: format.quantization) {
            case V4L2_QUANTIZATION_FULL_RANGE: true
            case V4L2_QUANTIZATION_LIM_RANGE: false
            default: space == V4L2_COLORSPACE_JPEG
            }
    }
}

extension FrameInterval {
    fileprivate init(_ fraction: v4l2_fract) {
        self.init(numerator: Int(fraction.numerator), denominator: Int(fraction.denominator))
    }
}

extension Sequence {
    /// What `value` makes of the elements up to the first of which it makes nothing.
    func firstValues<Value>(_ value: (Element) -> Value?) -> [Value] {
        var values: [Value] = []
        for element in self {
            guard let next = value(element) else { break }
            values.append(next)
        }
        return values
    }
}

/// The text in a C array of characters, up to its zero.
private func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
