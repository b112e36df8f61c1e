import Foundation

extension CaptureDevice {
    /// A camera that came or went.
    public enum Notice: Sendable {
        /// A camera was plugged in, or was there when the notices began.
        case wasConnected(CaptureDevice)
        /// A camera was unplugged; its object stays dead.
        case wasDisconnected(CaptureDevice)
    }

    /// Cameras as they come and go, beginning with those that are there. Ends when the task is cancelled.
    public static func notices() -> AsyncStream<Notice> { notices(of: DeviceSystem()) }

    static func notices(of system: DeviceSystem) -> AsyncStream<Notice> {
        AsyncStream { continuation in
            guard let watch = FolderWatch(folders: [system.folders.nodes]) else {
                return continuation.finish()
            }
            continuation.onTermination = { _ in watch.stop() }
            Thread {
                var connected = ConnectedCameras(system: system)
                repeat {
                    for notice in connected.update() { continuation.yield(notice) }
                } while watch.wait()
            }.start()
        }
    }
}

/// The cameras that somebody has been told of.
private struct ConnectedCameras {
    let system: DeviceSystem
    private var nodes: [String: NodeStamp]?
    private var cameras: [CaptureDevice] = []

    init(system: DeviceSystem) {
        self.system = system
    }

    /// What has changed since the last call.
    mutating func update() -> [CaptureDevice.Notice] {
        let now = system.nodes()
        guard now != nodes else { return [] }
        nodes = now
        let found = CaptureDevice.devices(of: system)
        let gone = cameras.filter { old in !found.contains { $0 === old } }
        let come = found.filter { new in !cameras.contains { $0 === new } }
        cameras = found
        return gone.map { .wasDisconnected($0) } + come.map { .wasConnected($0) }
    }
}
