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

/// What the device layer works on.
struct DeviceSystem: Sendable {
    var calls: SystemCalls = SystemCall.system
    var folders = DeviceFolders()
    /// The objects of the cameras that were found.
    var registry = DeviceRegistry.shared
    /// What is delivered was taken before; times that drivers reckon may be ahead by so much at most.
    var mostAhead = Duration.milliseconds(100)
}

/// What changes when a node is made, removed or opened to somebody.
struct NodeStamp: Equatable {
    var device: UInt64
    var changed: Int
    var changedNanoseconds: Int
}

extension DeviceSystem {
    /// The video nodes that are there and udev's folders of links to them, by name. A camera is known by its links,
    /// which may come a moment after its node.
    func nodes() -> [String: NodeStamp] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folders.nodes)) ?? []
        let nodes = names.filter { $0.hasPrefix("video") } + ["v4l/by-id", "v4l/by-path"]
        return nodes.reduce(into: [:]) { nodes, name in
            var status = stat()
            guard stat("\(folders.nodes)/\(name)", &status) == 0 else { return }
            nodes[name] = NodeStamp(
                device: UInt64(status.st_rdev), changed: status.st_ctim.tv_sec,
                changedNanoseconds: status.st_ctim.tv_nsec)
        }
    }
}
