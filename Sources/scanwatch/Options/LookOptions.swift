import ArgumentParser
import MetadataOutput
import MetadataRecords

/// Pictures to look at, beside the records.
struct LookOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write an SVG drawing of each picture, with what was found, into this folder.",
            valueName: "folder"))
    var annotate: String?

    @Option(
        help: ArgumentHelp(
            "Write one HTML page about all pictures: thumbnails, a table to sort and filter, counts, failures.",
            valueName: "file"))
    var report: String?

    func validate() throws {
        guard annotate != "", annotate != "-" else {
            throw ValidationError("--annotate needs the name of a folder.")
        }
        guard report != "", report != "-", report?.utf8.last != UInt8(ascii: "/") else {
            throw ValidationError("--report needs the name of a file; standard output has the records.")
        }
    }

    /// Whether any is asked for.
    var isGiven: Bool { annotate != nil || report != nil }

    /// What is needed of the pictures themselves.
    var views: PictureViewRequest {
        PictureViewRequest(
            thumbnailSide: report == nil ? nil : HTMLReport.thumbnailSide, includesPicture: annotate != nil)
    }

    /// Who writes what was asked for.
    func consumers() throws(OutputFailure) -> [any PictureConsumer] {
        var consumers: [any PictureConsumer] = []
        if let annotate {
            consumers.append(try AnnotationWriter(folder: RawArguments.bytes(of: annotate)))
        }
        if let report { consumers.append(try ReportWriter(path: RawArguments.bytes(of: report))) }
        return consumers
    }
}
