import CVideo4Linux
import Glibc
import Synchronization
import Testing

@testable import Capture

/// What is said to a device that pictures are written to.
@Suite struct LoopbackDeviceTests {
    /// The driver.
    private final class Driver: Sendable {
        struct State {
            var capabilities = UInt32(V4L2_CAP_VIDEO_OUTPUT) | UInt32(V4L2_CAP_READWRITE)
            var starts = 0
            var failures: [String: Int32] = [:]
            /// What it makes of every width.
            var width: UInt32?
            var sizes: [String] = []
            var pictures: [[UInt8]] = []
            var isOpen = false
        }

        let state = Mutex(State())

        func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

        func answer(_ call: SystemCall) -> Int {
            state.withLock { state in
                switch call {
                case .open:
                    if let number = state.failures["open"] { return -Int(number) }
                    state.isOpen = true
                    return 5
                case .close:
                    state.isOpen = false
                    return 0
                case .ioctl(_, let request, let argument):
                    if request == CVideo4LinuxQueryCapability {
                        argument.assumingMemoryBound(to: v4l2_capability.self).pointee.capabilities =
                            state.capabilities
                        return 0
                    }
                    if request == CVideo4LinuxStreamOn {
                        state.starts += 1
                        // As one answers that is only written to.
                        return -Int(EINVAL)
                    }
                    guard request == CVideo4LinuxSetFormat else { return -Int(ENOTTY) }
                    if let number = state.failures["format"] { return -Int(number) }
                    let format = argument.assumingMemoryBound(to: v4l2_format.self)
                    guard format.pointee.type == V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue else {
                        return -Int(EINVAL)
                    }
                    let picture = format.pointee.fmt.pix
                    if let width = state.width { format.pointee.fmt.pix.width = width }
                    state.sizes.append(
                        "\(PixelFormat(rawValue: picture.pixelformat)) \(picture.width)x\(picture.height)")
                    return 0
                case .write(_, let bytes):
                    if let number = state.failures["write"] { return -Int(number) }
                    state.pictures.append(Array(bytes))
                    return bytes.count
                case .map, .mapForWriting, .unmap, .poll, .pollEvents, .pollQueues: return -Int(EINVAL)
                }
            }
        }
    }

    private let driver = Driver()

    private func device() throws(CaptureError) -> LoopbackDevice {
        try LoopbackDevice(path: "/dev/video9", system: { [driver] in driver.answer($0) })
    }

    @Test func picturesAreWrittenInTheSizeThatWasAgreedOn() throws {
        do {
            let device = try device()
            let small = [UInt8](repeating: 1, count: 6)
            let large = [UInt8](repeating: 2, count: 12)
            for picture in [small, small, large] {
                #expect(try device.write(picture, width: picture.count / 3, height: 2))
            }
            let state = driver.state.withLock { $0 }
            #expect(state.sizes == ["NV12 2x2", "NV12 4x2"])
            #expect(state.pictures == [small, small, large])
            #expect(state.starts == 2)
        }
        #expect(!driver.state.withLock { $0.isOpen })
    }

    @Test func whatThereIsNoRoomForIsLeftOut() throws {
        let device = try device()
        driver.change { $0.failures["write"] = EAGAIN }
        #expect(try !device.write([1, 2, 3, 4, 5, 6], width: 2, height: 2))
        driver.change { $0.failures = [:] }
        #expect(try device.write([1, 2, 3, 4, 5, 6], width: 2, height: 2))
    }

    @Test(arguments: [
        (ENOENT, CaptureError.Code.deviceNotConnected, "/dev/video9 is not there: is v4l2loopback loaded?"),
        (EACCES, .applicationIsNotAuthorizedToUseDevice, ""),
        (EBUSY, .deviceInUseByAnotherApplication, "/dev/video9 is in use by another program"),
    ])
    func whatCannotBeOpenedIsSaid(number: Int32, code: CaptureError.Code, message: String) {
        driver.change { $0.failures["open"] = number }
        let error = #expect(throws: CaptureError.self) { try device() }
        #expect(error?.code == code)
        #expect(error?.message.hasPrefix(message) == true)
    }

    @Test func aCameraTakesNone() {
        driver.change { $0.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_READWRITE) }
        let error = #expect(throws: CaptureError.self) { try device() }
        #expect(error?.code == .unsupported)
        #expect(!driver.state.withLock { $0.isOpen })
    }

    /// As one does that somebody reads already in another size.
    @Test func anotherSizeThanAskedForIsAnError() throws {
        let device = try device()
        driver.change { $0.width = 640 }
        let error = #expect(throws: CaptureError.self) {
            try device.write([1, 2, 3, 4, 5, 6], width: 2, height: 2)
        }
        #expect(error?.message == "/dev/video9 does not take pictures as NV12 in this size")
        #expect(driver.state.withLock { $0.pictures.isEmpty })
        driver.change { $0.width = nil }
        #expect(try device.write([1, 2, 3, 4, 5, 6], width: 2, height: 2))
    }
}
