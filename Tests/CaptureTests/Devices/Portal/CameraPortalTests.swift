import CDesktopPortal
import Foundation
import Testing

@testable import Capture

@Suite struct CameraPortalTests {
    /// A bus with a portal on it, as long as the object is there.
    private final class Desktop {
        let address: String
        private let processes: [Process]

        /// - Parameter answer: What the portal does (portal.py); nil for a bus without one.
        init(_ answer: String?) throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "portal-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let (bus, busSaid) = try Self.start(
                ["dbus-daemon", "--session", "--nofork", "--print-address=1"], in: folder, as: "bus")
            address = busSaid
            guard let answer else {
                processes = [bus]
                return
            }
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "portal.py")
                .path
            let (portal, _) = try Self.start(
                ["/usr/bin/python3", "-B", script, answer], in: folder, as: "portal",
                environment: ["DBUS_SESSION_BUS_ADDRESS": address])
            processes = [portal, bus]
        }

        deinit {
            for process in processes {
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
        }

        /// Starts a program and waits for its first line.
        private static func start(
            _ command: [String], in folder: URL, as name: String, environment: [String: String] = [:]
        ) throws -> (Process, line: String) {
            let output = folder.appending(path: name)
            try Data().write(to: output)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = command
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            process.standardOutput = try FileHandle(forWritingTo: output)
            try process.run()
            while process.isRunning {
                let said = try String(contentsOf: output, encoding: .utf8)
                if let end = said.firstIndex(of: "\n") { return (process, String(said[..<end])) }
                usleep(10_000)
            }
            throw CaptureError(.deviceFailed, "\(name) ended")
        }
    }

    @Test(
        arguments: [
            ("0", CameraPortal.Answer.granted), ("1", .refused), ("2", .none), ("77", .none),
            ("leaves", .none),
        ])
    func whatThePersonSaysComesBack(said: String, answer: CameraPortal.Answer) throws {
        let desktop = try Desktop(said)
        #expect(CameraPortal.Answer(CDesktopPortalAccessCamera(desktop.address)) == answer)
    }

    @Test func whereThereIsNoPortalNobodyAnswers() throws {
        let desktop = try Desktop(nil)
        #expect(CDesktopPortalAccessCamera(desktop.address) < 0)
        #expect(CDesktopPortalAccessCamera("unix:path=/nonexistent") < 0)
    }

    @Test func outsideOfASandboxNobodyIsAsked() async {
        let portal = CameraPortal(isNeeded: false) {
            Issue.record("asked")
            return .refused
        }
        let camera = ScriptedCamera().device(path: "/dev/null")
        #expect(CaptureDevice.authorizationStatus(of: [camera], portal: portal) == .authorized)
        #expect(await CaptureDevice.requestAccess(to: { [camera] }, portal: portal) == .authorized)
    }

    @Test(arguments: [
        (CameraPortal.Answer.granted, AuthorizationStatus.authorized), (.refused, .denied),
        (.none, .notDetermined),
    ])
    func inASandboxThePersonDecides(answer: CameraPortal.Answer, status: AuthorizationStatus) async {
        let portal = CameraPortal(isNeeded: true) { answer }
        let camera = ScriptedCamera().device(path: "/dev/null")
        #expect(CaptureDevice.authorizationStatus(of: [camera], portal: portal) == .notDetermined)
        #expect(await CaptureDevice.requestAccess(to: { [camera] }, portal: portal) == status)
        #expect(CaptureDevice.authorizationStatus(of: [camera], portal: portal) == status)
        // Whoever may use cameras has none without a node.
        #expect(
            await CaptureDevice.requestAccess(to: { [] }, portal: portal)
                == (answer == .refused ? .denied : .notDetermined))
        // Unless that is not what was asked.
        #expect(CaptureDevice.authorizationStatus(of: [], orIfNone: .authorized, portal: portal) == status)
    }
}
