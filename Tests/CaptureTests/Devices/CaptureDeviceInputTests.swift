import CVideo4Linux
import Foundation
import Synchronization
import Testing

@testable import Capture

@Suite struct CaptureDeviceInputTests {
    private let camera = ScriptedCamera()
    private let nodes: ScriptedNodes
    private var system: DeviceSystem { camera.system(folders: nodes.folders) }

    init() throws {
        nodes = try ScriptedNodes()
        camera.change {
            $0.formats = [.init(code: "GREY", width: 4, height: 2), .init(code: "GREY", width: 8, height: 4)]
            $0.controls[ControlID.focusAuto.rawValue] = .init(
                type: V4L2_CTRL_TYPE_BOOLEAN, name: "Focus, Auto", maximum: 1, value: 1)
            $0.controls[ControlID.focusAbsolute.rawValue] = .init(name: "Focus", maximum: 100)
        }
    }

    /// A camera that is set, has had a stream, and was unplugged.
    private func lostInput() throws -> CaptureDeviceInput {
        try nodes.add(0, byPath: "door")
        let device = try CaptureDevice.device(matching: "door", of: system)
        try device.lockForConfiguration()
        try device.setActiveFormat(device.formats[0])
        try device.setFocusModeLocked(lensPosition: 0.6)
        device.unlockForConfiguration()
        let input = CaptureDeviceInput(device: device)
        try input.openStream(preset: .high).close()
        try nodes.remove(0)
        camera.change {
            $0.controls[ControlID.focusAuto.rawValue]?.value = 1
            $0.controls[ControlID.focusAbsolute.rawValue]?.value = 0
        }
        return input
    }

    @Test func aCameraThatComesBackElsewhereHasFormatAndSettingsAgain() throws {
        let input = try lostInput()
        #expect(!input.isConnected)
        let error = #expect(throws: CaptureError.self) { try input.openStream(preset: .high) }
        #expect(error?.code == .deviceNotConnected)
        let name = nodes.folders.nodes + "/v4l/by-path/door"
        try FileManager.default.removeItem(atPath: name)
        try nodes.add(5)
        #expect(!input.isConnected)
        // udev's link may come a moment after the node.
        try nodes.link("by-path/door", 5)
        #expect(input.isConnected)
        let stream = try input.openStream(preset: .high)
        #expect(stream.formatDescription == "GREY 4x2 at 30")
        #expect(camera.value(.focusAuto) == 0)
        #expect(camera.value(.focusAbsolute) == 40)
        #expect(input.device?.path == nodes.path(5))
        #expect(input.sourceName == nodes.path(0))
        stream.close()
        #expect(camera.isReleased)
    }

    @Test func anotherCameraOfItsKindDoesNotTakeItsPlace() throws {
        try nodes.add(0, byID: "usb-Cheap", byPath: "path-1", model: "0825")
        let input = CaptureDeviceInput(
            device: nil, sourceName: "door", system: system, matching: "usb-Cheap")
        try input.openStream(preset: .high).close()
        // Nobody looks while both are there.
        try nodes.add(2, byPath: "path-2", model: "0825")
        try nodes.remove(0)
        // The name that both share goes to the one that stays.
        try FileManager.default.removeItem(atPath: nodes.folders.nodes + "/v4l/by-id/usb-Cheap")
        try nodes.link("by-id/usb-Cheap", 2)
        #expect(CaptureDevice.devices(of: system).map(\.path) == [nodes.path(2)])
        #expect(!input.isConnected)
        let error = #expect(throws: CaptureError.self) { try input.openStream(preset: .high) }
        #expect(error?.code == .deviceNotConnected)
        try nodes.add(0)
        #expect(input.isConnected)
        try input.openStream(preset: .high).close()
        #expect(input.device?.path == nodes.path(0))
    }

    @Test func aTwinWithTheSameSerialNumberDoesNotTakeItsPlace() throws {
        try nodes.add(0, byID: "usb-Same_1", byPath: "path-1", model: "0825", serial: "1")
        let input = CaptureDeviceInput(device: CaptureDevice.default(of: system))
        try input.openStream(preset: .high).close()
        try nodes.add(2, byPath: "path-2", model: "0825", serial: "1")
        #expect(CaptureDevice.devices(of: system).count == 2)
        try nodes.remove(0)
        try FileManager.default.removeItem(atPath: nodes.folders.nodes + "/v4l/by-id/usb-Same_1")
        try nodes.link("by-id/usb-Same_1", 2)
        #expect(!input.isConnected)
        try nodes.add(0)
        #expect(input.isConnected)
        try input.openStream(preset: .high).close()
        #expect(input.device?.path == nodes.path(0))
    }

    /// A person who names a port means the camera in it, whichever that is.
    @Test(arguments: [true, false]) func anotherCameraInThePortTakesThePlaceOfOneNamedByIt(isPort: Bool)
        throws
    {
        try nodes.add(0, byID: "usb-Good_1", byPath: "door", model: "0825", serial: "1")
        let links = nodes.folders.nodes + "/v4l"
        let configured = Mutex<[String]>([])
        let input = CaptureDeviceInput(
            device: nil, sourceName: "door", system: system,
            matching: isPort ? "\(links)/by-path/door" : nodes.path(0)
        ) { device in
            configured.withLock { $0.append(device.uniqueID) }
        }
        try input.openStream(preset: .high).close()
        try nodes.remove(0)
        for link in ["by-id/usb-Good_1", "by-path/door"] {
            try FileManager.default.removeItem(atPath: "\(links)/\(link)")
        }
        #expect(!input.isConnected)
        // A node's number is any camera's.
        try nodes.add(0, byID: "usb-Good_2", byPath: "door", model: "0825", serial: "2")
        #expect(input.isConnected == isPort)
        guard isPort else { return }
        try input.openStream(preset: .high).close()
        #expect(input.device?.uniqueID == "usb-Good_2")
        // It has not been set yet.
        #expect(configured.withLock { $0 } == ["usb-Good_1", "usb-Good_2"])
        // The same one again is.
        try nodes.remove(0)
        #expect(!input.isConnected)
        try nodes.add(0)
        try input.openStream(preset: .high).close()
        #expect(configured.withLock { $0.count } == 2)
    }

    /// A virtual camera has what somebody writes to it, and nothing before.
    @Test func formatsAreAskedForUntilThereAreSomeAndWithEachStream() throws {
        try nodes.add(0)
        let device = try #require(CaptureDevice.default(of: system))
        let input = CaptureDeviceInput(device: device)
        camera.change { $0.formats = [] }
        #expect(device.formats.isEmpty)
        #expect(throws: CaptureError.self) { try input.openStream(preset: .high) }
        camera.change { $0.formats = [.init(code: "GREY", width: 4, height: 2)] }
        #expect(device.formats.count == 1)
        for width in [4, 8] {
            camera.change { $0.formats = [.init(code: "GREY", width: width, height: 2)] }
            let stream = try input.openStream(preset: .high)
            #expect(stream.formatDescription == "GREY \(width)x2 at 30")
            stream.close()
        }
    }

    /// As in containers, where nodes stay.
    @Test func aCameraThatItsDriverCallsGoneIsNotConnected() throws {
        try nodes.add(0)
        let device = try #require(CaptureDevice.default(of: system))
        let input = CaptureDeviceInput(device: device)
        #expect(input.isConnected)
        try device.lockForConfiguration()
        camera.change {
            $0.controls[ControlID.gain.rawValue] = .init(name: "Gain")
            ($0.failures["S_CTRL"], $0.failures["open"]) = (ENODEV, ENODEV)
        }
        #expect(throws: CaptureError.self) { try device.setControl("gain", to: "5") }
        #expect(!input.isConnected)
        camera.change { $0.failures = [:] }
        for _ in 0..<1_000 where !input.isConnected { usleep(50_000) }
        #expect(input.isConnected)
    }

    @Test func aCameraThatDoesNotTakeItsSettingsBackIsAnError() throws {
        let input = try lostInput()
        try nodes.add(0)
        camera.change { $0.controls[ControlID.focusAbsolute.rawValue]?.isStubborn = true }
        let error = #expect(throws: CaptureError.self) { try input.openStream(preset: .high) }
        #expect(error?.code == .deviceFailed)
        #expect(error?.message.hasSuffix("did not take its settings back: Focus is 0, not 40") == true)
        #expect(camera.isReleased)
    }

    @Test func aCameraThatWasBusyIsLookedForAgainThoughNoNodeHasChanged() throws {
        try nodes.add(0)
        let input = CaptureDeviceInput(device: nil, sourceName: nil, system: system)
        camera.change { $0.failures["open"] = EBUSY }
        #expect(!input.isConnected)
        camera.change { $0.failures["open"] = nil }
        for _ in 0..<1_000 where !input.isConnected { usleep(50_000) }
        #expect(input.isConnected)
    }

    @Test func theDefaultIsTheFirstThatIsThereWhenItIsOpened() throws {
        let input = CaptureDeviceInput(device: nil, sourceName: nil, system: system)
        #expect(!input.isConnected)
        let error = #expect(throws: CaptureError.self) { try input.openStream(preset: .high) }
        #expect(error?.message == "no camera is connected")
        try nodes.add(3)
        #expect(input.isConnected)
        #expect(try input.openStream(preset: .high).formatDescription == "GREY 8x4 at 30")
        #expect(input.device?.path == nodes.path(3))
        #expect(input.sourceName == "default")
    }

    @Test func thePresetChoosesTheSizeUnlessAFormatIsSet() throws {
        try nodes.add(0)
        let device = try #require(CaptureDevice.default(of: system))
        let input = CaptureDeviceInput(device: device)
        #expect(try input.openStream(preset: .photo).formatDescription == "GREY 8x4 at 30")
        #expect(device.activeFormat?.width == 8)
        try device.lockForConfiguration()
        try device.setActiveFormat(device.formats[0])
        #expect(throws: CaptureError.self) { try device.setActiveVideoMinFrameDuration(.milliseconds(10)) }
        try device.setActiveVideoMinFrameDuration(.seconds(1) / 30)
        #expect(device.activeVideoMaxFrameDuration == .seconds(1.0 / 30))
    }
}
