/// How many events have no pictures, and when that is to be told.
struct MissingPictures {
    /// For how long none may be missing before they are said to be written again. Where more appears than the disk takes, one
    /// picture is written and the next is missing, many times a second. Told at most six times a minute, such statuses leave the
    /// thousand that the link keeps to what appears, and mails or lamps that follow them to people.
    static let calm = Duration.seconds(10)

    /// Of how many events, since the start.
    private(set) var count = 0
    /// Of how many since it was told.
    private var untold = 0
    private var last = Duration.zero

    /// Notes that an event has none.
    ///
    /// - Returns: Whether to tell.
    mutating func note(at now: Duration) -> Bool {
        (count, untold, last) = (count + 1, untold + 1, now)
        return untold == 1
    }

    /// Notes that an event's were written.
    ///
    /// - Returns: Of how many events they are missing, if that has an end now.
    mutating func noteWritten(at now: Duration) -> Int? {
        guard untold > 0, now - last >= Self.calm else { return nil }
        defer { untold = 0 }
        return untold
    }
}
