import CVideo4Linux
import Foundation
import Testing

@testable import Capture

@Suite struct DeviceTorchTests {
    private let camera = ScriptedCamera()
    private let folder = try? TemporaryFolder()

    @Test func aLampOfTheLEDClass() throws {
        let root = URL(filePath: try #require(folder).path)
        let lamp = root.appending(path: "white:torch")
        try FileManager.default.createDirectory(at: lamp, withIntermediateDirectories: true)
        try Data("31\n".utf8).write(to: lamp.appending(path: "max_brightness"))
        let device = CaptureDevice(
            NodeDescription(path: "/dev/video0", number: 0, name: "Camera", driver: "d", bus: "b", index: 0),
            system: camera.system(folders: DeviceFolders(lamps: root.path)))
        try device.lockForConfiguration()
        try device.setTorchSource(.lamp(name: "white:torch"))
        func brightness() throws -> String {
            try String(contentsOf: lamp.appending(path: "brightness"), encoding: .utf8)
        }
        try device.setTorchModeOn(level: 0.5)
        #expect(try brightness() == "16\n")
        #expect(device.torchMode == .on && device.torchLevel == 0.5 && device.isTorchActive)
        try device.setTorchModeOn(level: 0.001)
        #expect(try brightness() == "1\n")
        try device.setTorchMode(.off)
        #expect(try brightness() == "0\n")
        #expect(!device.isTorchActive)
        #expect(throws: CaptureError.self) { try device.setTorchModeOn(level: 0) }
        try device.setTorchSource(.lamp(name: "none"))
        #expect(throws: CaptureError.self) { try device.setTorchMode(.on) }
        #expect(!device.isTorchActive)
    }

    @Test func aFlashOfTheCamerasOwn() throws {
        camera.change {
            $0.controls[ControlID.flashLEDMode.rawValue] = .init(
                type: V4L2_CTRL_TYPE_MENU, maximum: 2, menu: [0: "Off", 2: "Torch"])
            $0.controls[ControlID.flashTorchIntensity.rawValue] = .init(maximum: 200)
        }
        let device = camera.device()
        #expect(device.hasTorch)
        try device.lockForConfiguration()
        try device.setTorchModeOn(level: 0.25)
        let values = [camera.value(.flashLEDMode), camera.value(.flashTorchIntensity)]
        #expect(values == [2, 50])
    }

    @Test func aCommand() throws {
        let root = URL(filePath: try #require(folder).path)
        let command = root.appending(path: "lamp")
        try Data("#!/bin/sh\necho \"$1\" >\"$(dirname \"$0\")/level\"\n[ \"$1\" != 1.0 ]\n".utf8).write(
            to: command)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: command.path)
        let device = camera.device()
        try device.lockForConfiguration()
        try device.setTorchSource(.command(path: command.path))
        try device.setTorchModeOn(level: 0.5)
        #expect(try String(contentsOf: root.appending(path: "level"), encoding: .utf8) == "0.5\n")
        let error = #expect(throws: CaptureError.self) { try device.setTorchMode(.on) }
        #expect(error?.message.hasSuffix("ended with status 1") == true)
        // One that never ends is ended, also if it does not want to.
        try Data(
            "#!/bin/sh\ntrap '' TERM\necho $$ >\"$(dirname \"$0\")/process\"\nwhile :; do sleep 0.1; done\n"
                .utf8
        ).write(to: command)
        let late = #expect(throws: CaptureError.self) {
            try TorchSource.command(path: command.path).run(command.path, level: 1, within: .seconds(2))
        }
        #expect(late?.message.hasSuffix("did not end within 2 s") == true)
        // Of a busy machine it may have been ended before it could do anything.
        let process = try? String(contentsOf: root.appending(path: "process"), encoding: .utf8)
        if let process = process.flatMap({ pid_t($0.dropLast()) }) {
            for _ in 0..<6_000 where kill(process, 0) == 0 { usleep(10_000) }
            #expect(kill(process, 0) != 0)
        }
        try device.setTorchSource(.command(path: "/nowhere"))
        #expect(throws: CaptureError.self) { try device.setTorchMode(.on) }
    }
}
