extension NotificationCenter {
    /// Notifications from now on, as Apple's Foundation has them and Linux' lacks.
    ///
    /// - Parameters:
    ///   - name: Those with this name.
    ///   - object: Those that this object posts; nil for everybody's.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// Notifications as they are posted.
    public struct Notifications: AsyncSequence {
        /// What it gives.
        public typealias Element = Notification
        /// It does not fail.
        public typealias Failure = Never
        private let stream: AsyncStream<Sent>

        /// A notification on its way from one task to another; whoever posts it may not change it afterwards.
        fileprivate struct Sent: @unchecked Sendable {
            let notification: Notification
        }

        /// The notifications in order.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate var sent: AsyncStream<Sent>.AsyncIterator

            /// The next one; nil once the task is cancelled.
            public mutating func next() async -> Notification? { await sent.next()?.notification }

            /// The same, on the caller's actor.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
                await sent.next(isolation: actor)?.notification
            }
        }

        /// Begins to wait.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sent: stream.makeAsyncIterator()) }

        fileprivate init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
            // Who holds the sequence and never looks at it gets the newest, and no pile.
            let (stream, continuation) = AsyncStream.makeStream(
                of: Sent.self, bufferingPolicy: .bufferingNewest(1_024))
            let token = Token(
                center.addObserver(forName: name, object: object, queue: nil) {
                    continuation.yield(Sent(notification: $0))
                }, of: center)
            continuation.onTermination = { _ in token.remove() }
            self.stream = stream
        }
    }

    /// An observer; a notification center may be used from any thread.
    private final class Token: @unchecked Sendable {
        private let observer: any NSObjectProtocol
        private let center: NotificationCenter

        init(_ observer: any NSObjectProtocol, of center: NotificationCenter) {
            self.observer = observer
            self.center = center
        }

        func remove() { center.removeObserver(observer) }
    }
}
