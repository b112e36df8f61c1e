import Foundation
import Synchronization

extension CaptureDevice {
    /// Somebody who is told of changes; ends when nobody holds it.
    public final class Observation: Sendable {
        private let device: CaptureDevice
        private let number: Int

        fileprivate init(of device: CaptureDevice, number: Int) {
            (self.device, self.number) = (device, number)
        }

        deinit {
            // What the handler holds ends outside of the lock.
            let handler = device.state.withLock { $0.observers.removeValue(forKey: number) }
            withExtendedLifetime(handler) {}
        }
    }

    /// Calls a handler whenever a property may have changed: by this program, by another one, or by the camera itself as
    /// far as its driver tells (V4L2's control events). It is not said which; several changes may come as one.
    ///
    /// - Parameter handler: Called on a queue of the device's, one after the other, some time after the change. It may set
    ///   properties of the device and stop its session.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> Observation {
        let (number, isFirst) = state.withLock { state in
            defer { (state.nextObserver, state.isWatched) = (state.nextObserver + 1, true) }
            state.observers[state.nextObserver] = handler
            return (state.nextObserver, !state.isWatched)
        }
        if isFirst { Thread { [weak self] in self?.watchControls() }.start() }
        return Observation(of: self, number: number)
    }

    /// Tells observers. Whoever changes something calls it afterwards.
    ///
    /// Not on the caller's thread: it may hold a lock that an observer needs, as to set the exposure, or be the one that the
    /// end of a session waits for.
    package func propertiesChanged() {
        let isNews = state.withLock { state in
            guard !state.observers.isEmpty, !state.tellsObservers else { return false }
            state.tellsObservers = true
            return true
        }
        guard isNews else { return }
        observerQueue.async { [self] in
            let observers = state.withLock { state in
                // What changes from now on may be too late for whoever is told first.
                state.tellsObservers = false
                return state.observers.sorted { $0.key < $1.key }
            }
            for (_, observer) in observers { observer() }
        }
    }

    /// Listens to the driver as long as somebody wants to hear of changes.
    private func watchControls() {
        // A file of its own: the driver tells each of what was done by all others.
        guard let node = try? VideoNode(path: path, system: system.calls) else { return endWatch() }
        let subscribed = node.controls().filter { (try? node.subscribe(to: $0.id)) != nil }
        guard !subscribed.isEmpty else { return endWatch() }
        // Held, so that asking for values does not open the camera again and again.
        let asked = try? openNode()
        defer { withExtendedLifetime(asked) {} }
        var wasAdjusting = false
        while state.withLock({ state in
            state.isWatched = !state.observers.isEmpty
            return state.isWatched
        }) {
            do throws(CaptureError) {
                let hasChanged = try asking { () throws(SystemFailure) in
                    try node.nextEvents(milliseconds: 100)
                }
                // Values that the camera itself moves come without events.
                let isAdjusting = isAdjustingWhiteBalance
                if hasChanged || isAdjusting != wasAdjusting { propertiesChanged() }
                wasAdjusting = isAdjusting
            } catch {
                propertiesChanged()
                return endWatch()
            }
        }
    }

    /// Leaves it to the next observer to try again.
    private func endWatch() { state.withLock { $0.isWatched = false } }
}
