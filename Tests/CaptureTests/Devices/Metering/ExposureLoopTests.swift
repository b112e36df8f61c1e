import Foundation
import MetadataOutput
import Testing

@testable import Capture

/// Scenes of many brightnesses, seen by cameras that answer at once, late, or to another scale than is thought.
@Suite struct ExposureLoopTests {
    /// A scene and a camera.
    struct Scene: Sendable, CustomStringConvertible {
        /// How bright the first picture is against one that is exposed well, in EV.
        var light: Double
        /// After how many frames a setting shows.
        var delay = 1
        /// How many EV all of the gain is.
        var gainRange = 4.0
        /// By which root pictures encode light.
        var gamma = 2.2

        var description: String { "\(light) EV, \(delay) late, gain \(gainRange) EV, gamma \(gamma)" }

        /// The luma of the picture at a setting.
        func luma(_ setting: ExposureLoop.Setting) -> Double {
            let gain = Double(setting.gain ?? 0) / 100 * gainRange
            let steps = light + log2(Double(setting.exposure) / 100) + gain
            return min(max((118 * exp2(steps / gamma)).rounded(), 0), 255)
        }
    }

    private static let limits = ExposureLoop.Limits(exposures: 1...2000, gains: 0...100)

    /// The offsets of a number of frames, in EV, as they would be without limits of a picture, and the settings.
    private func run(
        _ scene: Scene, frames: Int, limits: ExposureLoop.Limits = limits, bias: Double = 0
    ) -> (offsets: [Double], settings: [ExposureLoop.Setting], isAdjusting: Bool) {
        var loop = ExposureLoop()
        let first = ExposureLoop.Setting(exposure: 100, gain: limits.gains == nil ? nil : 0)
        var settings = [first]
        var offsets: [Double] = []
        for frame in 0..<frames {
            let shown = settings[max(0, settings.count - 1 - scene.delay)]
            let luma = scene.luma(shown)
            offsets.append(2.2 * log2(max(luma, 1) / 118))
            let old = settings[settings.count - 1]
            settings.append(loop.next(luma: luma, setting: old, limits: limits, bias: bias) ?? old)
            _ = frame
        }
        return (offsets, settings, loop.isAdjusting)
    }

    static let scenes = [-4.0, -3, -2, -1, -0.5, 0, 0.5, 1, 2, 3, 4].flatMap { light in
        [0, 1, 2].map { Scene(light: light, delay: $0) }
    }

    @Test(arguments: scenes)
    func convergesWithinTenFramesWithoutSwinging(scene: Scene) {
        let run = run(scene, frames: 40)
        #expect(run.offsets[10...].allSatisfy { abs($0) <= 0.5 }, "\(run.offsets)")
        // It stays on the side it came from, but for what nobody sees.
        let side = scene.light < 0 ? -1.0 : 1
        #expect(run.offsets.allSatisfy { $0 * side > -0.3 }, "\(run.offsets)")
        #expect(!run.isAdjusting)
        #expect(run.settings.suffix(20).allSatisfy { $0 == run.settings.last })
    }

    /// Gain has no unit, and cameras' pictures are not all alike.
    @Test(arguments: [
        Scene(light: -6, gainRange: 2), Scene(light: -6, gainRange: 8),
        Scene(light: -7, delay: 2, gainRange: 6),
        Scene(light: -3, delay: 2, gamma: 1.6), Scene(light: 3, delay: 2, gamma: 2.8),
        Scene(light: 3, gamma: 1.6),
    ])
    func comesToRestWhateverTheCamera(scene: Scene) {
        let run = run(scene, frames: 80)
        #expect(!run.isAdjusting)
        #expect(run.settings.suffix(20).allSatisfy { $0 == run.settings.last })
        #expect(abs(run.offsets.last ?? 9) <= 0.5 || run.settings.last?.gain == 100, "\(run.offsets)")
    }

    @Test func timeGoesBeforeGain() {
        let dark = run(Scene(light: -6), frames: 60).settings
        let firstWithGain = dark.firstIndex { ($0.gain ?? 0) > 0 } ?? 0
        #expect(dark[firstWithGain].exposure == 2000)
        // In the light gain goes first.
        var loop = ExposureLoop()
        let lit = loop.next(luma: 250, setting: .init(exposure: 2000, gain: 80), limits: Self.limits)
        #expect(lit?.exposure == 2000)
        #expect((lit?.gain ?? 80) < 80)
    }

    @Test func limitsEndIt() {
        let limits = ExposureLoop.Limits(exposures: 50...200, gains: nil)
        let dark = run(Scene(light: -8), frames: 30, limits: limits)
        #expect(dark.settings.last == .init(exposure: 200, gain: nil))
        #expect(!dark.isAdjusting)
        let bright = run(Scene(light: 8), frames: 30, limits: limits)
        #expect(bright.settings.last == .init(exposure: 50, gain: nil))
        #expect(!bright.isAdjusting)
    }

    @Test func biasIsWhatIsWanted() {
        let brighter = run(Scene(light: 0), frames: 40, bias: 1)
        #expect(abs((brighter.offsets.last ?? 0) - 1) <= 0.3)
        #expect(brighter.settings.last.map { $0.exposure > 160 } == true)
    }

    @Test func smallChangesOfTheSceneAreLeft() {
        var loop = ExposureLoop()
        let setting = ExposureLoop.Setting(exposure: 100, gain: 0)
        for _ in 0..<3 {
            #expect(loop.isAdjusting)
            #expect(loop.next(luma: 118, setting: setting, limits: Self.limits) == nil)
        }
        #expect(!loop.isAdjusting)
        for luma in [110.0, 126, 112, 124] {
            #expect(loop.next(luma: luma, setting: setting, limits: Self.limits) == nil)
        }
        #expect(loop.next(luma: 60, setting: setting, limits: Self.limits) != nil)
        #expect(loop.isAdjusting)
        #expect(loop.offset < -2)
    }

    /// The camera exposed by itself until now, and the first frames still show it.
    @Test(arguments: 1...2) func whatIsFromBeforeIsNoRest(stale: Int) {
        var loop = ExposureLoop()
        let setting = ExposureLoop.Setting(exposure: 100, gain: 0)
        for _ in 0..<stale {
            #expect(loop.next(luma: 118, setting: setting, limits: Self.limits) == nil)
        }
        #expect(loop.isAdjusting)
        #expect(loop.next(luma: 40, setting: setting, limits: Self.limits) != nil)
    }

    // MARK: What is metered

    @Test func windowsStayWithinThePicture() {
        #expect(
            LumaMeter.window(around: CGPoint(x: 0.5, y: 0.5))
                == CGRect(x: 0.375, y: 0.375, width: 0.25, height: 0.25))
        #expect(LumaMeter.window(around: .zero) == CGRect(x: 0, y: 0, width: 0.25, height: 0.25))
        #expect(
            LumaMeter.window(around: CGPoint(x: 1, y: 1))
                == CGRect(x: 0.75, y: 0.75, width: 0.25, height: 0.25))
    }

    @Test func onlyWhatIsInTheRectanglesCounts() {
        // A bright quarter at the top right.
        let plane = Plane(
            width: 200, height: 100,
            samples: (0..<20_000).map { $0 % 200 >= 100 && $0 / 200 < 50 ? 200 : 40 })
        let right = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
        let left = CGRect(x: 0, y: 0.5, width: 0.5, height: 0.5)
        #expect(LumaMeter.luma(of: plane, in: [right]) == 200)
        #expect(LumaMeter.luma(of: plane, in: [left]) == 40)
        #expect(LumaMeter.luma(of: plane, in: [left, right]) == 120)
        // Of large parts not every sample is asked.
        let whole = LumaMeter.luma(of: plane, in: [])
        #expect(abs(whole - 80) < 2)
        #expect(LumaMeter.luma(of: plane, in: [CGRect(x: 2, y: 2, width: 1, height: 1)]) == whole)
        #expect(LumaMeter.luma(of: plane, in: [CGRect(x: 0.99, y: 0, width: 5, height: 0.001)]) == 200)
    }
}
