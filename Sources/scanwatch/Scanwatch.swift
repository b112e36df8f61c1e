import ArgumentParser
import Capture
import Decoders
import MetadataOutput
import MetadataRecords

/// The tool; without a subcommand it searches pictures.
struct Scanwatch: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "scanwatch",
            abstract: "Finds codes and faces in pictures and says where they are, as JSON lines.",
            usage: """
                scanwatch [<options>] <paths> ...
                scanwatch types
                scanwatch schema
                """,
            discussion: """
                Reads JPEG, PNG, WebP, GIF, TIFF, BMP and PNM, recognised by content. A folder is searched with \
                all folders in it; what has neither a picture's content nor a picture's extension is passed over \
                there.

                Exit status: 0 found something, 1 found nothing, 2 some input failed, 64 wrong usage, \
                74 output failed.

                Licence notice: the 68-point landmark model that --pose landmarks uses was trained on pictures \
                that exclude commercial use. With --pose points or --pose off it is not used.
                """,
            version: Version.text,
            subcommands: Subcommands.all)
    }

    @Argument(help: "Pictures and folders of pictures; - is one picture on standard input.")
    var paths: [String] = []

    @OptionGroup(title: "What to look for")
    var search: SearchOptions

    @OptionGroup(title: "Preview coordinates")
    var preview: PreviewOptions

    @OptionGroup(title: "Output")
    var output: OutputOptions

    @OptionGroup(title: "Messages")
    var messages: MessageOptions

    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    func validate() throws {
        guard !paths.isEmpty else {
            throw ValidationError(
                "Name at least one picture or folder, or - for a picture on standard input.")
        }
    }

    func run() async throws {
        let metadataOutput = try search.metadataOutput()
        let input = CapturePicturesInput(
            sources: paths.map { PictureSource(argument: RawArguments.bytes(of: $0)) },
            decoder: StandardPictureDecoder(), limits: limits.decodingLimits)
        let format = output.recordFormat(preview: preview.videoPreview)
        let consumers: [any PictureConsumer]
        do {
            consumers =
                [try RecordWriter(format: format)]
                + messages.consumers(of: input, recordsTellErrors: format.includesErrors)
        } catch {
            PictureRun().end(because: error)
        }
        let pictures = metadataOutput.updates(from: input, maximumConcurrentPictures: output.jobs)
        let work = Task {
            var run = PictureRun()
            await run.hand(pictures, to: consumers)
            return run.status
        }
        Interruption.watch { work.cancel() }
        let status = await work.value
        Interruption.endIfInterrupted()
        throw status.code
    }
}
