import CVideo4Linux
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

@Suite struct BufferTapTests {
    private final class Tap: BufferReceiver {
        let isWanting = Mutex(true)
        let buffers = Mutex<[CaptureBuffer]>([])

        var wantsBuffers: Bool { isWanting.withLock { $0 } }

        func receive(_ buffer: CaptureBuffer) { buffers.withLock { $0.append(buffer) } }
        func receive(_ frame: CaptureFrame) {}
        func sourceStopped() {}
        func finish(because error: CaptureError) {}

        var numbers: [Int] { buffers.withLock { $0.map(\.sequenceNumber) } }
    }

    private let camera = ScriptedCamera()
    private let samples: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    private func show(_ numbers: ClosedRange<Int>) {
        let pictures = numbers.map {
            ScriptedCamera.Picture(bytes: samples, sequenceNumber: $0, time: 10 + Double($0) / 4)
        }
        camera.change { $0.pictures += pictures }
    }

    @Test func everyPictureIsHandedOutInItsOrderAndTheNewestWinsAllTheSame() throws {
        let stream = try camera.device().openStream(preset: .high, bufferCount: 8)
        let tap = Tap()
        stream.bufferReceivers = [tap]
        show(0...2)
        #expect(try stream.nextFrame(timeout: .seconds(1))?.sequenceNumber == 2)
        #expect(tap.numbers == [0, 1, 2])
        // The newest of as many as there are buffers is thrown away, but not for the tap.
        show(3...10)
        #expect(try stream.nextFrame(timeout: .zero) == nil)
        #expect(tap.numbers == Array(0...10))
        let third = tap.buffers.withLock { $0[3] }
        #expect(third.time == .milliseconds(10_750))
        #expect(third.contents.raw?.bytes == samples)
        #expect(third.contents.raw?.format.width == 4)
        tap.isWanting.withLock { $0 = false }
        show(11...12)
        _ = try stream.nextFrame(timeout: .seconds(1))
        #expect(tap.numbers.count == 11)
        stream.close()
        #expect(camera.isReleased)
    }

    /// By the time pictures are known again; where the driver does not say it, it is the one at which they came.
    @Test func aPictureWithoutATimeHasOneForAll() throws {
        let stream = try camera.device().openStream(preset: .high)
        let tap = Tap()
        stream.bufferReceivers = [tap]
        camera.change {
            $0.pictures = (1...2).map { .init(bytes: samples, sequenceNumber: $0, flags: 0, time: 12.25) }
        }
        let frame = try #require(try stream.nextFrame(timeout: .seconds(1)))
        let times = tap.buffers.withLock { $0.map(\.time) }
        #expect(tap.numbers == [1, 2] && times.last == frame.time && times[0] < times[1])
        stream.close()
    }

    @Test func aDamagedPictureIsHandedToNobody() throws {
        let stream = try camera.device().openStream(preset: .high)
        let tap = Tap()
        stream.bufferReceivers = [tap]
        camera.change {
            $0.pictures = [
                .init(bytes: samples, sequenceNumber: 1, flags: UInt32(V4L2_BUF_FLAG_ERROR)),
                .init(bytes: samples, sequenceNumber: 2),
            ]
        }
        #expect(try stream.nextFrame(timeout: .seconds(1))?.sequenceNumber == 2)
        #expect(tap.numbers == [2])
        stream.close()
    }

    @Test func aPhotoOutputHasTheDriverGiveMoreBuffers() throws {
        let counts = Mutex<[Int]>([])
        let input = CaptureDeviceInput(device: camera.device())
        try input.openStream(preset: .high).close()
        counts.withLock { $0.append(camera.state.withLock { $0.buffers.count }) }
        input.needBuffers(8)
        try input.openStream(preset: .high).close()
        counts.withLock { $0.append(camera.state.withLock { $0.buffers.count }) }
        #expect(counts.withLock { $0 } == [4, 8])
    }
}
