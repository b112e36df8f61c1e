import Synchronization

/// Keeps the one object of each camera that is plugged in.
final class DeviceRegistry: Sendable {
    /// The one of this process.
    static let shared = DeviceRegistry()

    /// By the path of the node.
    private let devices = Mutex<[String: CaptureDevice]>([:])

    /// The objects of cameras that were found, those that are known and new ones. Cameras that have been unplugged are
    /// forgotten.
    func devices(of found: [NodeDescription], in system: DeviceSystem) -> [CaptureDevice] {
        devices.withLock { devices in
            devices = devices.filter { $0.value.isConnected }
            return found.compactMap { node in
                if let known = devices[node.path], known.inode == node.inode {
                    known.state.withLock { $0.found = node }
                    return known
                }
                // Somebody else may have looked later than whoever found this one.
                guard NodeDescription.inode(of: node.path) == node.inode else { return nil }
                let device = CaptureDevice(node, system: system)
                devices[node.path] = device
                return device
            }
        }
    }
}
