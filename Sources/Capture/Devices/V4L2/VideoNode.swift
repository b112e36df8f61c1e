import CVideo4Linux
import Glibc

/// One open video node: the kernel's requests as functions of values.
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
            driver: Self.text(answer.driver), card: Self.text(answer.card), bus: Self.text(answer.bus_info),
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

    /// Most entries of one list: a driver that never says "no more" is not believed for ever.
    static let mostEntries: UInt32 = 1024

    /// The text in a C array of characters, up to its zero.
    static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
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
