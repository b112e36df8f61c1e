import Foundation

/// Where the system keeps what is known of devices; tests have folders of their own.
struct DeviceFolders: Sendable {
    /// Device nodes.
    var nodes = "/dev"
    /// What the kernel tells of the nodes.
    var classes = "/sys/class/video4linux"
    /// Lamps.
    var lamps = "/sys/class/leds"
}

/// What the device layer works on: the system's calls and folders.
struct DeviceSystem: Sendable {
    var calls: SystemCalls = SystemCall.system
    var folders = DeviceFolders()
    /// No frame for this long means that a camera has died.
    var patience = Duration.seconds(2)
    /// The same for the first frame: cameras take their time to start.
    var patienceAtStart = Duration.seconds(5)
}

/// What changes when a node is made, removed or opened to somebody.
struct NodeStamp: Equatable {
    var device: UInt64
    var changed: Int
    var changedNanoseconds: Int
}

extension DeviceSystem {
    /// The video nodes that are there, by name.
    func nodes() -> [String: NodeStamp] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folders.nodes)) ?? []
        return names.filter { $0.hasPrefix("video") }.reduce(into: [:]) { nodes, name in
            var status = stat()
            guard stat("\(folders.nodes)/\(name)", &status) == 0 else { return }
            nodes[name] = NodeStamp(
                device: UInt64(status.st_rdev), changed: status.st_ctim.tv_sec,
                changedNanoseconds: status.st_ctim.tv_nsec)
        }
    }
}
