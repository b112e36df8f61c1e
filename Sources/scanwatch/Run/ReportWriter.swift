import Capture
import Glibc
import MetadataRecords

/// Writes a page about all pictures (`--report`): to `FILE.part` as they come, to `FILE` when all have come. Where the run was ended
/// before, it stays at `FILE.part`.
final class ReportWriter: PictureConsumer {
    private let place: FilePlace
    private let file: ReplacingFile
    private var report = HTMLReport()
    /// The page's folder from the root.
    private let pageFolder: [UInt8]?

    /// Begins the page.
    init(path: [UInt8]) throws(OutputFailure) {
        pageFolder = Self.wholePath(of: FilePlace.split(path).folder)
        place = try FilePlace(path)
        do {
            file = try ReplacingFile(
                name: place.name, temporaryName: place.name + Array(".part".utf8), in: place.folder)
        } catch {
            throw error.about(path)
        }
        try write(report.header)
    }

    func take(_ picture: PictureUpdate) throws(OutputFailure) {
        try write(report.rows(for: Record(picture), link: link(to: picture.source)))
    }

    func finish() throws(OutputFailure) {
        try write(report.footer)
        // The page of a whole run is not given for a part of one.
        guard !Interruption.hasCome else { return }
        do {
            try file.finish(isSynced: true)
        } catch {
            throw error.about(place.path)
        }
    }

    func discard() { file.discard() }

    private func write(_ bytes: [UInt8]) throws(OutputFailure) {
        do {
            try file.write(bytes)
        } catch {
            throw error.about(place.path)
        }
    }

    /// How the page names a picture; nil if it is no file that is there.
    private func link(to source: PictureSource) -> String? {
        guard let pageFolder, case .file(let path) = source, access(path.cString, F_OK) == 0 else {
            return nil
        }
        let (folder, name) = FilePlace.split(path)
        return Self.wholePath(of: folder).map {
            RelativeReference.reference(to: $0 + [UInt8(ascii: "/")] + name, from: pageFolder)
        }
    }

    /// A path from the root. Links in it stay: browsers go up and down by names. A `..` is what the system takes
    /// it for, which after a link is not what the names say.
    private static func wholePath(of path: [UInt8]) -> [UInt8]? {
        let slash = UInt8(ascii: "/")
        let names = path.split(separator: slash)
        let isPlain = !names.contains { $0 == Array("..".utf8)[...] }
        guard let start = realpath((isPlain ? Array(".".utf8) : path).cString, nil) else { return nil }
        defer { free(start) }
        let real = Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
        guard isPlain else { return real }
        let below = names.filter { $0 != Array(".".utf8)[...] }.joined(separator: [slash])
        return path.first == slash ? [slash] + below : real + [slash] + below
    }
}
