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
    /// Shows a picture that nobody asked for.
    case shows
    /// One reading more than an answer holds.
    case overfull
    /// Answers on and on, and reads no question but the first.
    case babbles

    // As much as an answer holds, to keep the client busy.
    /// One text at one place.
    case oneText
    /// Different texts at one place.
    case manyTexts
    /// One text everywhere.
    case oneTextEverywhere
    /// Narrow bars that cross each other, of all lengths.
    case crossingBars
    /// Small codes along the edges of large ones.
    case edges
    /// Texts of bars that are pieces of one another, at one place.
    case pieces
    /// The longest texts, most of them marks that combine with one letter.
    case longTexts
    /// Codes, and faces in the midst of them.
    case facesInCodes
    /// Readings that its detectors refused, and some that need a second opinion.
    case refused

    static let fullAnswers: [HostileAct] = [
        .oneText, .manyTexts, .oneTextEverywhere, .crossingBars, .edges, .pieces, .longTexts, .facesInCodes,
        .refused,
    ]
}
