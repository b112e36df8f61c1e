/// Why a client does not get what it wants.
struct LinkRefusal: Sendable {
    let message: String
    /// Whether what it wants to change is something else by now.
    let isConflict: Bool

    init(_ message: String, isConflict: Bool = false) {
        (self.message, self.isConflict) = (message, isConflict)
    }
}
