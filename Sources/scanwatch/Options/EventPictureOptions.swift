import ArgumentParser
import MetadataOutput

/// Pictures of what has appeared before a camera.
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
            "Keep at most this many files in the folder: the oldest are removed.", valueName: "count"))
    var maxFiles: Int?

    @Option(
        help: ArgumentHelp("Keep at most this many bytes in the folder.", valueName: "bytes"))
    var maxBytes: Int?

    @Option(help: ArgumentHelp("Remove pictures that are older than this.", valueName: "days"))
    var keepDays: Double?

    @Flag(help: "Make the faces unrecognisable in these pictures that are not what has appeared.")
    var blurFaces = false

    func validate() throws {
        guard eventPictures != "" else {
            throw ValidationError("--event-pictures needs the name of a folder.")
        }
        let isLimited = maxFiles != nil || maxBytes != nil || keepDays != nil || blurFaces
        guard eventPictures != nil || !isLimited else {
            throw ValidationError(
                "--max-files, --max-bytes, --keep-days and --blur-faces need --event-pictures.")
        }
        guard maxFiles.map({ $0 >= 2 }) ?? true else {
            throw ValidationError("--max-files must be at least 2: an event has two pictures.")
        }
        guard maxBytes.map({ $0 > 0 }) ?? true else {
            throw ValidationError("--max-bytes needs a number above 0.")
        }
        guard keepDays.map({ $0 > 0 && $0 <= 100_000 }) ?? true else {
            throw ValidationError("--keep-days must be above 0, and at most 100000.")
        }
    }

    /// Whether the same is asked for.
    func isSame(as other: Self) -> Bool {
        eventPictures == other.eventPictures && maxFiles == other.maxFiles && maxBytes == other.maxBytes
            && keepDays == other.keepDays && blurFaces == other.blurFaces
    }
}
