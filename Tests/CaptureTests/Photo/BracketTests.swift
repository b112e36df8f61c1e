import CVideo4Linux
import Decoders
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// Series with a camera whose pictures follow its exposure some frames late.
@Suite struct BracketTests {
    private static let usual = 250.0

    /// A camera that exposes by itself at first.
    ///
    /// - Parameters:
    ///   - late: How many pictures a setting takes to show.
    ///   - light: How bright the scene is at the usual exposure, 0…255.
    static func bench(
        late: Int, light: Double = 118, stills: any StillMaker = StandardStillMaker(),
        change: @escaping @Sendable (inout ScriptedCamera.State) -> Void = { _ in }
    ) throws -> PhotoBench {
        let past = Mutex<[Double]>([])
        return try PhotoBench(
            .init(code: "GREY", width: 16, height: 16), stills: stills,
            prepare: { state in
                state.controls[ControlID.exposureAuto.rawValue] = .init(
                    type: V4L2_CTRL_TYPE_MENU, minimum: 1, maximum: 3, value: 3,
                    menu: [1: "Manual", 3: "Aperture Priority"])
                state.controls[ControlID.exposureAbsolute.rawValue] = .init(
                    minimum: 3, maximum: 2047, value: Int(usual))
                state.controls[ControlID.focusAuto.rawValue] = .init(
                    type: V4L2_CTRL_TYPE_BOOLEAN, maximum: 1, value: 1)
                state.controls[ControlID.focusAbsolute.rawValue] = .init(maximum: 250, value: 20)
                change(&state)
            }
        ) { _, camera in
            let isManual = camera.value(.exposureAuto) == 1
            let exposure = isManual ? Double(camera.value(.exposureAbsolute) ?? 0) : usual
            let shown = past.withLock { past in
                past.append(exposure)
                if past.count > late + 1 { past.removeFirst() }
                return past[0]
            }
            let luma = min(255, max(0, light * exp2(log2(shown / usual) / 2.2)))
            return [UInt8](repeating: UInt8(luma), count: 256)
        }
    }

    private func luma(of photo: CapturePhoto) throws -> Double {
        let data = try #require(photo.fileDataRepresentation())
        let samples = try StandardPictureDecoder().frame(from: [UInt8](data), limits: .standard).luma.samples
        return Double(samples.reduce(0) { $0 + Int($1) }) / Double(samples.count)
    }

    private func isAsBefore(_ camera: ScriptedCamera) -> Bool {
        camera.value(.exposureAuto) == 3 && camera.value(.exposureAbsolute) == Int(Self.usual)
            && camera.value(.focusAuto) == 1 && camera.value(.focusAbsolute) == 20
    }

    private func take(
        _ series: [CaptureBracketedStillSettings], of bench: PhotoBench,
        _ recorder: PhotoRecorder = PhotoRecorder()
    ) async throws -> PhotoRecorder.Telling {
        var settings = CapturePhotoSettings()
        settings.bracket = series
        try bench.output.capturePhoto(with: settings, delegate: recorder)
        return try await recorder.telling(of: settings)
    }

    @Test(arguments: 0...8) func everyPhotoHasItsSettingHoweverLateTheCameraIs(late: Int) async throws {
        let bench = try Self.bench(late: late)
        try await bench.session.startRunning()
        #expect(bench.output.maxBracketedCapturePhotoCount == 8)
        for biases in [[-2.0, 0, 2], [1, -1, 0.5, -2, 2]] {
            let telling = try await take(biases.map { .autoExposure(bias: $0) }, of: bench)
            #expect(
                telling.calls == ["willBegin", "willCapture", "didCapture"]
                    + biases.map { _ in "photo" } + ["didFinish"])
            #expect(telling.photos.map(\.sequenceCount) == Array(1...biases.count))
            for (photo, bias) in zip(telling.photos, biases) {
                #expect(photo.bracketSettings == .autoExposure(bias: bias))
                let expected = 118 * exp2(bias / 2.2)
                #expect(abs(try luma(of: photo) - expected) < 4, "\(bias) EV, \(late) late")
                guard case .measured(let frames) = photo.settingEvidence else {
                    Issue.record("\(String(describing: photo.settingEvidence))")
                    continue
                }
                #expect(frames >= 1)
            }
            #expect(Set(telling.photos.map(\.imageUniqueID)).count == biases.count)
            #expect(isAsBefore(bench.camera))
        }
        bench.end()
    }

    @Test func aSeriesHasEachPictureRawAndAsJPEG() async throws {
        let bench = try Self.bench(late: 2)
        try await bench.session.startRunning()
        let recorder = PhotoRecorder()
        var settings = CapturePhotoSettings(format: .rawAndJPEG)
        settings.bracket = [-1, 1].map { .autoExposure(bias: $0) }
        try bench.output.capturePhoto(with: settings, delegate: recorder)
        let telling = try await recorder.telling(of: settings)
        bench.end()
        #expect(
            telling.calls
                == ["willBegin", "willCapture", "didCapture", "raw", "photo", "raw", "photo", "didFinish"])
        #expect(telling.resolved.first?.expectedPhotoCount == 4)
        #expect(telling.photos.map(\.photoCount) == [1, 2, 3, 4])
        #expect(telling.photos.map(\.sequenceCount) == [1, 1, 2, 2])
        // The two files of a picture are of one buffer.
        #expect(telling.photos[0].sequenceNumber == telling.photos[1].sequenceNumber)
        #expect(telling.photos[2].sequenceNumber == telling.photos[3].sequenceNumber)
        #expect(telling.photos[1].sequenceNumber != telling.photos[2].sequenceNumber)
        #expect(isAsBefore(bench.camera))
    }

    /// What somebody has set just before shows some pictures later, and is not what the series is held against.
    @Test func aSeriesIsNotMisledByWhatWasSetBefore() async throws {
        let bench = try Self.bench(late: 8)
        try await bench.session.startRunning()
        let device = try #require(bench.input.device)
        for _ in 0..<3 {
            try device.lockForConfiguration()
            try device.setExposureModeCustom(duration: .milliseconds(100), iso: nil)
            // As long as the camera needs to show it.
            let before = bench.camera.delivered
            for _ in 0..<400_000 where bench.camera.delivered < before + 12 { usleep(500) }
            try device.setExposureModeCustom(duration: .milliseconds(25), iso: nil)
            device.unlockForConfiguration()
            let telling = try await take([.autoExposure(bias: -2)], of: bench)
            let photo = try #require(telling.photos.first)
            #expect(telling.errors == [nil])
            #expect(abs(try luma(of: photo) - 118 * exp2(-2 / 2.2)) < 4)
        }
        bench.end()
    }

    /// Nor is it by pictures that come late: a busy machine may get none for longer than a camera takes to follow.
    @Test func aSeriesIsNotMisledByPicturesThatCameLate() async throws {
        let bench = try Self.bench(late: 8)
        try await bench.session.startRunning()
        let device = try #require(bench.input.device)
        try device.lockForConfiguration()
        try device.setExposureModeCustom(duration: .milliseconds(100), iso: nil)
        let before = bench.camera.delivered
        for _ in 0..<400_000 where bench.camera.delivered < before + 12 { usleep(500) }
        bench.isPaused.withLock { $0 = true }
        try device.setExposureModeCustom(duration: .milliseconds(25), iso: nil)
        device.unlockForConfiguration()
        try await Task.sleep(for: BracketSeries.leastTime + .milliseconds(200))
        bench.isPaused.withLock { $0 = false }
        let telling = try await take([.autoExposure(bias: -2)], of: bench)
        bench.end()
        #expect(telling.errors == [nil])
        #expect(abs(try luma(of: try #require(telling.photos.first)) - 118 * exp2(-2 / 2.2)) < 4)
    }

    @Test func whatDoesNotShowIsWaitedForAndSaidToBeAccepted() async throws {
        let bench = try Self.bench(late: 6)
        try await bench.session.startRunning()
        let telling = try await take([.autoExposure(bias: 0), .lensPosition(0.5)], of: bench)
        #expect(telling.photos.map(\.settingEvidence) == [.accepted, .accepted])
        #expect(isAsBefore(bench.camera))
        bench.end()
        // A dark scene stays as dark as it is.
        let dark = try Self.bench(late: 2, light: 1)
        try await dark.session.startRunning()
        let told = try await take([.autoExposure(bias: -3)], of: dark)
        #expect(told.photos.map(\.settingEvidence) == [.accepted])
        dark.end()
    }

    @Test func aSettingThatIsNotReachedIsAnErrorAndTheOthersAreThere() async throws {
        // It takes no exposure beyond what it has, and says that it does.
        let bench = try Self.bench(late: 1)
        try await bench.session.startRunning()
        let telling = try await take([.autoExposure(bias: 4), .autoExposure(bias: -1)], of: bench)
        #expect(telling.calls.suffix(3) == ["photo!", "photo", "didFinish!"])
        #expect(telling.end??.code == .settingNotReached)
        #expect(isAsBefore(bench.camera))
        bench.end()
        let stubborn = try Self.bench(late: 0) { state in
            state.controls[ControlID.exposureAbsolute.rawValue]?.isStubborn = true
        }
        try await stubborn.session.startRunning()
        let told = try await take([.autoExposure(bias: -1), .autoExposure(bias: 1)], of: stubborn)
        #expect(told.errors.map { $0?.code } == [.settingNotReached, .settingNotReached])
        #expect(isAsBefore(stubborn.camera))
        stubborn.end()
    }

    @Test func aCameraThatShowsNothingOfItsSettingsIsNotBelieved() async throws {
        let bench = try Self.bench(late: 1_000_000)
        try await bench.session.startRunning()
        let telling = try await take([.autoExposure(bias: -2)], of: bench)
        #expect(telling.errors.map { $0?.code } == [.settingNotReached])
        #expect(isAsBefore(bench.camera))
        bench.end()
    }

    @Test func durationsAreSetByHand() async throws {
        let bench = try Self.bench(late: 2)
        try await bench.session.startRunning()
        let telling = try await take(
            [
                .manualExposure(duration: .milliseconds(50), iso: nil),
                .manualExposure(duration: .milliseconds(5), iso: nil),
            ],
            of: bench)
        for (photo, exposure) in zip(telling.photos, [500.0, 50]) {
            #expect(abs(try luma(of: photo) - 118 * exp2(log2(exposure / Self.usual) / 2.2)) < 4)
        }
        #expect(telling.photos.count == 2 && isAsBefore(bench.camera))
        bench.end()
    }

    @Test func theLensGoesThroughItsPlacesAndBack() async throws {
        let places = Mutex<[Int: Int]>([:])
        let bench = try PhotoBench(
            .init(code: "GREY", width: 16, height: 16),
            prepare: { state in
                state.controls[ControlID.focusAuto.rawValue] = .init(
                    type: V4L2_CTRL_TYPE_BOOLEAN, maximum: 1, value: 1)
                state.controls[ControlID.focusAbsolute.rawValue] = .init(maximum: 250, value: 20)
            }
        ) { number, camera in
            places.withLock { $0[number] = camera.value(.focusAbsolute) }
            return [UInt8](repeating: 118, count: 256)
        }
        try await bench.session.startRunning()
        let telling = try await take([0.8, 0, 0.4].map { .lensPosition($0) }, of: bench)
        bench.end()
        #expect(telling.end == .some(nil))
        // A driver's numbers grow towards the near end.
        let taken = telling.photos.map { photo in places.withLock { $0[photo.sequenceNumber] } }
        #expect(taken == [50, 250, 150])
        // No picture tells where the lens is.
        #expect(telling.photos.map(\.settingEvidence) == [.accepted, .accepted, .accepted])
        #expect(bench.camera.value(.focusAuto) == 1 && bench.camera.value(.focusAbsolute) == 20)
    }

    @Test func whatOthersSetMeanwhileStays() async throws {
        let other = Mutex<CaptureDevice?>(nil)
        let bench = try PhotoBench(
            .init(code: "GREY", width: 16, height: 16),
            prepare: { state in
                state.controls[ControlID.focusAuto.rawValue] = .init(
                    type: V4L2_CTRL_TYPE_BOOLEAN, maximum: 1, value: 1)
                state.controls[ControlID.focusAbsolute.rawValue] = .init(maximum: 250, value: 20)
                state.controls[ControlID.exposureAbsolute.rawValue] = .init(
                    name: "Exposure", minimum: 3, maximum: 2047, value: 250)
                state.controls[ControlID.brightness.rawValue] = .init(name: "Brightness", maximum: 255)
            }
        ) { _, camera in
            // While the lens is in another place; no picture comes before it is done.
            if camera.value(.focusAuto) == 0, let device = other.withLock({ $0.take() }) {
                try? device.lockForConfiguration()
                try? device.setControl("brightness", to: "7")
                try? device.setControl("exposure", to: "100")
                device.unlockForConfiguration()
            }
            return [UInt8](repeating: 118, count: 256)
        }
        let device = try #require(bench.input.device)
        other.withLock { $0 = device }
        try await bench.session.startRunning()
        let telling = try await take([0.8, 0].map { .lensPosition($0) }, of: bench)
        bench.end()
        #expect(telling.end == .some(nil) && other.withLock { $0 == nil })
        #expect(bench.camera.value(.focusAuto) == 1 && bench.camera.value(.focusAbsolute) == 20)
        #expect(bench.camera.value(.exposureAbsolute) == 100)
        // Also for the camera when it comes back.
        let controls = device.state.withLock { $0.configuration.controls }
        #expect(controls[.brightness] == 7 && controls[.exposureAbsolute] == 100)
    }

    /// What a series has set is the camera's own again: it may have changed it when it is opened the next time, and keep it so.
    @Test func aSeriesChoosesNothingForTheNextOpening() async throws {
        let bench = try Self.bench(late: 0) { state in
            state.controls[ControlID.gain.rawValue] = .init(name: "Gain", value: 7)
        }
        try await bench.session.startRunning()
        let telling = try await take(
            [.manualExposure(duration: .milliseconds(50), iso: 20)], of: bench)
        #expect(telling.end == .some(nil) && bench.camera.value(.gain) == 7)
        await bench.session.stopRunning()
        bench.camera.change { state in
            state.controls[ControlID.gain.rawValue]?.value = 50
            state.controls[ControlID.gain.rawValue]?.isStubborn = true
        }
        try await bench.session.startRunning()
        bench.end()
    }

    @Test func theCameraIsAsBeforeWhenTheSeriesBreaksOff() async throws {
        let bench = try Self.bench(late: 3)
        try await bench.session.startRunning()
        let recorder = PhotoRecorder(onWillCapture: {
            Thread {
                while bench.camera.value(.exposureAuto) == 3 { usleep(100) }
                bench.session.stopRunning()
            }.start()
        })
        let series = [-2.0, -1, 0, 1, 2].map { CaptureBracketedStillSettings.autoExposure(bias: $0) }
        let telling = try await take(series, of: bench, recorder)
        #expect(
            telling.calls == ["willBegin", "willCapture"] + series.map { _ in "photo!" } + ["didFinish!"])
        #expect(telling.end??.code == .sessionNotRunning)
        #expect(isAsBefore(bench.camera))
        bench.end()
    }

    @Test func whatACameraHasNotIsRefusedBeforeAnythingHappens() async throws {
        let bench = try Self.bench(late: 0)
        try await bench.session.startRunning()
        let recorder = PhotoRecorder()
        for series: [CaptureBracketedStillSettings] in [
            [.manualExposure(duration: .seconds(10), iso: nil)], [.manualExposure(duration: nil, iso: 5)],
            [.lensPosition(2)], [.autoExposure(bias: 99)],
            Array(repeating: .autoExposure(bias: 0), count: 9),
        ] {
            var settings = CapturePhotoSettings()
            settings.bracket = series
            #expect(throws: CaptureError.self) {
                try bench.output.capturePhoto(with: settings, delegate: recorder)
            }
            #expect(!recorder.knows(settings))
        }
        #expect(isAsBefore(bench.camera))
        bench.end()
    }
}
