import Glibc
import Synchronization

/// The last line of the terminal that messages go to, redrawn in place; whatever else is written to that terminal
/// goes above it.
enum StatusLine {
    private struct State {
        var text = ""
        var isClosed = false
    }

    private static let state = Mutex(State())
    private static let erasure = "\r\u{1B}[K"

    /// Shows `text`, which must fit the terminal's width, in place of what stood there. In one write, and without
    /// clearing the line first, so that it does not flicker.
    static func show(_ text: String) {
        state.withLock { state in
            guard !state.isClosed, text != state.text else { return }
            state.text = text
            StandardStreams.writeMessage("\r\(text)\u{1B}[K")
        }
    }

    /// Clears the line for good.
    static func close() {
        state.withLock { state in
            if !state.text.isEmpty { StandardStreams.writeMessage(erasure) }
            state = State(isClosed: true)
        }
    }

    /// Writes a message of whole lines.
    static func writeAbove(_ lines: String) {
        state.withLock { state in
            let isShown = !state.text.isEmpty
            StandardStreams.writeMessage((isShown ? erasure : "") + lines + state.text)
        }
    }

    /// Lets `body` write whole lines to the same terminal.
    static func withLineCleared<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        try state.withLock { state throws(Failure) in
            guard !state.text.isEmpty else { return try body() }
            StandardStreams.writeMessage(erasure)
            try body()
            StandardStreams.writeMessage(state.text)
        }
    }

    /// Columns that a line may have: one less than the terminal, whose last one may wrap.
    static var width: Int {
        let columns = StandardStreams.messageColumns
        return (columns > 0 ? columns : 80) - 1
    }
}
