import Glibc
import Synchronization

extension CaptureDevice {
    /// Carries out what may fail in the system, and says of a failure what it means for this camera.
    func asking<R: ~Copyable>(_ body: () throws(SystemFailure) -> R) throws(CaptureError) -> R {
        do {
            return try body()
        } catch {
            if error.isUnplugging { state.withLock { $0.isUnplugged = true } }
            throw CaptureError(error, on: self)
        }
    }

    /// Whether the camera is there and answers when it is asked what it is.
    package var isAnswering: Bool { silence == nil }

    /// Why the camera does not answer when it is asked what it is; nil if it does.
    package var silence: CaptureError? {
        do throws(CaptureError) {
            let node = try openNode()
            _ = try asking { () throws(SystemFailure) in try node.identity() }
            return nil
        } catch {
            return error
        }
    }

    /// The open node; opens it if nobody has yet.
    func openNode() throws(CaptureError) -> VideoNode {
        if let node = state.withLock({ $0.node }) { return node }
        // At this path there may be another camera by now.
        guard isConnected else {
            throw CaptureError(SystemFailure(operation: "open", number: ENODEV), on: self)
        }
        // A camera may take long to open; what is known of it can be asked for meanwhile.
        let node = try asking { () throws(SystemFailure) in
            try VideoNode(path: path, system: system.calls)
        }
        return state.withLock { state in
            if let other = state.node { return other }
            state.node = node
            return node
        }
    }
}
