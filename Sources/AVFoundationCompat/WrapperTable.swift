import Synchronization

/// Finds the object with Apple's name that stands for one of the library's own, so that there is one of it as long as
/// somebody holds it.
final class WrapperTable<Wrapper: AnyObject & Sendable>: Sendable {
    private struct Weak {
        weak var wrapper: Wrapper?
    }

    private let wrappers = Mutex<[ObjectIdentifier: Weak]>([:])

    /// The one for `core`; nil if nobody holds one.
    func wrapper(of core: AnyObject) -> Wrapper? { wrapper(of: ObjectIdentifier(core)) }

    /// The same by the identity of what it stands for.
    func wrapper(of core: ObjectIdentifier) -> Wrapper? { wrappers.withLock { $0[core]?.wrapper } }

    /// All that somebody holds.
    var all: [Wrapper] { wrappers.withLock { $0.values.compactMap(\.wrapper) } }

    /// The one for `core`, made if there is none.
    ///
    /// - Parameter make: Makes one that holds `core`, so that its identity stays taken.
    func wrapper(of core: AnyObject, make: () -> Wrapper) -> Wrapper {
        if let known = wrapper(of: core) { return known }
        let new = make()
        return wrappers.withLock { wrappers in
            if let other = wrappers[ObjectIdentifier(core)]?.wrapper { return other }
            wrappers = wrappers.filter { $0.value.wrapper != nil }
            wrappers[ObjectIdentifier(core)] = Weak(wrapper: new)
            return new
        }
    }

    /// Notes one that was made by somebody else.
    func add(_ wrapper: Wrapper, of core: AnyObject) { _ = self.wrapper(of: core) { wrapper } }
}
