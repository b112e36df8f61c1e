/// Why a client does not get what it wants.
struct LinkRefusal: Sendable {
    let message: String
    /// Whether what it wants to change is something else by now.
    let isConflict: Bool
    /// Whether it wants something that there cannot be.
    let isInvalid: Bool

    init(_ message: String, isConflict: Bool = false, isInvalid: Bool = false) {
        (self.message, self.isConflict, self.isInvalid) = (message, isConflict, isInvalid)
    }
}
