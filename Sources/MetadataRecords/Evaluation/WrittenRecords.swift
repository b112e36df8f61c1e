public import Foundation

/// Records that somebody wrote as JSON lines, by the pictures they are of.
public struct WrittenRecords: Sendable {
    private var reports: [String: ReportedPicture] = [:]
    private let folder: String

    /// Reads records.
    ///
    /// - Parameters:
    ///   - file: A record a line, as ``JSONLinesFormat`` writes them; of each object only `type` is needed, and what
    ///     is missing is not held against its writer: without `corners` a code is where it should be.
    ///   - folder: The folder of the pictures; `source` is a path below it, or begins with it.
    /// - Throws: ``Truth/Failure`` where it cannot be read, or has a line that is no record.
    public init(file: URL, folder: String) throws(Truth.Failure) {
        self.folder = folder.hasSuffix("/") ? folder : folder + "/"
        for (number, line) in try Truth.lines(of: file) {
            do {
                let record = try JSONDecoder().decode(RecordLine.self, from: line)
                reports[record.source] = record.report
            } catch {
                throw Truth.Failure(
                    description: "\(file.path), line \(number): \(Truth.reason(error))")
            }
        }
    }

    /// What was written of the picture at `path` below the folder; nil where nothing was.
    public func report(of path: String) -> ReportedPicture? { reports[path] ?? reports[folder + path] }
}
