import CVideo4Linux
import Foundation
import Testing

@testable import Capture

@Suite struct DiscoveryTests {
    private let camera = ScriptedCamera()
    private let nodes: ScriptedNodes

    init() throws {
        nodes = try ScriptedNodes()
    }

    private var system: DeviceSystem { camera.system(folders: nodes.folders) }
    private var devices: [CaptureDevice] { CaptureDevice.devices(of: system) }

    @Test func onlyCaptureNodesAreCameras() throws {
        for number in [10, 0, 1, 2, 3] { try nodes.add(number) }
        let capture = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        camera.change { [nodes] state in
            state.otherCapabilities = [
                nodes.path(1): UInt32(V4L2_CAP_META_CAPTURE) | UInt32(V4L2_CAP_STREAMING),
                nodes.path(2): UInt32(V4L2_CAP_VIDEO_OUTPUT) | UInt32(V4L2_CAP_STREAMING),
                nodes.path(3): capture | UInt32(V4L2_CAP_VIDEO_M2M),
            ]
        }
        #expect(devices.map(\.path) == [nodes.path(0), nodes.path(10)])
        #expect(camera.isReleased)
    }

    @Test func theIDIsTheByIDNameThenTheByPathNameThenDriverAndBus() throws {
        try nodes.add(0, byID: "usb-Logi_C920_AB12-video-index0", byPath: "pci-0-usb-0:1:1.0-video-index0")
        try nodes.add(1, byPath: "pci-0-usb-0:2:1.0-video-index0")
        try nodes.add(2, index: 2)
        #expect(
            devices.map(\.uniqueID) == [
                "usb-Logi_C920_AB12-video-index0", "pci-0-usb-0:2:1.0-video-index0", "uvcvideo:usb-1:2",
            ])
    }

    @Test func twinsWithoutSerialNumbersAreToldApartByTheirPaths() throws {
        try nodes.add(0, byID: "usb-Cheap-video-index0", byPath: "path-1", model: "0825")
        try nodes.add(2, byPath: "path-2", model: "0825")
        #expect(devices.map(\.uniqueID) == ["path-1", "path-2"])
        #expect(devices.first?.modelID == "046d:0825")
    }

    /// Another of its kind would have the same by-id name if it were there alone.
    @Test func aCameraWithoutSerialNumberIsNamedByItsPath() throws {
        try nodes.add(0, byID: "usb-Cheap-video-index0", byPath: "path-1", model: "0825")
        #expect(devices.map(\.uniqueID) == ["path-1"])
        #expect(
            try CaptureDevice.device(matching: "usb-Cheap-video-index0", of: system).path == nodes.path(0))
    }

    @Test func camerasWithSerialNumbersKeepTheirNames() throws {
        try nodes.add(0, byID: "usb-Good_1-video-index0", byPath: "path-1", model: "0825", serial: "1")
        try nodes.add(2, byID: "usb-Good_2-video-index0", byPath: "path-2", model: "0825", serial: "2")
        #expect(devices.map(\.uniqueID) == ["usb-Good_1-video-index0", "usb-Good_2-video-index0"])
    }

    /// Makers give all cameras of a kind one number, and the cameras of one USB device have it in common.
    @Test func twinsWithTheSameSerialNumberAreToldApartByTheirPaths() throws {
        try nodes.add(0, byID: "usb-Same_1-video-index0", byPath: "path-1", model: "0825", serial: "1")
        #expect(devices.map(\.uniqueID) == ["usb-Same_1-video-index0"])
        try nodes.add(2, byPath: "path-2", model: "0825", serial: "1")
        try nodes.add(4, byPath: "path-3", model: "0825", serial: "2")
        try nodes.link("by-id/usb-Same_2-video-index0", 4)
        #expect(devices.map(\.uniqueID) == ["path-1", "path-2", "usb-Same_2-video-index0"])
        // Also once there is only one of them, which has the name then.
        try nodes.remove(0)
        try FileManager.default.removeItem(
            atPath: nodes.folders.nodes + "/v4l/by-id/usb-Same_1-video-index0")
        try nodes.link("by-id/usb-Same_1-video-index0", 2)
        #expect(devices.map(\.uniqueID) == ["path-2", "usb-Same_2-video-index0"])
        #expect(
            try CaptureDevice.device(matching: "usb-Same_1-video-index0", of: system).path == nodes.path(2))
    }

    @Test func aRefusedNodeIsListedOnceByItsSystemName() throws {
        try nodes.add(0)
        try nodes.add(1, index: 1)
        camera.change { $0.failures["open"] = EACCES }
        #expect(devices.map(\.localizedName) == ["Camera 0"])
        #expect(devices.first?.formats == [])
    }

    @Test func aNodeThatIsGoneIsNoCamera() throws {
        try nodes.add(0)
        camera.change { $0.failures["open"] = ENODEV }
        #expect(devices.isEmpty)
        #expect(CaptureDevice.default(of: system) == nil)
    }

    @Test func aCameraIsFoundByNodeLinkIDAndName() throws {
        try nodes.add(0, byID: "usb-Front-video-index0")
        try nodes.add(1, byID: "usb-Back-video-index0")
        let link = nodes.folders.nodes + "/v4l/by-id/usb-Back-video-index0"
        for text in [nodes.path(1), link, "usb-Back-video-index0"] {
            #expect(try CaptureDevice.device(matching: text, of: system).path == nodes.path(1))
        }
        let several = #expect(throws: CaptureError.self) {
            try CaptureDevice.device(matching: "CAMERA", of: system)
        }
        #expect(several?.message.hasPrefix("'CAMERA' is the name of several cameras: ") == true)
        let none = #expect(throws: CaptureError.self) {
            try CaptureDevice.device(matching: "door", of: system)
        }
        #expect(none?.message.hasPrefix("there is no camera 'door'; there are: ") == true)
        try nodes.remove(1)
        #expect(try CaptureDevice.device(matching: "camer", of: system).path == nodes.path(0))
        try nodes.remove(0)
        let empty = #expect(throws: CaptureError.self) {
            try CaptureDevice.device(matching: "door", of: system)
        }
        #expect(empty?.message == "there is no camera 'door'; no camera is connected")
    }

    @Test func aCameraIsWhereSomebodySaysItIs() throws {
        try nodes.add(0, byID: "usb-Screen", byPath: "path-0", model: "0825", serial: "1")
        try nodes.add(1, byID: "usb-Yard")
        try nodes.add(2, byID: "usb-Door", model: "0826", serial: "1")
        func found(
            _ types: [CaptureDevice.DeviceType], _ position: CaptureDevice.Position = .unspecified
        ) -> [String] {
            CaptureDevice.devices(types: types, position: position, of: system).map(\.uniqueID)
        }
        #expect(devices.map(\.position) == [.unspecified, .unspecified, .unspecified])
        #expect(devices.map(\.deviceType) == [.external, .builtInWideAngleCamera, .external])
        #expect(found([.external], .front).isEmpty)
        // By any of its stable names, and also before it is there.
        system.registry.setPlacement(.init(position: .front), of: "path-0")
        system.registry.setPlacement(
            .init(position: .back, deviceType: .builtInUltraWideCamera), of: "usb-Door")
        system.registry.setPlacement(.init(position: .back), of: "usb-Later")
        #expect(devices.map(\.position) == [.front, .unspecified, .back])
        #expect(found([.external], .front) == ["usb-Screen"])
        #expect(found([.builtInUltraWideCamera, .external]) == ["usb-Door", "usb-Screen"])
        #expect(found([.external], .back).isEmpty)
        #expect(try CaptureDevice.device(matching: "Front", of: system).uniqueID == "usb-Screen")
        try nodes.add(3, byID: "usb-Later")
        #expect(devices.last?.position == .back)
        #expect(throws: CaptureError.self) { try CaptureDevice.device(matching: "back", of: system) }
        system.registry.setPlacement(nil, of: "path-0")
        #expect(devices.first?.position == .unspecified)
        // What the driver says counts where nobody says anything else.
        camera.change { $0.controls[ControlID.cameraOrientation.rawValue] = .init(value: 1) }
        system.registry.setPlacement(.init(position: .front), of: "usb-Yard")
        #expect(devices.prefix(2).map(\.position) == [.back, .front])
    }

    @Test func noticesTellWhatComesAndGoes() async throws {
        try nodes.add(0, byPath: "path-0")
        var notices = CaptureDevice.notices(of: system).makeAsyncIterator()
        func next() async -> String {
            switch await notices.next() {
            case .wasConnected(let device): "+" + device.uniqueID
            case .wasDisconnected(let device): "-" + device.uniqueID
            case nil: "end"
            }
        }
        #expect(await next() == "+path-0")
        try nodes.add(1, byPath: "path-1")
        #expect(await next() == "+path-1")
        try nodes.remove(0)
        #expect(await next() == "-path-0")
    }

    @Test func whoMayNotOpenANodeIsToldWhatToDo() throws {
        try nodes.add(0)
        let advice = NodePermission(path: nodes.path(0)).advice
        #expect(advice.hasPrefix("may not be opened by user "))
        #expect(advice.contains("sudo "))
        #expect(!advice.contains("\n"))
        #expect(NodePermission(path: nodes.path(0)).isGranted)
        #expect(!NodePermission(path: nodes.path(7)).isGranted)
    }
}
