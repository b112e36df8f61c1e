/// What became of one reading, and why: the answer to "why is this not in the record?".
public struct Judgement: Sendable, Hashable {
    /// What an engine saw, with the evidence for it.
    public var reading: Reading
    /// What was decided about it.
    public var decision: Decision

    /// What was decided about a reading. The number says what it speaks for: in a ``MetadataUpdate`` the
    /// object's id, in a ``ReadingArbiter/Verdict`` the place in its `accepted`, from 0.
    public enum Decision: Sendable, Hashable {
        /// It speaks for the thing: place, content, engine and step are this reading's.
        case stands(Int)
        /// It was made of the same thing as the reading that stands.
        case supports(Int)
        /// It is not believed, or not wanted.
        case refused(Refusal)
    }

    /// Makes a judgement.
    public init(_ reading: Reading, _ decision: Decision) {
        self.reading = reading
        self.decision = decision
    }
}

/// Why a reading is not reported.
public enum Refusal: Sendable, Hashable {
    /// It has fewer characters than any code of its type that is believed, whoever agrees.
    case tooShort
    /// It is a linear code's only reading, and its evidence is too weak to stand alone.
    case needsSecondOpinion(Shortfall)
    /// The picture's bars are not of one symbol that says this, whoever agrees.
    case refutedByBars
    /// Something else was at its place with more or earlier evidence, whether that is reported or not.
    case anotherStands
    /// It is a linear code whose middle lies in a matrix code: the modules were taken for bars.
    case insideMatrixCode
    /// A longer text of which this is a part was read at its place.
    case pieceOfLongerReading
    /// Its payload is mostly NUL, which is what error correction makes of empty ground.
    case mostlyNull
    /// Its content cannot be what its type holds, as its detector knows.
    case implausible
    /// Its score is below the limit of its detector.
    case lowScore
    /// More was found than its detector looks at closely, and it was not among the best.
    case notExamined
    /// Its place could not be computed.
    case withoutPlace
    /// Its type was read beside those asked for, and was not asked for itself.
    case typeNotRequested
    /// It lies outside of the rectangle of interest.
    case outsideRectOfInterest

    /// What a linear code's reading lacks to stand alone.
    public enum Shortfall: Sendable, Hashable {
        /// At least this many characters.
        case characters(Int)
        /// At least this many agreeing scan lines.
        case lines(Int)
        /// At least this quality of zbar's.
        case quality(Int)
        /// Pixels that were neither changed nor turned.
        case plainPicture
        /// Bars that match its text: those of the picture say otherwise.
        case matchingBars
        /// Another engine: half a symbol of another type has all that this type asks for.
        case secondEngine
    }
}

extension Refusal: CustomStringConvertible {
    /// A few words for a person, without ``Shortfall``.
    public var description: String {
        switch self {
        case .tooShort: "too short for its type"
        case .needsSecondOpinion: "needs a second opinion"
        case .refutedByBars: "its bars are not of one symbol that says this"
        case .anotherStands: "lost to another reading at its place"
        case .insideMatrixCode: "lies inside a matrix code"
        case .pieceOfLongerReading: "piece of a longer reading"
        case .mostlyNull: "mostly NUL"
        case .implausible: "impossible content for its type"
        case .lowScore: "score below the limit"
        case .notExamined: "not examined, there are too many"
        case .withoutPlace: "place unknown"
        case .typeNotRequested: "type not requested"
        case .outsideRectOfInterest: "outside the region of interest"
        }
    }
}

extension Refusal.Shortfall: CustomStringConvertible {
    /// A few words for a person.
    public var description: String {
        switch self {
        case .characters(let count): "\(count) characters"
        case .lines(let count): "\(count) lines"
        case .quality(let quality): "quality \(quality)"
        case .plainPicture: "an unchanged picture"
        case .matchingBars: "bars that match its text"
        case .secondEngine: "another engine"
        }
    }
}
