import Synchronization

/// What AVFoundation's classes have of `NSObject`: identity as equality, and observers of properties.
open class AVObject: Hashable, CustomStringConvertible, @unchecked Sendable {
    let observers = PropertyObservers()

    init() {}

    /// Whether another object counts as the same; default by identity.
    open func isEqual(_ object: Any?) -> Bool { object as? AVObject === self }

    /// What goes into a set's or a dictionary's tables; default of the identity.
    open var hash: Int { ObjectIdentifier(self).hashValue }

    /// The class and the object's address.
    open var description: String {
        "<\(type(of: self)): 0x\(String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16))>"
    }

    /// Whether both are the same object, or count as it.
    public static func == (one: AVObject, other: AVObject) -> Bool { one.isEqual(other) }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    /// Tells observers of properties that have changed. Whoever changes something calls it afterwards.
    func didChange() { observers.check() }

    /// Is told when observers come and go.
    func observersChanged() {}

    /// Has what observers are told of be watched as long as there are some.
    ///
    /// - Parameters:
    ///   - watch: What holds the watch.
    ///   - begin: Begins one.
    func keep<Watch: Sendable>(_ watch: borrowing Mutex<Watch?>, begin: () -> Watch) {
        // Asked under the lock: the last one may go while another comes.
        let old = watch.withLock { watch -> Watch? in
            guard observers.areSome != (watch != nil) else { return nil }
            let old = watch
            watch = old == nil ? begin() : nil
            return old
        }
        withExtendedLifetime(old) {}
    }
}
