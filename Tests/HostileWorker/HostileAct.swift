/// What the hostile worker does when it is asked about a frame of this width.
enum HostileAct: Int {
    /// Tries what is forbidden, and says what came of it.
    case attempts = 1
    case garbage
    case zeros
    case endlessLength
    case manyReadings
    case dies
    /// Dies of zxing, of which it is clear only if nobody else is at work.
    case diesOfAnEngine
    case sleeps
    case spins
    /// Takes all the memory that it gets.
    case eats
    /// Closes its end of the socket and goes on.
    case closes
}
