import CVideo4Linux
import Foundation
import MetadataOutput
import Testing

@testable import Capture

@Suite struct DeviceZoomTests {
    private let camera = ScriptedCamera()

    @Test func aCamerasOwnZoomIsUsed() throws {
        camera.change {
            $0.controls[ControlID.zoomAbsolute.rawValue] = .init(minimum: 100, maximum: 400, value: 100)
        }
        let device = camera.device()
        try device.lockForConfiguration()
        #expect(device.videoZoomFactor == 1)
        #expect(device.videoMaxZoomFactor == 4)
        try device.setVideoZoomFactor(2.5)
        #expect(device.videoZoomFactor == 2.5)
        #expect(camera.value(.zoomAbsolute) == 250)
        #expect(device.softwareZoom.factor == 1)
        #expect(throws: CaptureError.self) { try device.setVideoZoomFactor(4.1) }
        #expect(throws: CaptureError.self) { try device.setVideoZoomFactor(0.9) }
    }

    @Test func elseTheMiddleIsCutOut() throws {
        camera.change { $0.formats = [.init(code: "GREY", width: 640, height: 480)] }
        let device = camera.device()
        try device.lockForConfiguration()
        try device.setActiveFormat(device.formats[0])
        #expect(device.videoMaxZoomFactor == 4)
        try device.setVideoZoomFactor(2)
        let plane = Plane(width: 8, height: 4, samples: (0..<32).map { UInt8($0) })
        guard
            case .frame(let frame) = device.softwareZoom.apply(
                to: .frame(Frame(luma: plane, time: .seconds(3))))
        else {
            Issue.record("a frame stays a frame")
            return
        }
        #expect(frame.luma.width == 4 && frame.luma.height == 2)
        #expect(frame.luma.withBytes { $0[0] } == 10)
        #expect(frame.time == .seconds(3))
        guard
            case .cropped(.encoded, let part) = device.softwareZoom.apply(
                to: .encoded([1], limits: .standard))
        else {
            Issue.record("an encoded picture is cut after decoding")
            return
        }
        #expect(part == CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
    }

    @Test func aRampDoublesInASecondAtRateOne() {
        let ramp = ZoomRamp(from: 1, to: 4, rate: 1)
        #expect(ramp.duration == 2)
        #expect(ramp.factor(at: 0) == 1)
        #expect(abs(ramp.factor(at: 1) - 2) < 1e-9)
        #expect(ramp.factor(at: 2) == 4)
        #expect(ramp.factor(at: 0.1) < 1.02)
        let back = ZoomRamp(from: 4, to: 1, rate: 2)
        #expect(back.duration == 1)
        #expect(abs(back.factor(at: 0.5) - 2) < 1e-9)
    }

    @Test func aRampThatIsCancelledSlowsDownToAStop() {
        let ramp = ZoomRamp(from: 1, to: 16, rate: 2).cancelled(at: 1)
        #expect(abs(ramp.duration - 1.25) < 1e-9)
        // Half way, at one and a half times the mean speed: 3 powers of two a second, of which half is left on average.
        #expect(abs(ramp.factor(at: 1) - 4) < 1e-9)
        #expect(abs(log2(ramp.factor(at: 1.25) / 4) - 3 * 0.25 / 2) < 1e-9)
        let steps = (0...10).map { ramp.factor(at: 1 + Double($0) * 0.025) }
        let ratios = zip(steps.dropFirst(), steps).map { $0 / $1 }
        #expect(ratios == ratios.sorted(by: >) && (ratios.last ?? 2) < 1.02)
        #expect(ramp.factor(at: 9) == ramp.factor(at: 1.25))
        // Near its end it does not go past its target.
        #expect(ZoomRamp(from: 4, to: 1, rate: 2).cancelled(at: 0.99).factor(at: 2) >= 1)
    }

    @Test func aRampArrivesAndCanBeCancelled() async throws {
        camera.change {
            $0.controls[ControlID.zoomAbsolute.rawValue] = .init(minimum: 100, maximum: 400, value: 100)
        }
        let device = camera.device()
        try device.lockForConfiguration()
        try device.ramp(toVideoZoomFactor: 2, withRate: 10)
        for _ in 0..<6_000 where device.isRampingVideoZoom { try await Task.sleep(for: .milliseconds(10)) }
        #expect(device.videoZoomFactor == 2)
        try device.ramp(toVideoZoomFactor: 4, withRate: 0.000_1)
        #expect(device.isRampingVideoZoom)
        device.cancelVideoZoomRamp()
        for _ in 0..<6_000 where device.isRampingVideoZoom { try await Task.sleep(for: .milliseconds(10)) }
        #expect(!device.isRampingVideoZoom)
        #expect(device.videoZoomFactor < 2.1)
        #expect(throws: CaptureError.self) { try device.ramp(toVideoZoomFactor: 2, withRate: 0) }
    }
}
