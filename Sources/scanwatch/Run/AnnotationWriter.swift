import Capture
import MetadataOutput
import MetadataRecords

/// Writes an SVG of each picture with what was found drawn upon it (`--annotate`).
final class AnnotationWriter: PictureConsumer {
    private let name: String
    private let folder: OutputFolder
    private var failed = 0

    /// Opens or makes the folder.
    init(folder path: [UInt8]) throws(OutputFailure) {
        name = String(decoding: path, as: UTF8.self)
        folder = try OutputFolder(path: path)
    }

    func take(_ picture: PictureUpdate) throws(OutputFailure) {
        guard case .success(let update) = picture.result else {
            failed += 1
            return
        }
        let overlay = SVGOverlay(size: SVGOverlay.size(forPictureOf: update.width, by: update.height))
        let document = overlay.document(
            for: update, picture: update.views.picture, title: picture.source.description)
        try folder.write(Array(document.utf8), to: AnnotationName.place(of: picture.source))
    }

    func finish() throws(OutputFailure) {
        guard failed > 0 else { return }
        let pictures = failed == 1 ? "1 picture" : "\(failed) pictures"
        StandardStreams.complain("no drawing in \(name) of \(pictures) that failed")
    }
}
