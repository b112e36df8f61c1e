import CVideo4Linux
import Foundation
import MetadataOutput
import Testing

@testable import Capture

/// One object a camera that is plugged in.
@Suite struct DeviceRegistryTests {
    private let camera = ScriptedCamera()
    private let nodes: ScriptedNodes
    private var system: DeviceSystem { camera.system(folders: nodes.folders) }

    init() throws {
        nodes = try ScriptedNodes()
        camera.change {
            $0.formats = [.init(code: "GREY", width: 4, height: 2), .init(code: "GREY", width: 8, height: 4)]
        }
    }

    @Test func whoeverAsksGetsTheSameObject() throws {
        try nodes.add(0, byPath: "door")
        let device = try #require(CaptureDevice.default(of: system))
        #expect(CaptureDevice.devices(of: system).map(ObjectIdentifier.init) == [ObjectIdentifier(device)])
        #expect(try CaptureDevice.device(matching: "door", of: system) === device)
        #expect(CaptureDevice.device(uniqueID: "door", of: system) === device)
        let input = CaptureDeviceInput(device: nil, sourceName: nil, system: system)
        try input.openStream(preset: .high).close()
        #expect(input.device === device)
    }

    @Test func whatIsSetStaysWhileNobodyHoldsTheObject() throws {
        try nodes.add(0)
        func set() throws {
            let device = try #require(CaptureDevice.default(of: system))
            try device.lockForConfiguration()
            try device.setActiveFormat(device.formats[0])
            try device.setVideoZoomFactor(1)
            device.unlockForConfiguration()
        }
        try set()
        #expect(try #require(CaptureDevice.default(of: system)).activeFormat?.width == 4)
    }

    @Test func aZoomActsOnTheStreamThatRuns() throws {
        camera.change {
            $0.formats = [.init(code: "GREY", width: 480, height: 240)]
            $0.bufferLength = 480 * 240
        }
        try nodes.add(0)
        let stream = try CaptureDeviceInput(device: CaptureDevice.default(of: system)).openStream(
            preset: .high)
        let device = try CaptureDevice.device(matching: "camera", of: system)
        try device.lockForConfiguration()
        try device.setVideoZoomFactor(2)
        camera.change { $0.pictures = [.init(bytes: [UInt8](repeating: 7, count: 480 * 240))] }
        let payload = try #require(try stream.nextFrame(timeout: .seconds(1))).payload
        guard case .frame(let frame) = payload else {
            Issue.record("\(payload)")
            return
        }
        #expect(frame.luma.width == 240 && frame.luma.height == 120)
        stream.close()
    }

    @Test func aCameraThatComesBackIsAnotherObject() throws {
        try nodes.add(0, byPath: "door")
        let device = try #require(CaptureDevice.default(of: system))
        #expect(device.isConnected)
        try nodes.remove(0)
        #expect(CaptureDevice.devices(of: system).isEmpty)
        #expect(!device.isConnected)
        try nodes.add(0)
        #expect(!device.isConnected)
        let error = #expect(throws: CaptureError.self) { try device.lockForConfiguration() }
        #expect(error?.code == .deviceNotConnected)
        let next = try #require(CaptureDevice.default(of: system))
        #expect(next !== device)
        #expect(next.uniqueID == device.uniqueID)
        #expect(next.isConnected)
    }

    /// Nobody looked while the node was gone.
    @Test func aCameraThatWasReplacedUnseenIsAnotherObject() throws {
        try nodes.add(0)
        let device = try #require(CaptureDevice.default(of: system))
        try nodes.remove(0)
        try nodes.add(0)
        let next = try #require(CaptureDevice.default(of: system))
        #expect(next !== device)
        #expect(!device.isConnected)
    }

    /// As in containers, where nodes stay.
    @Test func aCameraThatFailsAsUnpluggedIsDeadThoughItsNodeStays() throws {
        try nodes.add(0)
        let device = try #require(CaptureDevice.default(of: system))
        try device.lockForConfiguration()
        camera.change { $0.failures["S_CTRL"] = ENODEV }
        camera.change { $0.controls[ControlID.gain.rawValue] = .init(name: "Gain") }
        let error = #expect(throws: CaptureError.self) { try device.setControl("gain", to: "5") }
        #expect(error?.code == .deviceWasDisconnected)
        #expect(!device.isConnected)
        #expect(CaptureDevice.default(of: system) !== device)
    }

    @Test func aNameThatUdevGivesLaterIsTheObjectsName() throws {
        try nodes.add(0)
        let device = try #require(CaptureDevice.default(of: system))
        #expect(device.uniqueID == "uvcvideo:usb-1")
        try nodes.add(1, byID: "usb-Other", serial: "2")
        try FileManager.default.createDirectory(
            atPath: nodes.folders.nodes + "/v4l/by-path", withIntermediateDirectories: true)
        try nodes.link("by-path/door", 0)
        #expect(try CaptureDevice.device(matching: "door", of: system) === device)
        #expect(device.uniqueID == "door")
    }

    @Test func whatWasSetOnTheNewObjectStands() throws {
        try nodes.add(0, byPath: "door")
        let old = try #require(CaptureDevice.default(of: system))
        let input = CaptureDeviceInput(device: old)
        try old.lockForConfiguration()
        try old.setActiveFormat(old.formats[0])
        try input.openStream(preset: .high).close()
        try nodes.remove(0)
        try nodes.add(0)
        let new = try #require(CaptureDevice.default(of: system))
        try new.lockForConfiguration()
        try new.setActiveFormat(new.formats[1])
        let stream = try input.openStream(preset: .high)
        #expect(stream.formatDescription == "GREY 8x4 at 30")
        #expect(input.device === new)
        stream.close()
    }

    @Test func twoInputsDoNotShareACamera() throws {
        try nodes.add(0)
        let device = try #require(CaptureDevice.default(of: system))
        let stream = try CaptureDeviceInput(device: device).openStream(preset: .high)
        let other = CaptureDeviceInput(device: device)
        let error = #expect(throws: CaptureError.self) { try other.openStream(preset: .high) }
        #expect(error?.code == .deviceInUseByAnotherApplication)
        #expect(error?.message.contains("by another session of this program: stop that one first") == true)
        stream.close()
        try other.openStream(preset: .high).close()
        #expect(camera.isReleased)
    }
}
