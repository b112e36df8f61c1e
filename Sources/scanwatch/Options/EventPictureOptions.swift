import ArgumentParser
import MetadataOutput

/// Pictures and clips of what has appeared before a camera.
struct EventPictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            With --events: for each code or face that appears, write the whole picture and a part of it with the \
            object made upright into this folder; the event lists them under 'pictures'.
            """, valueName: "folder"), completion: .directory)
    var eventPictures: String?

    @Option(
        help: ArgumentHelp(
            """
            With --events: for each code or face that appears, write a clip of the seconds around it into this \
            folder; the event has its name under 'clip'.
            """, valueName: "folder"), completion: .directory)
    var eventClips: String?

    @Option(help: ArgumentHelp("Clips begin so long before (default: 3).", valueName: "seconds"))
    var preRoll: Double?

    @Option(
        help: ArgumentHelp(
            "Clips end so long after (default: 2). What appears until then makes the clip longer.",
            valueName: "seconds"))
    var postRoll: Double?

    @Option(
        help: ArgumentHelp(
            """
            What clips' frames are: JPEGs, or H.264, which needs an encoder or libopenh264 (default: what the camera sends).
            """, valueName: "jpeg|h264"))
    var videoCodec: VideoCodecArgument?

    @Option(
        help: ArgumentHelp(
            "Keep at most this many files in each folder: the oldest are removed.", valueName: "count"))
    var maxFiles: Int?

    @Option(
        help: ArgumentHelp("Keep at most this many bytes in each folder, such as 20G.", valueName: "bytes"))
    var maxBytes: Quantity?

    @Option(help: ArgumentHelp("Remove pictures and clips that are older than this.", valueName: "days"))
    var keepDays: Double?

    @Flag(help: "Make the faces unrecognisable in these pictures and clips that are not what has appeared.")
    var blurFaces = false

    func validate() throws {
        guard eventPictures != "", eventClips != "" else {
            throw ValidationError("--event-pictures and --event-clips need the name of a folder.")
        }
        try OutputName.checkText(eventPictures, of: "--event-pictures")
        try OutputName.checkText(eventClips, of: "--event-clips")
        guard eventClips != nil || (preRoll == nil && postRoll == nil && videoCodec == nil) else {
            throw ValidationError("--pre-roll, --post-roll and --video-codec need --event-clips.")
        }
        guard [preRoll, postRoll].allSatisfy({ $0.map { (0...60).contains($0) } ?? true }) else {
            throw ValidationError("--pre-roll and --post-roll must be between 0 and 60 seconds.")
        }
        let isLimited = maxFiles != nil || maxBytes != nil || keepDays != nil || blurFaces
        guard isGiven || !isLimited else {
            throw ValidationError(
                "--max-files, --max-bytes, --keep-days and --blur-faces need --event-pictures or --event-clips."
            )
        }
        guard maxFiles.map({ $0 >= 2 }) ?? true else {
            throw ValidationError("--max-files must be at least 2: an event has two pictures.")
        }
        guard keepDays.map({ $0 > 0 && $0 <= 100_000 }) ?? true else {
            throw ValidationError("--keep-days must be above 0, and at most 100000.")
        }
    }

    /// Whether anything is to be kept.
    var isGiven: Bool { eventPictures != nil || eventClips != nil }

    /// Whether the same is asked for.
    func isSame(as other: Self) -> Bool {
        eventPictures == other.eventPictures && eventClips == other.eventClips
            && preRoll == other.preRoll && postRoll == other.postRoll && videoCodec == other.videoCodec
            && maxFiles == other.maxFiles
            && maxBytes?.value == other.maxBytes?.value
            && keepDays == other.keepDays && blurFaces == other.blurFaces
    }
}
