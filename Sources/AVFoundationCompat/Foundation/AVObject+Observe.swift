import Synchronization

/// An object whose properties can be observed.
public protocol AVKeyValueObservable: AVObject {}

extension AVObject: AVKeyValueObservable {}

extension AVKeyValueObservable {
    /// Observes a property, as Foundation's `observe` on Apple's systems.
    ///
    /// The handler is called after each change, on the thread that made it; of what a camera does by itself or another program does
    /// to it, on a queue of the library's. A value that was set again to what it was is no change.
    ///
    /// - Parameters:
    ///   - keyPath: The property, such as `\.isAdjustingFocus`.
    ///   - options: What the handler is told.
    ///   - changeHandler: Is told of changes as long as what is returned is held.
    @preconcurrency public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let property = ObservedProperty(of: self, keyPath, options: options, handler: changeHandler)
        let number = observers.add { property.check() }
        observersChanged()
        property.begin()
        return NSKeyValueObservation { [weak self] in
            property.end()
            guard let self else { return }
            observers.remove(number)
            observersChanged()
        }
    }
}

/// One property that somebody observes, and the value that was told last.
private final class ObservedProperty<Object: AVObject, Value>: @unchecked Sendable {
    private weak let object: Object?
    private let keyPath: KeyPath<Object, Value>
    private let options: NSKeyValueObservingOptions
    private let handler: @Sendable (Object, NSKeyValueObservedChange<Value>) -> Void
    /// Guards ``last`` and ``isOver``.
    private let lock = NSLock()
    private var last: Value
    private var isOver = false

    init(
        of object: Object, _ keyPath: KeyPath<Object, Value>, options: NSKeyValueObservingOptions,
        handler: @escaping @Sendable (Object, NSKeyValueObservedChange<Value>) -> Void
    ) {
        self.object = object
        self.keyPath = keyPath
        self.options = options
        self.handler = handler
        last = object[keyPath: keyPath]
    }

    /// Tells the value as it is, if that was asked for.
    func begin() {
        guard options.contains(.initial), let object else { return }
        handler(object, change(to: lock.withLock { last }, from: nil))
    }

    /// No change is seen from now on, also not by who has begun to look at all observers.
    func end() { lock.withLock { isOver = true } }

    /// Tells the value if it is another.
    func check() {
        guard let object else { return }
        // Read under the lock: of two threads that look, neither may tell what was before the other's as news.
        let told = lock.withLock { () -> (value: Value, old: Value)? in
            guard !isOver else { return nil }
            let value = object[keyPath: keyPath]
            guard !areEqual(value, last) else { return nil }
            defer { last = value }
            return (value, last)
        }
        guard let (value, old) = told else { return }
        if options.contains(.prior) { handler(object, change(to: nil, from: old, isPrior: true)) }
        handler(object, change(to: value, from: old))
    }

    private func change(to new: Value?, from old: Value?, isPrior: Bool = false) -> NSKeyValueObservedChange<
        Value
    > {
        NSKeyValueObservedChange(
            kind: .setting, newValue: options.contains(.new) ? new : nil,
            oldValue: options.contains(.old) ? old : nil, indexes: nil, isPrior: isPrior)
    }
}

/// Whether two values are equal; those that cannot be compared are not.
private func areEqual(_ one: Any, _ other: Any) -> Bool {
    func isEqual<E: Equatable>(_ one: E) -> Bool { one == other as? E }
    return (one as? any Equatable).map { isEqual($0) } ?? false
}
