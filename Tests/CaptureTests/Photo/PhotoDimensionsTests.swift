import CVideo4Linux
import Decoders
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// Photos in a larger format than the one that runs.
@Suite struct PhotoDimensionsTests {
    private static let large = PhotoDimensions(width: 32, height: 24)

    /// A camera that runs at 16 by 12, and has more pixels at 5 frames a second.
    private func bench(prepare: (inout ScriptedCamera.State) -> Void = { _ in }) throws -> PhotoBench {
        try PhotoBench(
            .init(code: "GREY", width: 16, height: 12),
            prepare: { state in
                state.formats += [
                    .init(code: "GREY", width: 32, height: 24, rates: [5]),
                    .init(code: "YUYV", width: 64, height: 48, rates: [5]),
                    .init(code: "GREY", width: 8, height: 48, rates: [5]),
                ]
                state.answer = { format in
                    let bytes: UInt32 = format.pixelformat == PixelFormat(name: "YUYV")?.rawValue ? 2 : 1
                    (format.bytesperline, format.sizeimage) = (
                        bytes * format.width, bytes * format.width * format.height
                    )
                }
                state.controls[ControlID.brightness.rawValue] = .init(value: 30)
                prepare(&state)
            }
        ) { number, camera in
            let sizes = camera.sizes.last.map { $0.split(separator: "x").compactMap { Int($0) } } ?? [0, 0]
            let bytes = sizes[0] * sizes[1] * (sizes[0] == 64 ? 2 : 1)
            return [UInt8](repeating: UInt8(100 + number % 2), count: bytes)
        }
    }

    private func settings(_ size: PhotoDimensions?) -> CapturePhotoSettings {
        var settings = CapturePhotoSettings()
        settings.maxPhotoDimensions = size
        return settings
    }

    private func size(of photo: CapturePhoto?) throws -> PhotoDimensions {
        let bytes = [UInt8](try #require(photo?.fileDataRepresentation()))
        let luma = try StandardPictureDecoder().frame(from: bytes, limits: .standard).luma
        return PhotoDimensions(width: luma.width, height: luma.height)
    }

    @Test func aLargerPhotoIsTakenAndTheFormatIsAsBefore() async throws {
        let bench = try bench()
        let events = bench.session.events()
        try await bench.session.startRunning()
        let device = try #require(bench.input.device)
        try device.lockForConfiguration()
        try device.setControl("knob", to: "70")
        device.unlockForConfiguration()
        let format = try #require(device.activeFormat)
        #expect(
            device.supportedMaxPhotoDimensions(of: format).map { "\($0.width)x\($0.height)" }
                == ["16x12", "32x24", "64x48"])
        bench.output.maxPhotoDimensions = PhotoDimensions(width: 64, height: 48)
        let recorder = PhotoRecorder()
        for wanted in [Self.large, PhotoDimensions(width: 64, height: 48)] {
            let settings = settings(wanted)
            try bench.output.capturePhoto(with: settings, delegate: recorder)
            let telling = try await recorder.telling(of: settings)
            #expect(telling.calls == ["willBegin", "willCapture", "didCapture", "photo", "didFinish"])
            #expect(telling.resolved.map(\.photoDimensions) == [wanted])
            #expect(try size(of: telling.photos.first) == wanted)
            #expect(device.activeFormat == format && bench.session.sessionPreset == .high)
            #expect(bench.camera.value(.brightness) == 70)
        }
        // One of its own size, and one that says nothing, leave the stream alone.
        for wanted in [PhotoDimensions(width: 16, height: 12), nil] {
            let settings = settings(wanted)
            try bench.output.capturePhoto(with: settings, delegate: recorder)
            #expect(try size(of: try await recorder.telling(of: settings).photos.first).width == 16)
        }
        #expect(bench.camera.sizes == ["16x12", "32x24", "16x12", "64x48", "16x12"])
        // Everybody is told of it.
        await bench.session.stopRunning()
        var formats: [String] = []
        for await event in events {
            if case .sourceDidStart(_, let format) = event { formats.append(format) }
            if case .didStopRunning = event { break }
        }
        #expect(
            formats.map { String($0.split(separator: " ")[1]) }
                == ["16x12", "32x24", "16x12", "64x48", "16x12"])
        bench.end()
    }

    @Test func whatCannotBeHadIsRefusedBeforeAnythingHappens() async throws {
        let bench = try bench()
        try await bench.session.startRunning()
        let recorder = PhotoRecorder()
        func refusal(_ settings: CapturePhotoSettings) -> CaptureError.Code? {
            #expect(throws: CaptureError.self) {
                try bench.output.capturePhoto(with: settings, delegate: recorder)
            }?.code
        }
        #expect(refusal(settings(PhotoDimensions(width: 33, height: 24))) == .unsupported)
        // The output's own limit is the running size unless somebody says more.
        #expect(refusal(settings(Self.large)) == .invalidConfiguration)
        bench.output.maxPhotoDimensions = Self.large
        #expect(refusal(settings(PhotoDimensions(width: 64, height: 48))) == .invalidConfiguration)
        bench.output.maxPhotoDimensions = PhotoDimensions(width: 64, height: 48)
        // That size is none of the sensor's own samples.
        var raw = settings(PhotoDimensions(width: 64, height: 48))
        raw.format = .raw
        #expect(refusal(raw) == .unsupported)
        #expect(bench.camera.sizes == ["16x12"])
        bench.end()
    }

    @Test func whateverGoesWrongTheRunningFormatIsBack() async throws {
        // It says that it has the size and gives another.
        let bench = try bench { state in
            let answer = state.answer
            state.answer = { format in
                if format.width > 16 { (format.width, format.height) = (16, 12) }
                answer?(&format)
            }
        }
        try await bench.session.startRunning()
        bench.output.maxPhotoDimensions = Self.large
        let (recorder, wanted) = (PhotoRecorder(), settings(Self.large))
        try bench.output.capturePhoto(with: wanted, delegate: recorder)
        let telling = try await recorder.telling(of: wanted)
        #expect(telling.calls == ["willBegin", "willCapture", "photo!", "didFinish!"])
        #expect(telling.end??.code == .settingNotReached)
        // The next photo is taken as if nothing had been.
        let next = settings(nil)
        try bench.output.capturePhoto(with: next, delegate: recorder)
        #expect(try await recorder.telling(of: next).calls.last == "didFinish")
        #expect(bench.camera.sizes.last == "16x12")
        bench.end()

        // One that is stopped on the way begins with its format the next time.
        let stopped = try self.bench()
        try await stopped.session.startRunning()
        stopped.output.maxPhotoDimensions = Self.large
        let late = PhotoRecorder(onWillCapture: {
            Thread {
                while stopped.camera.sizes.last == "16x12" { usleep(100) }
                stopped.session.stopRunning()
            }.start()
        })
        var slow = settings(Self.large)
        slow.qualityPrioritization = .quality
        stopped.camera.change { $0.failures["DQBUF"] = EAGAIN }
        try stopped.output.capturePhoto(with: slow, delegate: late)
        #expect(try await late.telling(of: slow).calls.suffix(2) == ["photo!", "didFinish!"])
        stopped.camera.change { $0.failures["DQBUF"] = nil }
        try await stopped.session.startRunning()
        #expect(stopped.camera.sizes.last == "16x12")
        stopped.end()
    }
}
