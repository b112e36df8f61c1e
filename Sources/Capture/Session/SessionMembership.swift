import Synchronization

/// Which session an input or output belongs to: one at a time, as on Apple's systems.
enum SessionMembership {
    private struct Owner {
        let id: ObjectIdentifier
        weak var session: CaptureSession?
    }

    private static let owners = Mutex<[ObjectIdentifier: Owner]>([:])

    /// Whether a session may have it: it is its own, or nobody's.
    static func isFree(_ member: AnyObject, for session: CaptureSession) -> Bool {
        owners.withLock { $0[ObjectIdentifier(member)].map { $0.id == ObjectIdentifier(session) } ?? true }
    }

    /// The session that has it, or nil.
    static func session(of member: AnyObject) -> CaptureSession? {
        owners.withLock { $0[ObjectIdentifier(member)]?.session }
    }

    /// Gives it to a session; false if another one has it.
    static func claim(_ member: AnyObject, for session: CaptureSession) -> Bool {
        owners.withLock { owners in
            let id = ObjectIdentifier(session)
            guard let owner = owners[ObjectIdentifier(member)] else {
                owners[ObjectIdentifier(member)] = Owner(id: id, session: session)
                return true
            }
            return owner.id == id
        }
    }

    /// Frees everything of a session that is not among `kept`.
    static func release(allBut kept: Set<ObjectIdentifier> = [], of session: ObjectIdentifier) {
        owners.withLock { owners in
            owners = owners.filter { $0.value.id != session || kept.contains($0.key) }
        }
    }
}
