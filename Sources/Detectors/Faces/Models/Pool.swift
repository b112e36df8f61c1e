import Synchronization

/// As many of something as were used at once, each by one user at a time; made when none is idle.
final class Pool<Element: Sendable, Failure: Error>: Sendable {
    private let make: @Sendable () throws(Failure) -> Element
    private let idle = Mutex<[Element]>([])

    init(make: @escaping @Sendable () throws(Failure) -> Element) {
        self.make = make
    }

    /// Calls `body` with one that nobody else uses meanwhile.
    func withElement<R>(_ body: (Element) -> R) throws(Failure) -> R {
        let element: Element
        if let found = idle.withLock({ $0.popLast() }) {
            element = found
        } else {
            element = try make()
        }
        defer { idle.withLock { $0.append(element) } }
        return body(element)
    }
}
