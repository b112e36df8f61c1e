import Synchronization

extension CaptureDevice {
    /// Carries out what may fail in the system, and says of a failure what it means for this camera.
    func asking<R: ~Copyable>(_ body: () throws(SystemFailure) -> R) throws(CaptureError) -> R {
        do {
            return try body()
        } catch {
            throw CaptureError(error, on: self)
        }
    }

    /// The open node; opens it if nobody has yet.
    func openNode() throws(CaptureError) -> VideoNode {
        try asking { () throws(SystemFailure) in
            try state.withLock { state throws(SystemFailure) in
                if let node = state.node { return node }
                let node = try VideoNode(path: path, system: system.calls)
                state.node = node
                return node
            }
        }
    }
}
