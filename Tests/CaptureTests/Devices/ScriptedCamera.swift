import CVideo4Linux
import Glibc
import Synchronization

@testable import Capture

/// A kernel with one camera at every node, that answers as a script says.
final class ScriptedCamera: Sendable {
    struct Picture {
        var bytes: [UInt8]
        var sequenceNumber = 0
        var flags = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
        var time = 1.5
    }

    struct Format {
        var code: String
        var width: Int
        var height: Int
        var rates = [30]
    }

    struct Knob {
        var type = V4L2_CTRL_TYPE_INTEGER
        var name = "Knob"
        var minimum = 0
        var maximum = 100
        var step = 1
        var flags: UInt32 = 0
        var value = 0
        /// Names of a menu's entries, numbers in a menu of numbers.
        var menu: [Int: String] = [:]
        /// Of a rectangle: least, greatest and what it is.
        var rectangles: (least: v4l2_rect, greatest: v4l2_rect, value: v4l2_rect)?
        /// A camera that takes no value but says that it does.
        var isStubborn = false
    }

    struct State {
        var driver = "uvcvideo"
        var card = "Camera"
        var bus = "usb-1"
        var capabilities: UInt32 = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        /// What single nodes have instead, by path.
        var otherCapabilities: [String: UInt32] = [:]
        var otherBuses: [String: String] = [:]
        var formats = [Format(code: "GREY", width: 4, height: 2)]
        /// What the driver makes of a request for a format.
        var answer: (@Sendable (inout v4l2_pix_format) -> Void)?
        var controls: [UInt32: Knob] = [:]
        var pictures: [Picture] = []
        /// Makes one for who waits when there is none; nil if none has come either.
        var makePicture: (@Sendable () -> Picture?)?
        /// How many were fetched.
        var delivered = 0
        /// Error numbers by request, or by "open", "map", "poll".
        var failures: [String: Int32] = [:]
        /// The error after the last picture; EAGAIN while there may be more.
        var end: Int32 = EAGAIN
        /// Paths by file.
        var files: [Int32: String] = [:]
        var nextFile: Int32 = 100
        var queued: [Int] = []
        var buffers: [Int: Int] = [:]
        var bufferLength = 4096
        /// How many buffers the driver has, if not as many as are asked for.
        var bufferCount: Int?
        /// What S_PRIORITY was asked for.
        var priorities: [UInt32] = []
        /// Sizes that the driver was set to, in order.
        var sizes: [String] = []
        var interval = v4l2_fract(numerator: 1, denominator: 30)
        /// Whether the driver tells of its controls' values.
        var hasEvents = false
        /// Events that wait, by file that asked for some.
        var events: [Int32: Int] = [:]
        var isStreaming = false
        var mappings = 0
    }

    let state = Mutex(State())
    /// Whether it obeys who sets something; if not, they wait until it does.
    private let obedience = Mutex((obeys: true, waiting: 0))
    private let registry = DeviceRegistry()
    private let mostAhead: Duration?

    /// - Parameter mostAhead: How far pictures' times may be ahead of the clock; nil for what is usual.
    init(mostAhead: Duration? = nil) { self.mostAhead = mostAhead }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// Sets a control as the camera itself does.
    func turn(_ control: ControlID, to value: Int) {
        change { state in
            state.controls[control.rawValue]?.value = value
            for file in state.events.keys { state.events[file, default: 0] += 1 }
        }
    }

    func rectangle(_ control: ControlID) -> NodeRectangle? {
        state.withLock { state in
            (state.controls[control.rawValue]?.rectangles?.value).map {
                NodeRectangle(
                    left: Int($0.left), top: Int($0.top), width: Int($0.width), height: Int($0.height))
            }
        }
    }

    func value(_ control: ControlID) -> Int? { state.withLock { $0.controls[control.rawValue]?.value } }

    /// Has it obey, or let those wait who set something.
    func obey(_ obeys: Bool) { obedience.withLock { $0.obeys = obeys } }

    /// How many wait for it to obey.
    var waitingForObedience: Int { obedience.withLock { $0.waiting } }

    private func waitForObedience() {
        obedience.withLock { $0.waiting += 1 }
        while !obedience.withLock({ $0.obeys }) { usleep(1000) }
        obedience.withLock { $0.waiting -= 1 }
    }

    var priorities: [UInt32] { state.withLock { $0.priorities } }

    var delivered: Int { state.withLock { $0.delivered } }

    var sizes: [String] { state.withLock { $0.sizes } }

    var isStreaming: Bool { state.withLock { $0.isStreaming } }

    /// Nothing is open, mapped or running.
    var isReleased: Bool { state.withLock { $0.files.isEmpty && $0.mappings == 0 && !$0.isStreaming } }

    func system(folders: DeviceFolders = DeviceFolders()) -> DeviceSystem {
        var system = DeviceSystem(calls: { [self] in answer($0) }, folders: folders, registry: registry)
        if let mostAhead { system.mostAhead = mostAhead }
        return system
    }

    func device(path: String = "/dev/video0", folders: DeviceFolders = DeviceFolders()) -> CaptureDevice {
        CaptureDevice(
            NodeDescription(
                path: path, number: 0, name: "Camera", driver: "uvcvideo", bus: "usb-1", index: 0),
            system: system(folders: folders))
    }

    private func answer(_ call: SystemCall) -> Int {
        if case .ioctl(_, CVideo4LinuxSetControl, _) = call { waitForObedience() }
        if case .ioctl(_, CVideo4LinuxSetControls, _) = call { waitForObedience() }
        let answer = stateAnswer(call)
        // Whoever polls again and again leaves the processor to others.
        switch call {
        case .poll(_, let milliseconds), .pollEvents(_, let milliseconds):
            if answer == 0, milliseconds > 0 { usleep(1000) }
        default: break
        }
        return answer
    }

    private func stateAnswer(_ call: SystemCall) -> Int {
        state.withLock { state in
            switch call {
            case .open(let path):
                if let number = state.failures["open \(path)"] ?? state.failures["open"] {
                    return -Int(number)
                }
                state.nextFile += 1
                state.files[state.nextFile] = path
                return Int(state.nextFile)
            case .close(let file):
                state.files[file] = nil
                state.events[file] = nil
                return 0
            case .map(_, let length, let offset):
                if let number = state.failures["map"] { return -Int(number) }
                let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 16)
                state.buffers[offset] = Int(bitPattern: memory)
                state.mappings += 1
                return Int(bitPattern: memory)
            case .unmap(let address, _):
                UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
                state.mappings -= 1
                return 0
            // A camera takes no pictures.
            case .write, .mapForWriting, .pollQueues: return -Int(EINVAL)
            case .poll:
                if let number = state.failures["poll"] { return -Int(number) }
                if state.pictures.isEmpty, let picture = state.makePicture?() { state.pictures = [picture] }
                return state.pictures.isEmpty && state.end == EAGAIN ? 0 : 1
            case .pollEvents(let file, _):
                if let number = state.failures["poll"] { return -Int(number) }
                return state.events[file, default: 0] > 0 ? 1 : 0
            case .ioctl(let file, let request, let argument):
                guard let path = state.files[file] else { return -Int(EBADF) }
                return -Int(state.answer(request, argument, path: path, file: file))
            }
        }
    }
}
