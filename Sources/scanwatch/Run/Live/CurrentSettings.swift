import Synchronization

/// The settings that hold now. Who tells something asks for them each time: the configuration may be read anew meanwhile.
final class CurrentSettings: Sendable {
    private let settings: Mutex<LiveSettings>

    init(_ settings: LiveSettings) { self.settings = Mutex(settings) }

    /// What is done from the next record on.
    var value: LiveSettings {
        get { settings.withLock { $0 } }
        set { settings.withLock { $0 = newValue } }
    }
}
