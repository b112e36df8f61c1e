public import Foundation
import MetadataOutput

/// What is known of the pictures of a folder, from files beside them.
///
/// - `expected.jsonl`, in the folder or any folder in it: a line a picture, its `file` below that folder, `width` and
///   `height` of the upright picture, `objects` (codes: `type`, and `text`, `bytes_hex`, `part_of`, `alt`, `addon`,
///   `corners`, each if known) or `faces` (`x`, `y`, `width`, `height`, `roll`, `yaw`), all in its pixels;
///   `optional` codes and `ignore`d boxes that count neither way, `negative` where there is nothing, `incomplete`
///   where more may be visible.
/// - `<name>.expected.jsonl` beside a picture of that name: a record of it as scanwatch writes it, taken for the truth.
///
/// Names must be UTF-8.
public struct Truth: Sendable {
    /// The pictures, in the order of their files; a picture stands here once.
    public private(set) var pictures: [TruePicture] = []

    /// What may be a mistake, a line each: types that nothing is read as, and records that say nothing of their picture.
    public private(set) var doubts: [String] = []

    /// What makes a truth unusable.
    public struct Failure: Error, CustomStringConvertible {
        /// One line that names the file.
        public let description: String
    }

    /// Reads what is known of the pictures in `folder` and all folders in it.
    ///
    /// - Throws: ``Failure`` where a file cannot be read, or has a line that is none of these or a second one of a picture.
    public init(folder: URL) throws(Failure) {
        var paths: Set<[UInt8]> = []
        for file in try Self.files(in: folder) {
            var ownPaths: Set<[UInt8]> = []
            for (number, line) in try Self.lines(of: folder.appending(path: file)) {
                let place = "\(file), line \(number)"
                do {
                    guard let picture = try Self.picture(line, of: file, in: folder) else {
                        if !Self.isOfFolder(file) {
                            doubts.append("\(place): the record does not say what is in the picture")
                        }
                        continue
                    }
                    guard ownPaths.insert(picture.pathBytes).inserted else {
                        throw Failure(description: "\(place): \(picture.path) stands there twice")
                    }
                    for type in picture.unknownTypes {
                        doubts.append("\(place): '\(type)' is no type that can be read")
                    }
                    if paths.insert(picture.pathBytes).inserted { pictures.append(picture) }
                } catch let failure as Failure {
                    throw failure
                } catch {
                    throw Failure(description: "\(place): \(Self.reason(error))")
                }
            }
        }
    }

    /// What a line says; nil of a moving picture's frame, and where a record says nothing.
    private static func picture(_ line: Data, of file: String, in folder: URL) throws -> TruePicture? {
        let below = String(file[..<file.utf8.nameStart])
        if isOfFolder(file) {
            return try JSONDecoder().decode(TruthLine.self, from: line).picture(in: below)
        }
        let record = try JSONDecoder().decode(RecordLine.self, from: line)
        return record.truth(path: below + (try picture(of: record, in: file, below: folder.path)))
    }

    /// The picture that a file with a record lies beside: the one that is called as the file but for its extension. The record names
    /// it as its writer was called, perhaps before it was renamed, and alone tells where there are no pictures.
    private static func picture(
        of record: RecordLine, in file: String, below folder: String
    ) throws(Failure) -> String {
        let (below, name) = (file[..<file.utf8.nameStart], file[file.utf8.nameStart...])
        let start = String(Substring(name.utf8.dropLast(Self.fileName.utf8.count)))
        let named = String(record.source[record.source.utf8.nameStart...])
        if named.begins(with: start) { return named }
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.folderPath + below)
        let beside = (names ?? []).filter { name in
            name.rest(behind: start).map { !$0.utf8.contains(UInt8(ascii: ".")) } ?? false
        }
        guard beside.count <= 1 else {
            throw Failure(description: "\(file): it may be of \(beside.sorted().joined(separator: " or "))")
        }
        return beside.first ?? named
    }

    /// Of a folder's file, and behind a picture's name.
    private static let fileName = "expected.jsonl"

    /// Whether a file speaks of all pictures of its folder, and not of the one beside it.
    private static func isOfFolder(_ file: String) -> Bool {
        file.utf8[file.utf8.nameStart...].elementsEqual(fileName.utf8)
    }

    private static func files(in folder: URL) throws(Failure) -> [String] {
        do {
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
                isOfFolder($0) || $0.utf8.ends(with: ".\(fileName)".utf8)
            }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        } catch {
            throw Failure(description: "\(folder.path): \(error.localizedDescription)")
        }
    }

    /// The lines of a file that are not blank, with their numbers from 1.
    static func lines(of file: URL) throws(Failure) -> [(number: Int, line: Data)] {
        do {
            // Not `Data(contentsOf:)`, which refuses pipes.
            let data = try FileHandle(forReadingFrom: file).readToEnd() ?? Data()
            return data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
                .map { (number: $0.offset + 1, line: $0.element) }
                .filter { !$0.line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
        } catch {
            throw Failure(description: "\(file.path): \(error.localizedDescription)")
        }
    }

    static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "'\(key.stringValue)' is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' has the wrong kind of value"
        default: "this is not JSON"
        }
    }
}
