public import Foundation
import MetadataOutput

/// Records that somebody wrote as JSON lines, by the pictures they are of.
public struct WrittenRecords: Sendable {
    /// By the bytes of `source`.
    private var reports: [[UInt8]: ReportedPicture] = [:]
    private let folder: String

    /// Reads records.
    ///
    /// - Parameters:
    ///   - file: A record a line, as ``JSONLinesFormat`` writes them; of each object only `type` is needed, and what
    ///     is missing is not held against its writer: without `corners` a code is where it should be.
    ///   - folder: The folder of the pictures; `source` is a path below it, or begins with it.
    /// - Throws: ``Truth/Failure`` where it cannot be read, or has a line that is no record or a second one of a picture.
    public init(file: URL, folder: String) throws(Truth.Failure) {
        self.folder = folder.folderPath
        for (number, line) in try Truth.lines(of: file) {
            let record: RecordLine
            do {
                record = try JSONDecoder().decode(RecordLine.self, from: line)
            } catch {
                throw Truth.Failure(
                    description: "\(file.path), line \(number): \(Truth.reason(error))")
            }
            guard reports.updateValue(record.report, forKey: Array(record.source.utf8)) == nil else {
                throw Truth.Failure(
                    description: "\(file.path), line \(number): \(record.source) stands there twice")
            }
        }
    }

    /// What was written of the picture at `path` below the folder; nil where nothing was.
    public func report(of path: String) -> ReportedPicture? {
        reports[Array(path.utf8)] ?? reports[Array((folder + path).utf8)]
    }
}
