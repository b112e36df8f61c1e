/// Why one payload gave no readings. The run goes on; the record says this.
public struct PayloadError: Error, Sendable, Hashable {
    /// What kind of failure it was; its raw value is the `code` in a record.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file does not exist.
        case notFound
        /// The file may not be read by this user.
        case notPermitted
        /// Reading the file failed.
        case unreadable
        /// There are no bytes.
        case empty
        /// The bytes are of no picture format known here.
        case unknownFormat
        /// The picture is damaged or uses something its decoder does not know.
        case undecodable
        /// The picture is larger than the limits allow.
        case overLimit
        /// An engine failed on the picture.
        case engineFailure
    }

    /// The kind of failure.
    public let code: Code
    /// One line for a person: what was wrong, in the library's or system's own words where it has some.
    public let message: String
    /// Whether the machine had no means (files that may be open, memory, workers), which says nothing of the payload: who has
    /// time asks again later. Default: false.
    package var isOfMachine = false
    /// What the bytes are instead; nil, the default, where that is not known, or there is no other way for it.
    package var foreignContent: ForeignContent?

    /// Makes an error; line breaks and other control characters in `message` become spaces.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = String(message.map { $0.isNewline || $0.isControl ? " " : $0 })
    }

    /// Makes an error about bytes that are something else.
    package init(_ code: Code, _ message: String, instead content: ForeignContent?) {
        self.init(code, message)
        foreignContent = content
    }
}

extension Character {
    /// Whether a terminal might act upon it instead of showing it.
    fileprivate var isControl: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
