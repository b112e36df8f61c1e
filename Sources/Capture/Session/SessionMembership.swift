import Synchronization

/// Which session an input or output belongs to: one at a time, as on Apple's systems.
enum SessionMembership {
    private static let owners = Mutex<[ObjectIdentifier: ObjectIdentifier]>([:])

    /// The session that has it, or nil.
    static func owner(of member: AnyObject) -> ObjectIdentifier? {
        owners.withLock { $0[ObjectIdentifier(member)] }
    }

    /// Gives it to a session; false if another one has it.
    static func claim(_ member: AnyObject, for session: ObjectIdentifier) -> Bool {
        owners.withLock { owners in
            let owner = owners[ObjectIdentifier(member), default: session]
            owners[ObjectIdentifier(member)] = owner
            return owner == session
        }
    }

    /// Frees everything of a session that is not among `kept`.
    static func release(allBut kept: Set<ObjectIdentifier> = [], of session: ObjectIdentifier) {
        owners.withLock { owners in
            owners = owners.filter { $0.value != session || kept.contains($0.key) }
        }
    }
}
