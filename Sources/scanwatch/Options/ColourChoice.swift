import ArgumentParser
import Glibc

/// The argument of `--color`.
enum ColourChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// Whether records are coloured. By itself only in a terminal that knows colours, and not for a user who has
    /// set NO_COLOR (https://no-color.org).
    var isOn: Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: StandardStreams.outputIsTerminal && Self.isWanted
        }
    }

    private static var isWanted: Bool {
        func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
        return value("NO_COLOR").isEmpty && !["", "dumb"].contains(value("TERM"))
    }
}
