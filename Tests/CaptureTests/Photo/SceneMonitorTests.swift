import CVideo4Linux
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

@Suite struct SceneMonitorTests {
    private static func monitor(
        flash: CapturePhotoSettings.FlashMode,
        quality: CapturePhotoSettings.QualityPrioritization = .balanced
    ) -> SceneMonitor {
        var monitor = SceneMonitor()
        var settings = CapturePhotoSettings()
        (settings.flashMode, settings.qualityPrioritization) = (flash, quality)
        monitor.settings = settings
        return monitor
    }

    /// So many pictures of one brightness, a tenth of a second apart.
    private static func show(
        _ luma: Double, _ count: Int, to monitor: inout SceneMonitor, at time: inout Int,
        isAtLimit: Bool? = true, canFlash: Bool = true
    ) {
        for _ in 0..<count {
            time += 100
            monitor.note(
                .init(luma: luma, isAtLimit: isAtLimit, time: .milliseconds(time)), canFlash: canFlash)
        }
    }

    @Test func whoAsksForNothingIsToldNothing() {
        var (monitor, time) = (SceneMonitor(), 0)
        Self.show(0, 20, to: &monitor, at: &time)
        #expect(!monitor.isFlashScene && !monitor.isStabilizationScene)
    }

    @Test func littleLightIsToldAfterAMomentAndUntilThereIsMore() {
        var (monitor, time) = (Self.monitor(flash: .off), 0)
        Self.show(50, 5, to: &monitor, at: &time)
        #expect(!monitor.isStabilizationScene)
        Self.show(50, 2, to: &monitor, at: &time)
        #expect(monitor.isStabilizationScene && !monitor.isFlashScene)
        // Between the limits nothing changes, nor for a moment.
        Self.show(70, 20, to: &monitor, at: &time)
        #expect(monitor.isStabilizationScene)
        Self.show(200, 4, to: &monitor, at: &time)
        Self.show(50, 1, to: &monitor, at: &time)
        Self.show(200, 4, to: &monitor, at: &time)
        #expect(monitor.isStabilizationScene)
        Self.show(200, 3, to: &monitor, at: &time)
        #expect(!monitor.isStabilizationScene)
        monitor.settings = nil
        #expect(!monitor.isStabilizationScene)
    }

    @Test func theFlashComesInLessLightThanTheSharpestOfSeveral() {
        var (monitor, time) = (Self.monitor(flash: .auto), 0)
        Self.show(35, 10, to: &monitor, at: &time)
        #expect(monitor.isStabilizationScene && !monitor.isFlashScene)
        Self.show(20, 10, to: &monitor, at: &time)
        #expect(!monitor.isStabilizationScene && monitor.isFlashScene)
        var fast = Self.monitor(flash: .auto, quality: .speed)
        Self.show(35, 10, to: &fast, at: &time)
        #expect(!fast.isStabilizationScene && fast.isFlashScene)
        // Without a flash there is no scene for it.
        var without = Self.monitor(flash: .auto, quality: .speed)
        Self.show(35, 10, to: &without, at: &time, canFlash: false)
        #expect(!without.isFlashScene)
    }

    @Test func aDarkPictureOfACameraThatCouldExposeForLongerIsNoDarkScene() {
        var (monitor, time) = (Self.monitor(flash: .off), 0)
        Self.show(20, 20, to: &monitor, at: &time, isAtLimit: false)
        #expect(!monitor.isStabilizationScene)
        Self.show(20, 10, to: &monitor, at: &time, isAtLimit: nil)
        #expect(monitor.isStabilizationScene)
    }

    @Test func anOutputWatchesItsCamerasLight() async throws {
        let luma = Mutex<UInt8>(150)
        let bench = try PhotoBench(
            .init(code: "GREY", width: 16, height: 16),
            prepare: { state in
                // It cannot expose for longer.
                state.controls[ControlID.exposureAbsolute.rawValue] = .init(
                    minimum: 3, maximum: 250, value: 250)
            }
        ) { _, _ in
            [UInt8](repeating: luma.withLock { $0 }, count: 256)
        }
        try await bench.session.startRunning()
        let output = bench.output
        let changes = Mutex(0)
        let observation = output.observeScene { changes.withLock { $0 += 1 } }
        #expect(output.photoSettingsForSceneMonitoring == nil)
        output.photoSettingsForSceneMonitoring = CapturePhotoSettings()
        func waits(until isOn: Bool) async throws -> Bool {
            for _ in 0..<60_000 where output.isStillImageStabilizationScene != isOn {
                try await Task.sleep(for: .milliseconds(5))
            }
            return output.isStillImageStabilizationScene == isOn
        }
        #expect(!output.isStillImageStabilizationScene)
        luma.withLock { $0 = 20 }
        #expect(try await waits(until: true))
        luma.withLock { $0 = 150 }
        #expect(try await waits(until: false))
        #expect(!output.isFlashScene && changes.withLock { $0 } >= 2)
        withExtendedLifetime(observation) {}
        bench.end()
    }
}
