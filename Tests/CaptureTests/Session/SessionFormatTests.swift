import CVideo4Linux
import Glibc
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// Formats, rates and presets of cameras that run.
@Suite struct SessionFormatTests {
    private let camera = ScriptedCamera()
    private let nodes: ScriptedNodes
    private let device: CaptureDevice
    private let session = CaptureSession(reconnectPolicy: .test())

    init() throws {
        nodes = try ScriptedNodes()
        camera.change {
            $0.formats = [
                .init(code: "GREY", width: 4, height: 2, rates: [30, 15]),
                .init(code: "GREY", width: 8, height: 4),
                .init(code: "GREY", width: 640, height: 480, rates: [10]),
            ]
        }
        try nodes.add(0)
        device = try #require(CaptureDevice.default(of: camera.system(folders: nodes.folders)))
        try session.addInput(CaptureDeviceInput(device: device, sourceName: "door"))
        try device.lockForConfiguration()
    }

    private var format: String? { session.statistics.first?.format ?? nil }

    @Test func aFormatOpensTheStreamAnew() async throws {
        try await session.startRunning()
        #expect(format == "GREY 8x4 at 30")
        #expect(session.sessionPreset == .high)
        try device.setActiveFormat(device.formats[0])
        #expect(format == "GREY 4x2 at 30")
        #expect(device.activeFormat == device.formats[0])
        #expect(session.sessionPreset == .inputPriority)
        // What it has already is no change.
        try device.setActiveFormat(device.formats[0])
        #expect(camera.sizes == ["8x4", "4x2"])
        try device.setActiveVideoMinFrameDuration(.seconds(1) / 15)
        #expect(format == "GREY 4x2 at 15")
        try device.setActiveFormat(nil)
        #expect(format == "GREY 8x4 at 30")
        #expect(session.sessionPreset == .high)
        await session.stopRunning()
    }

    @Test func severalChangesAreOneOpeningAtTheCommit() async throws {
        try await session.startRunning()
        session.beginConfiguration()
        try device.setActiveFormat(device.formats[0])
        try device.setActiveVideoMinFrameDuration(.seconds(1) / 15)
        #expect(camera.sizes == ["8x4"])
        #expect(format == "GREY 8x4 at 30")
        try session.commitConfiguration()
        #expect(camera.sizes == ["8x4", "4x2"])
        #expect(format == "GREY 4x2 at 15")
        await session.stopRunning()
    }

    @Test func aPresetTakesThePlaceOfFormatAndRate() async throws {
        try device.setActiveFormat(device.formats[0])
        #expect(session.sessionPreset == .inputPriority)
        try await session.startRunning()
        #expect(format == "GREY 4x2 at 30")
        try session.setSessionPreset(.vga640x480)
        #expect(session.sessionPreset == .vga640x480)
        #expect(format == "GREY 640x480 at 10")
        try device.setActiveFormat(device.formats[1])
        try session.setSessionPreset(.inputPriority)
        #expect(format == "GREY 8x4 at 30")
        #expect(camera.sizes == ["4x2", "640x480", "8x4"])
        await session.stopRunning()
    }

    @Test func aFormatThatCannotBeLeavesTheOldOne() async throws {
        try device.setActiveFormat(device.formats[0])
        try await session.startRunning()
        camera.change { $0.answer = { if $0.width == 8 { $0.pixelformat = 0x3231_564e } } }
        let error = #expect(throws: CaptureError.self) { try device.setActiveFormat(device.formats[1]) }
        #expect(error?.message.hasSuffix("was asked for GREY and delivers NV12") == true)
        #expect(format == "GREY 4x2 at 30")
        #expect(device.activeFormat == device.formats[0])
        session.beginConfiguration()
        try device.setActiveFormat(device.formats[1])
        #expect(throws: CaptureError.self) { try session.commitConfiguration() }
        #expect(format == "GREY 4x2 at 30")
        #expect(throws: CaptureError.self) { try session.setSessionPreset(.high) }
        #expect(session.sessionPreset == .inputPriority)
        #expect(format == "GREY 4x2 at 30")
        #expect(camera.sizes == ["4x2", "8x4", "4x2", "8x4", "4x2", "8x4", "4x2"])
        await session.stopRunning()
        #expect(session.statistics.isEmpty)
    }

    @Test func aStreamThatCannotBeOpenedAgainIsALoss() async throws {
        try await session.startRunning()
        var events = session.events().makeAsyncIterator()
        camera.change { $0.failures["STREAMON"] = ENOSPC }
        let error = #expect(throws: CaptureError.self) { try device.setActiveFormat(device.formats[0]) }
        #expect(error?.code == .sessionHardwareCostOverage)
        var seen: [CaptureSessionEvent] = []
        while seen.last != .didStopRunning, let event = await events.next() { seen.append(event) }
        #expect(seen.count == 2)
        #expect(!session.isRunning)
        camera.change { $0.failures["STREAMON"] = nil }
        try await session.startRunning()
        #expect(format == "GREY 8x4 at 30")
        await session.stopRunning()
    }

    /// A camera that is not open cannot be opened anew; it has what was set when it is opened.
    @Test func whatIsSetOnAStoppedSessionHoldsAtTheStart() async throws {
        try device.setActiveFormat(device.formats[0])
        #expect(camera.sizes.isEmpty)
        try await session.startRunning()
        #expect(camera.sizes == ["4x2"])
        await session.stopRunning()
        try device.setActiveFormat(device.formats[1])
        #expect(camera.sizes == ["4x2"])
    }

    /// The input sets its camera while the session opens it, which is no change.
    @Test func anInputThatSetsItsCameraDoesNotWaitForItself() async throws {
        let session = CaptureSession(reconnectPolicy: .test())
        let input = CaptureDeviceInput(
            device: nil, sourceName: nil, system: camera.system(folders: nodes.folders)
        ) { device throws(CaptureError) in
            try device.lockForConfiguration()
            try device.setActiveFormat(device.formats[0])
            device.unlockForConfiguration()
        }
        try session.addInput(input)
        try await session.startRunning()
        #expect(camera.sizes == ["4x2"])
        #expect(session.sessionPreset == .inputPriority)
        await session.stopRunning()
    }

    /// Another camera is left alone, and keeps the preset.
    @Test func onlyTheCameraThatWasSetIsOpenedAnew() async throws {
        let other = ScriptedInput("other", [])
        try session.addInput(other)
        try await session.startRunning()
        try device.setActiveFormat(device.formats[0])
        #expect(other.calls == ["open high"])
        await session.stopRunning()
    }

    @Test func anInputThatComesBackAfterAFailedChangeIsAsItWas() async throws {
        try device.setActiveFormat(device.formats[0])
        try await session.startRunning()
        let old = try #require(session.inputs.first)
        let new = CaptureDeviceInput(
            device: nil, sourceName: "again", system: camera.system(folders: nodes.folders)
        ) { device throws(CaptureError) in
            try device.setActiveFormat(device.formats[1])
            throw CaptureError(.unsupported, "no such control")
        }
        session.beginConfiguration()
        try session.removeInput(old)
        try session.addInput(new)
        #expect(throws: CaptureError.self) { try session.commitConfiguration() }
        #expect(session.statistics.map(\.format) == ["GREY 4x2 at 30"])
        await session.stopRunning()
    }

    @Test func framesMissedBetweenTwoStreamsAreCounted() async throws {
        let input = ScriptedInput("a", [.delivers([0, 1, 2], then: nil), .delivers([10, 11], then: nil)])
        let session = CaptureSession(reconnectPolicy: .test())
        let output = RecordingOutput()
        try session.addInput(input)
        try session.addOutput(output)
        try await session.startRunning()
        #expect(await output.wait(for: 3).count == 3)
        try session.setSessionPreset(.medium)
        #expect(await output.wait(for: 5).count == 5)
        let statistics = try #require(session.statistics.first)
        #expect(statistics.capturedFrames == 5)
        #expect(statistics.drops[.discontinuity] == 7)
        #expect(output.scenes.withLock { $0 } == ["a"])
        await session.stopRunning()
    }

    @Test func aCadenceTellsHowManyWereMissed() {
        func frame(_ number: Int, at milliseconds: Int) -> CaptureFrame {
            CaptureFrame(
                payload: .encoded([], limits: .standard), time: .milliseconds(milliseconds),
                sequenceNumber: number)
        }
        var cadence = FrameCadence()
        #expect(cadence.missed(before: .seconds(1)) == 0)
        cadence.note(frame(4, at: 100))
        #expect(cadence.missed(before: .seconds(1)) == 0)
        // Two were dropped between.
        cadence.note(frame(7, at: 220))
        #expect(cadence.missed(before: .milliseconds(262)) == 0)
        #expect(cadence.missed(before: .milliseconds(420)) == 4)
        #expect(cadence.missed(before: .zero) == 0)
        // Another stream, whose rate one frame does not tell.
        cadence.note(frame(0, at: 500))
        #expect(cadence.missed(before: .seconds(1)) == 0)
    }
}
