public import MetadataOutput

/// What there is to write about one event of a sequence or a live source.
public struct EventRecord: Sendable {
    /// The source's name in its system's own bytes, which need not be UTF-8.
    public var source: [UInt8]
    /// The source's place among the inputs, from 0; of a sequence the picture's place.
    public var index: Int
    /// The frame's number in its movie; nil, the default, if it is none of a movie.
    public var frame: Int?
    /// When the frame was taken, on the source's clock.
    public var time: Duration
    /// The rest of it, if the source is live; nil, the default, otherwise.
    public var moment: FrameMoment?
    /// Width of the upright picture in pixels.
    public var width: Int
    /// Height of the upright picture in pixels.
    public var height: Int
    /// What happened.
    public var event: MetadataEvent
    /// Why something in the frame cannot be read; empty if nobody asks or the picture does not tell.
    public var hints: [ReaderHint]
    /// The pictures that are kept of it; nil, the default, if there are none.
    public var pictures: Pictures?

    /// The clip that is made of it; nil, the default, if there is none.
    public var clip: Clip?

    /// A clip, by its name in the folder that the run was given.
    public struct Clip: Sendable, Hashable {
        /// 32 hexadecimal digits: the event's, also of its pictures.
        public var id: String
        /// The file: named after this event, or after the one before whose clip goes on.
        public var movie: String

        /// Makes names.
        public init(id: String, movie: String) { (self.id, self.movie) = (id, movie) }
    }

    /// Files of pictures, by their names in the folder that the run was given.
    public struct Pictures: Sendable, Hashable {
        /// 32 hexadecimal digits, also the files' EXIF ImageUniqueID.
        public var id: String
        /// The whole picture.
        public var still: String
        /// The object, upright.
        public var object: String

        /// Makes names.
        public init(id: String, still: String, object: String) {
            (self.id, self.still, self.object) = (id, still, object)
        }
    }

    /// Makes a record of an event in an update.
    public init(
        source: [UInt8], index: Int, moment: FrameMoment? = nil, update: MetadataUpdate, event: MetadataEvent
    ) {
        self.source = source
        self.index = index
        self.time = update.time
        self.moment = moment
        self.width = update.width
        self.height = update.height
        self.event = event
        hints = update.hints
    }
}
