public import MetadataOutput

/// What there is to write about one input: what was seen in it, or why that is not known.
public struct Record: Sendable {
    /// The input's name in its system's own bytes, which need not be UTF-8.
    public var source: [UInt8]
    /// The input's place among the inputs, from 0.
    public var index: Int
    /// Its number in the sequence or movie that it is a frame of; nil for a still picture.
    public var frame: Int?
    /// When the input was taken, if it is a frame of a sequence or movie; nil for a still picture.
    public var time: Duration?
    /// The rest of it, if the input is live; nil, the default, otherwise.
    public var moment: FrameMoment?
    /// What was seen.
    public var result: Result<MetadataUpdate, PayloadError>

    /// Makes a record.
    public init(
        source: [UInt8], index: Int, frame: Int? = nil, time: Duration? = nil, moment: FrameMoment? = nil,
        result: Result<MetadataUpdate, PayloadError>
    ) {
        self.source = source
        self.index = index
        self.frame = frame
        self.time = time
        self.moment = moment
        self.result = result
    }

    /// Whether the input could be searched.
    var isSearched: Bool { (try? result.get()) != nil }
}

/// A way to write records down.
public protocol RecordFormat: Sendable {
    /// What stands before the first record, such as a line of column names; default nothing.
    var header: [UInt8] { get }

    /// The record as whole lines of UTF-8, each with its line feed; may be none.
    func lines(for record: Record) -> [UInt8]

    /// What happens to an object, in the same way; default nothing.
    func lines(for event: EventRecord) -> [UInt8]

    /// What is to be said of a live source itself, in the same way; default nothing.
    func lines(for status: StatusRecord) -> [UInt8]

    /// What stands after the last record, such as the end of an XML element; default nothing.
    var footer: [UInt8] { get }

    /// Whether an input that could not be searched has lines of its own; where not, somebody else must tell of it.
    var includesErrors: Bool { get }

    /// Whether engines that failed on an input have lines of their own; default the same as ``includesErrors``.
    var includesEngineFailures: Bool { get }
}

extension RecordFormat {
    /// Nothing.
    public var header: [UInt8] { [] }
    /// Nothing.
    public var footer: [UInt8] { [] }
    /// Nothing.
    public func lines(for event: EventRecord) -> [UInt8] { [] }
    /// Nothing.
    public func lines(for status: StatusRecord) -> [UInt8] { [] }
    /// The same as ``includesErrors``.
    public var includesEngineFailures: Bool { includesErrors }
}
