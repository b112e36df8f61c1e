import Synchronization

/// Keeps the one object of each camera that is plugged in, and what was said of cameras.
final class DeviceRegistry: Sendable {
    /// The one of this process.
    static let shared = DeviceRegistry()

    /// By the path of the node.
    private let devices = Mutex<[String: CaptureDevice]>([:])

    /// By a camera's stable name.
    private let placements = Mutex<[String: CaptureDevice.Placement]>([:])

    /// What several cameras have been at once.
    private let sharedKinds = Mutex<Set<NodeDescription.Kind>>([])

    /// Notes whether a camera is one of several of its kind.
    ///
    /// - Returns: Whether it is, or one of its kind was at any time.
    func noteKind(_ kind: NodeDescription.Kind, isShared: Bool) -> Bool {
        sharedKinds.withLock { kinds in
            if isShared { kinds.insert(kind) }
            return kinds.contains(kind)
        }
    }

    func setPlacement(_ placement: CaptureDevice.Placement?, of id: String) {
        placements.withLock { $0[id] = placement }
    }

    /// What was said of a camera, by the first of its names of which something was.
    func placement(of identifiers: [String]) -> CaptureDevice.Placement? {
        placements.withLock { placements in
            identifiers.first { placements[$0] != nil }.flatMap { placements[$0] }
        }
    }

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
