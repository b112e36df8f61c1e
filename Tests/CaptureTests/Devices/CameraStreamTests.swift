import CVideo4Linux
import Dispatch
import Glibc
import MetadataOutput
import Testing

@testable import Capture

@Suite struct CameraStreamTests {
    private let camera = ScriptedCamera()
    private static let samples: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    private func stream() throws -> CameraStream { try camera.device().openStream(preset: .high) }

    private func show(_ pictures: [ScriptedCamera.Picture]) {
        camera.change { $0.pictures += pictures }
    }

    private func luma(_ frame: CaptureFrame?) throws -> [UInt8] {
        guard case .frame(let frame) = try #require(frame).payload else { return [] }
        return frame.luma.withBytes { bytes in (0..<bytes.count).map { bytes[$0] } }
    }

    @Test func aFrameHasTheDriversTimeAndNumber() throws {
        let stream = try stream()
        show([.init(bytes: Self.samples, sequenceNumber: 7, time: 12.25)])
        let frame = try stream.nextFrame(timeout: .seconds(1))
        #expect(try luma(frame) == Self.samples)
        #expect(frame?.time == .milliseconds(12250))
        #expect(frame?.sequenceNumber == 7)
        #expect(frame?.drops == [:])
        #expect(stream.formatDescription == "GREY 4x2 at 30")
        stream.close()
        #expect(camera.isReleased)
    }

    @Test func anotherClockThanTheMonotonicOneIsNotBelieved() throws {
        show([.init(bytes: Self.samples, flags: 0, time: 12.25)])
        let frame = try #require(try stream().nextFrame(timeout: .seconds(1)))
        #expect(frame.time != .milliseconds(12250))
        #expect(frame.time > .zero)
    }

    @Test func aTimeToComeIsNotBelieved() throws {
        let stream = try stream()
        show([.init(bytes: Self.samples, time: Self.uptime + 50)])
        let frame = try #require(try stream.nextFrame(timeout: .seconds(1)))
        #expect(frame.time <= .seconds(Self.uptime))
    }

    /// As of a driver that hangs and hands out its last picture again.
    @Test func aTimeThatStandsStillIsNotBelieved() throws {
        let stream = try stream()
        show([.init(bytes: Self.samples, sequenceNumber: 7, time: 12.25)])
        #expect(try stream.nextFrame(timeout: .seconds(1))?.time == .milliseconds(12250))
        var last = Duration.milliseconds(12250)
        for number in 8..<11 {
            show([.init(bytes: Self.samples, sequenceNumber: number, time: 12.25)])
            let frame = try #require(try stream.nextFrame(timeout: .seconds(1)))
            #expect(frame.time > last && frame.time <= .seconds(Self.uptime))
            last = frame.time
        }
    }

    @Test func theDriversAnswerIsBelievedAndNotTheRequest() throws {
        camera.change {
            $0.answer = { format in
                (format.width, format.height, format.bytesperline) = (2, 2, 5)
            }
        }
        show([.init(bytes: Self.samples)])
        let stream = try stream()
        #expect(try luma(stream.nextFrame(timeout: .seconds(1))) == [1, 2, 6, 7])
        #expect(stream.formatDescription == "GREY 2x2 at 30")
    }

    @Test func anotherPixelFormatIsAnError() {
        camera.change { $0.answer = { $0.pixelformat = 0x3231_564e } }
        #expect(
            throws: CaptureError(.deviceFailed, "/dev/video0 (Camera) was asked for GREY and delivers NV12")
        ) {
            try stream()
        }
        #expect(camera.isReleased)
    }

    @Test func theNewestFrameWins() throws {
        let stream = try stream()
        show((0..<3).map { .init(bytes: Self.samples.map { $0 + 1 }, sequenceNumber: $0) })
        let frame = try stream.nextFrame(timeout: .seconds(1))
        #expect(frame?.sequenceNumber == 2)
        #expect(frame?.drops == [.late: 2])
    }

    @Test func whenAllBuffersWereFullTheNextFrameIsAwaited() throws {
        let stream = try stream()
        let now = Self.uptime
        show(
            (0..<4).map { .init(bytes: Self.samples, sequenceNumber: $0, time: now - 0.4 + 0.1 * Double($0)) }
        )
        #expect(try stream.nextFrame(timeout: .zero) == nil)
        show([.init(bytes: Self.samples, sequenceNumber: 9, time: now)])
        let frame = try stream.nextFrame(timeout: .seconds(1))
        #expect(frame?.sequenceNumber == 9)
        #expect(frame?.drops == [.late: 4, .outOfBuffers: 5])
    }

    /// A buffer that is with us when the others fill up comes back too late for the pictures that are missing.
    @Test func aGapIsForWantOfBuffersIfTheNextOneCameTooLate() throws {
        let stream = try stream()
        let now = Self.uptime
        show([.init(bytes: Self.samples, sequenceNumber: 0, time: now - 0.4)])
        #expect(try stream.nextFrame(timeout: .seconds(1))?.sequenceNumber == 0)
        show(
            (1..<4).map { .init(bytes: Self.samples, sequenceNumber: $0, time: now - 0.4 + 0.1 * Double($0)) }
        )
        #expect(try stream.nextFrame(timeout: .seconds(1))?.drops == [.late: 2])
        show([.init(bytes: Self.samples, sequenceNumber: 60, time: now)])
        #expect(try stream.nextFrame(timeout: .seconds(1))?.drops == [.outOfBuffers: 56])
        // The buffer of this one has been with the driver since before the first that is missing.
        let handed = Self.uptime
        while Self.uptime < now + 4 * (handed - now) { usleep(1000) }
        show([.init(bytes: Self.samples, sequenceNumber: 63, time: Self.uptime)])
        #expect(try stream.nextFrame(timeout: .seconds(1))?.drops == [.discontinuity: 2])
    }

    /// In seconds, on the clock of the drivers' times.
    private static var uptime: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    @Test func aDriverWithOneBufferDeliversEveryPictureInIt() throws {
        camera.change { $0.bufferCount = 1 }
        let stream = try stream()
        let now = Self.uptime
        for number in 0..<3 {
            let samples = Self.samples.map { $0 + UInt8(number) }
            show([.init(bytes: samples, sequenceNumber: number, time: now + 1e-6 * Double(number))])
            let frame = try stream.nextFrame(timeout: .seconds(1))
            #expect(frame?.sequenceNumber == number)
            #expect(try luma(frame) == Self.samples.map { $0 + UInt8(number) })
            #expect(frame?.drops == [:])
        }
        // While its one buffer is taken it has none for others.
        show([.init(bytes: Self.samples, sequenceNumber: 5, time: now + 3e-6)])
        #expect(try stream.nextFrame(timeout: .seconds(1))?.drops == [.outOfBuffers: 2])
        stream.close()
        #expect(camera.isReleased)
    }

    @Test func damagedShortAndMissingFramesAreCounted() throws {
        let stream = try stream()
        let good = ScriptedCamera.Picture(bytes: Self.samples, sequenceNumber: 5)
        show([
            .init(bytes: Self.samples, sequenceNumber: 1, flags: UInt32(V4L2_BUF_FLAG_ERROR))
        ])
        #expect(try stream.nextFrame(timeout: .zero) == nil)
        show([.init(bytes: [1, 2, 3], sequenceNumber: 2)])
        #expect(try stream.nextFrame(timeout: .zero) == nil)
        show([good])
        #expect(try stream.nextFrame(timeout: .seconds(1))?.drops == [.corrupted: 2, .discontinuity: 2])
    }

    @Test func aTruncatedJPEGIsCountedAndAWholeOneIsHandedOnEncoded() throws {
        camera.change { $0.formats = [.init(code: "MJPG", width: 4, height: 2)] }
        let stream = try stream()
        show([.init(bytes: [0xff, 0xd8, 1, 2, 3, 4])])
        #expect(try stream.nextFrame(timeout: .zero) == nil)
        show([.init(bytes: [0xff, 0xd8, 1, 2, 0xff, 0xd9, 0, 0], sequenceNumber: 1)])
        let frame = try #require(try stream.nextFrame(timeout: .seconds(1)))
        guard case .encoded(let bytes, _) = frame.payload else {
            Issue.record("\(frame.payload)")
            return
        }
        #expect(bytes == [0xff, 0xd8, 1, 2, 0xff, 0xd9])
        #expect(frame.drops == [.corrupted: 1])
    }

    @Test func aBufferThatThereIsNotIsNoCrash() throws {
        let stream = try stream()
        camera.change { $0.queued = [99] }
        show([.init(bytes: [])])
        #expect(try stream.nextFrame(timeout: .zero) == nil)
    }

    /// What is in the way of a stream, and how it is said.
    @Test(arguments: [
        (
            "open", EACCES, CaptureError.Code.applicationIsNotAuthorizedToUseDevice,
            "may not be opened by user"
        ),
        ("open", ENOENT, .deviceNotConnected, "is not there any more"),
        ("S_FMT", EBUSY, .deviceInUseByAnotherApplication, "is in use by another program"),
        ("REQBUFS", EBUSY, .deviceInUseByAnotherApplication, "is in use by another program"),
        ("QUERYBUF", EINVAL, .deviceFailed, "VIDIOC_QUERYBUF: Invalid argument"),
        ("map", ENOMEM, .deviceFailed, "mmap: Cannot allocate memory"),
        ("QBUF", EIO, .deviceFailed, "VIDIOC_QBUF: Input/output error"),
        ("STREAMON", ENOSPC, .sessionHardwareCostOverage, "choose MJPG, a smaller size or fewer frames"),
        ("STREAMON", ENODEV, .deviceWasDisconnected, "was unplugged"),
    ])
    func whatIsInTheWayIsSaid(call: String, number: Int32, code: CaptureError.Code, words: String) {
        let device = camera.device()
        _ = device.formats
        camera.change { $0.failures[call] = number }
        let error = #expect(throws: CaptureError.self) { try device.openStream(preset: .high) }
        #expect(error?.code == code)
        #expect(error?.message.hasPrefix("/dev/video0 (Camera) ") == true)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(camera.isReleased)
    }

    @Test(arguments: [
        ("DQBUF", ENODEV, CaptureError.Code.deviceWasDisconnected), ("DQBUF", EIO, .deviceFailed),
        ("poll", EBADF, .deviceFailed), ("QBUF", ENODEV, .deviceWasDisconnected),
    ])
    func aCameraThatFailsWhileItRunsGivesEverythingBack(call: String, number: Int32, code: CaptureError.Code)
        throws
    {
        let stream = try stream()
        show([.init(bytes: Self.samples)])
        camera.change { $0.failures[call] = number }
        let error = #expect(throws: CaptureError.self) { try stream.nextFrame(timeout: .seconds(1)) }
        #expect(error?.code == code)
        stream.close()
        #expect(camera.isReleased)
    }

    @Test func aCameraThatSendsNothingIsNotWaitedForLonger() throws {
        #expect(try stream().nextFrame(timeout: .milliseconds(5)) == nil)
    }

    @Test func aDriverThatWakesForNothingIsNotAskedForEver() throws {
        let stream = try stream()
        camera.change { $0.failures["DQBUF"] = EAGAIN }
        show([.init(bytes: Self.samples)])
        #expect(try stream.nextFrame(timeout: .milliseconds(5)) == nil)
    }

    @Test func whoElseUsesACameraIsToldByItsBuffers() throws {
        let device = camera.device()
        #expect(!device.isInUseByAnotherApplication)
        camera.change { $0.failures["REQBUFS"] = EBUSY }
        #expect(device.isInUseByAnotherApplication)
        camera.change { $0.failures["REQBUFS"] = nil }
        let stream = try device.openStream(preset: .high)
        camera.change { $0.failures["REQBUFS"] = EBUSY }
        #expect(!device.isInUseByAnotherApplication)
        stream.close()
        camera.change { $0.failures["REQBUFS"] = EIO }
        #expect(!device.isInUseByAnotherApplication)
    }

    @Test func nothingIsLeftAfterManyStreams() throws {
        for _ in 0..<50 { try stream().close() }
        #expect(camera.isReleased)
    }

    @Test func aFormatThatNobodyCanReadIsNotChosen() {
        camera.change { $0.formats = [.init(code: "H264", width: 1920, height: 1080)] }
        let error = #expect(throws: CaptureError.self) { try stream() }
        #expect(error?.code == .unsupported)
    }
}
