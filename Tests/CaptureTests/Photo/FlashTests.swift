import CVideo4Linux
import Decoders
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// Photos by the light of a lamp that pictures show some frames late, the first of them in its lower rows alone.
@Suite struct FlashTests {
    private let folder: TemporaryFolder
    private var lamps: String { "\(folder.path)/leds" }

    init() throws { folder = try TemporaryFolder() }

    private func addLamp(_ name: String, _ files: [String: String]) throws {
        for (file, text) in files { try folder.add("leds/\(name)/\(file)", Array("\(text)\n".utf8)) }
    }

    private func addFlash(_ name: String = "white:flash", fault: String = "") throws {
        try addLamp(
            name,
            [
                "brightness": "0", "max_brightness": "255", "flash_brightness": "0",
                "max_flash_brightness": "1000000", "flash_timeout": "0", "max_flash_timeout": "1024000",
                "flash_strobe": "0", "flash_fault": fault,
            ])
    }

    private func value(_ file: String, of lamp: String = "white:flash") -> String? {
        (try? String(contentsOfFile: "\(lamps)/\(lamp)/\(file)", encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What of a picture is lit.
    private enum Lit { case nothing, lowerHalf, all }

    private static func picture(_ dark: UInt8, _ lit: Lit) -> [UInt8] {
        (0..<256).map { place in
            let isLit = lit == .all || (lit == .lowerHalf && place >= 128)
            return isLit ? UInt8(min(250, Int(dark) + 130)) : dark
        }
    }

    /// - Parameters:
    ///   - late: How many pictures the light takes to show; of the one before the lower half is lit.
    ///   - dark: How bright the scene is without it.
    ///   - isOn: Whether the lamp is lit.
    private func bench(
        late: Int, dark: UInt8 = 15, prepare: (inout ScriptedCamera.State) -> Void = { _ in },
        isOn: @escaping @Sendable (ScriptedCamera) -> Bool
    ) throws -> PhotoBench {
        let since = Mutex<Int?>(nil)
        return try PhotoBench(
            .init(code: "GREY", width: 16, height: 16),
            folders: DeviceFolders(nodes: folder.path, lamps: lamps), prepare: prepare
        ) { number, camera in
            let age = since.withLock { since -> Int? in
                since = isOn(camera) ? since ?? number : nil
                return since.map { first in number - first }
            }
            guard let age, age >= late else { return Self.picture(dark, .nothing) }
            return Self.picture(dark, age == late ? .lowerHalf : .all)
        }
    }

    private func take(
        _ mode: CapturePhotoSettings.FlashMode, of bench: PhotoBench,
        _ recorder: PhotoRecorder = PhotoRecorder()
    ) async throws -> PhotoRecorder.Telling {
        var settings = CapturePhotoSettings()
        settings.flashMode = mode
        try bench.output.capturePhoto(with: settings, delegate: recorder)
        return try await recorder.telling(of: settings)
    }

    /// The mean luma of the upper and of the lower half.
    private func halves(of telling: PhotoRecorder.Telling) throws -> [Int] {
        let data = try #require(telling.photos.first?.fileDataRepresentation())
        let samples = try StandardPictureDecoder().frame(from: [UInt8](data), limits: .standard).luma.samples
        return [samples[..<128], samples[128...]].map { $0.reduce(0) { $0 + Int($1) } / 128 }
    }

    /// EXIF's Flash.
    private func flashTag(of telling: PhotoRecorder.Telling) throws -> UInt8? {
        let bytes = [UInt8](try #require(telling.photos.first?.fileDataRepresentation()))
        let entry: [UInt8] = [0x09, 0x92, 3, 0, 1, 0, 0, 0]
        return bytes.indices.dropLast(entry.count).first { Array(bytes[$0..<$0 + entry.count]) == entry }
            .map { bytes[$0 + entry.count] }
    }

    private func sysfs(_ file: String, of lamp: String) -> @Sendable (ScriptedCamera) -> Bool {
        let path = "\(lamps)/\(lamp)/\(file)"
        return { _ in
            let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
            return text.map { $0 != "0\n" && $0 != "" } ?? false
        }
    }

    /// With a camera that cannot expose for longer.
    private func bench(late: Int, dark: UInt8 = 15) throws -> PhotoBench {
        let prepare: (inout ScriptedCamera.State) -> Void = { state in
            state.controls[ControlID.exposureAbsolute.rawValue] = .init(minimum: 3, maximum: 250, value: 250)
        }
        return try bench(
            late: late, dark: dark, prepare: prepare, isOn: sysfs("flash_strobe", of: "white:flash"))
    }

    @Test(arguments: [0, 1, 5, 9]) func aFlashOfTheLEDClassLightsAllOfAPhoto(late: Int) async throws {
        try addFlash()
        let bench = try bench(late: late)
        try await bench.session.startRunning()
        #expect(bench.output.supportedFlashModes == [.off, .on, .auto])
        for _ in 0..<3 {
            let telling = try await take(.on, of: bench)
            #expect(telling.errors == [nil] && telling.resolved.allSatisfy { $0.isFlashEnabled })
            #expect(try halves(of: telling).allSatisfy { abs($0 - 145) < 3 })
            #expect(try flashTag(of: telling) == 0x09)
            #expect(value("flash_strobe") == "0")
        }
        // As bright as it can be, and the hardware would have ended it.
        #expect(value("flash_brightness") == "1000000" && value("flash_timeout") == "1024000")
        let telling = try await take(.off, of: bench)
        #expect(try halves(of: telling).allSatisfy { $0 < 20 } && flashTag(of: telling) == 0)
        bench.end()
    }

    @Test func byItselfItFiresInTheDark() async throws {
        try addFlash()
        for (dark, isDark) in [(UInt8(15), true), (100, false)] {
            let bench = try bench(late: 1, dark: dark)
            try await bench.session.startRunning()
            let telling = try await take(.auto, of: bench)
            #expect(telling.resolved.map(\.isFlashEnabled) == [isDark])
            #expect(try flashTag(of: telling) == (isDark ? 0x19 : 0x18))
            #expect(try halves(of: telling).allSatisfy { isDark == ($0 > 140) })
            bench.end()
        }
    }

    /// Where somebody has the scene watched, it is the scene's flag that decides.
    @Test func aWatchedSceneDecides() async throws {
        try addFlash()
        let bench = try bench(late: 0)
        try await bench.session.startRunning()
        var watched = CapturePhotoSettings()
        watched.flashMode = .auto
        bench.output.photoSettingsForSceneMonitoring = watched
        // It has not been dark for half a second.
        #expect(try await take(.auto, of: bench).resolved.map(\.isFlashEnabled) == [false])
        for _ in 0..<200_000 where !bench.output.isFlashScene { try await Task.sleep(for: .milliseconds(1)) }
        #expect(try await take(.auto, of: bench).resolved.map(\.isFlashEnabled) == [true])
        bench.end()
    }

    @Test func inTheLightItChangesNothingThatIsSeen() async throws {
        try addFlash()
        // The lamp is not seen at all.
        let bench = try bench(late: 1_000_000, dark: 100)
        try await bench.session.startRunning()
        let telling = try await take(.on, of: bench)
        #expect(telling.errors == [nil])
        #expect(try flashTag(of: telling) == 0x09 && value("flash_strobe") == "0")
        bench.end()
    }

    @Test func aLampThatCannotFlashShinesAndIsAsBefore() async throws {
        try addLamp("white:torch", ["brightness": "0", "max_brightness": "255"])
        let bench = try bench(
            late: 2,
            isOn: { [lamps] _ in
                FileManager.default.contents(atPath: "\(lamps)/white:torch/brightness") == Data("255\n".utf8)
            })
        let device = try #require(bench.input.device)
        try await bench.session.startRunning()
        #expect(bench.output.supportedFlashModes == [.off] && !device.hasFlash)
        try device.lockForConfiguration()
        try device.setTorchSource(.lamp(name: "gone"))
        #expect(device.hasFlash && !device.isFlashAvailable && bench.output.supportedFlashModes == [.off])
        try device.setTorchSource(.lamp(name: "white:torch"))
        for level in [0, 0.5] {
            if level > 0 { try device.setTorchModeOn(level: level) }
            let telling = try await take(.on, of: bench)
            #expect(try halves(of: telling).allSatisfy { abs($0 - 145) < 3 })
            #expect(value("brightness", of: "white:torch") == (level > 0 ? "128" : "0"))
        }
        device.unlockForConfiguration()
        bench.end()
    }

    @Test func aFlashOfTheCamerasOwn() async throws {
        let bench = try bench(
            late: 3,
            prepare: { state in
                state.controls[ControlID.flashLEDMode.rawValue] = .init(
                    type: V4L2_CTRL_TYPE_MENU, maximum: 2, menu: [0: "Off", 1: "Flash", 2: "Torch"])
                state.controls[ControlID.flashStrobe.rawValue] = .init(type: V4L2_CTRL_TYPE_BUTTON)
                state.controls[ControlID.flashStrobeStop.rawValue] = .init(type: V4L2_CTRL_TYPE_BUTTON)
                state.controls[ControlID.flashIntensity.rawValue] = .init(maximum: 200)
                state.controls[ControlID.flashTimeout.rawValue] = .init(maximum: 500_000)
            }, isOn: { $0.value(.flashLEDMode) == 1 && $0.value(.flashStrobe) == 1 })
        try await bench.session.startRunning()
        let telling = try await take(.on, of: bench)
        #expect(telling.errors == [nil])
        #expect(try halves(of: telling).allSatisfy { abs($0 - 145) < 3 })
        let values = [ControlID.flashLEDMode, .flashIntensity, .flashTimeout, .flashStrobeStop].map {
            bench.camera.value($0)
        }
        #expect(values == [0, 200, 500_000, 1])
        bench.end()
    }

    @Test func whateverHappensTheLampIsOut() async throws {
        try addFlash(fault: "led-over-temperature-fault")
        let hot = try bench(late: 1)
        try await hot.session.startRunning()
        let telling = try await take(.on, of: hot)
        #expect(telling.end??.code == .deviceFailed)
        #expect(telling.end??.message.contains("led-over-temperature-fault") == true)
        #expect(value("flash_strobe") == "0")
        hot.end()

        try addFlash()
        // The light falls upon one half and the other by turns.
        let isOn = sysfs("flash_strobe", of: "white:flash")
        let flickering = try PhotoBench(
            .init(code: "GREY", width: 16, height: 16),
            folders: DeviceFolders(nodes: folder.path, lamps: lamps)
        ) { number, camera in
            let rows = Self.picture(15, isOn(camera) ? .lowerHalf : .nothing)
            return number.isMultiple(of: 2) ? rows : rows.reversed()
        }
        try await flickering.session.startRunning()
        let flickered = try await take(.on, of: flickering)
        #expect(flickered.end??.code == .settingNotReached)
        #expect(value("flash_strobe") == "0")
        flickering.end()

        for isUnplugged in [true, false] {
            let broken = try bench(late: 1_000_000)
            try await broken.session.startRunning()
            let strobe = sysfs("flash_strobe", of: "white:flash")
            let recorder = PhotoRecorder(onWillCapture: {
                Thread {
                    while !strobe(broken.camera) { usleep(100) }
                    if isUnplugged { broken.unplug() } else { broken.session.stopRunning() }
                }.start()
            })
            let telling = try await take(.on, of: broken, recorder)
            #expect(telling.calls.suffix(2) == ["photo!", "didFinish!"])
            #expect(value("flash_strobe") == "0")
            broken.end()
        }
    }

    @Test func whatThereIsNotIsRefused() async throws {
        let bench = try bench(late: 0)
        try await bench.session.startRunning()
        #expect(bench.output.supportedFlashModes == [.off])
        #expect(throws: CaptureError.self) {
            var settings = CapturePhotoSettings()
            settings.flashMode = .auto
            try bench.output.capturePhoto(with: settings, delegate: PhotoRecorder())
        }
        bench.end()
        // Nobody knows which of two lights the camera's scene.
        try addFlash()
        try addFlash("rear:flash")
        let two = try self.bench(late: 0)
        try await two.session.startRunning()
        #expect(two.output.supportedFlashModes == [.off])
        let device = try #require(two.input.device)
        try device.lockForConfiguration()
        try device.setTorchSource(TorchSource(named: "rear:flash"))
        device.unlockForConfiguration()
        #expect(two.output.supportedFlashModes == [.off, .on, .auto])
        two.end()
    }

    @Test func whatIsLitInPartIsTold() {
        func measure(_ top: Double, _ bottom: Double) -> StillMeasure {
            StillMeasure(meanLuma: (top + bottom) / 2, sharpness: 0, topLuma: top, bottomLuma: bottom)
        }
        var watch = FlashWatch(dark: measure(20, 30))
        func lit(_ watch: inout FlashWatch, _ pictures: [(Double, Double)]) -> [Bool] {
            pictures.map { watch.isLit(measure($0.0, $0.1)) }
        }
        #expect(lit(&watch, [(20, 30)]) == [false])
        #expect(!watch.hasSeenLight)
        #expect(lit(&watch, [(20, 90), (60, 90)]) == [false, true])
        #expect(watch.hasSeenLight)
        // A wall that is nearer below gets more light in every picture.
        var near = FlashWatch(dark: measure(20, 30))
        #expect(lit(&near, [(24, 200), (40, 200), (41, 200)]) == [false, false, true])
        // In between it was dark.
        #expect(lit(&near, [(20, 30), (41, 200)]) == [false, false])
    }
}
