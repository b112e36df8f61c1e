import Decoders
import Detectors
import Foundation
import MetadataOutput
import MetadataRecords
import Testing

/// A picture of SampleImages and what it really shows.
struct SamplePicture: CustomTestStringConvertible {
    /// The folder that holds the folders of samples.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "SampleImages")

    let folder: String
    let truth: SampleTruth

    /// Where it lies, such as `qr/plain.png`.
    var path: String { "\(folder)/\(truth.source)" }
    var testDescription: String { path }

    /// Every picture, folder by folder.
    ///
    /// Those with types that an older ZXing-C++ of the system's does not read are left out with it.
    static let all: [SamplePicture] = {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
            return try names.filter { !$0.contains(".") }.flatMap { folder in
                let file = root.appending(path: "\(folder)/truth.jsonl")
                return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
                    SamplePicture(
                        folder: folder,
                        truth: try JSONDecoder().decode(SampleTruth.self, from: Data($0.utf8)))
                }
            }.filter { picture in
                picture.truth.objects.allSatisfy {
                    MetadataObjectType(name: $0.type).map(readable.contains) ?? false
                }
            }
        } catch {
            preconditionFailure("SampleImages cannot be read: \(error)")
        }
    }()

    /// What is searched for in it, as Scripts/record searches.
    private var types: Set<MetadataObjectType> {
        let available = Self.readable
        return switch folder {
        case "face": [.face]
        case "none": available
        // What is also a Code 39 is that where both are asked for.
        case "code39Mod43": [.code39Mod43]
        case "code32": [.code32]
        case "pzn": [.pzn]
        default: available.filter { $0.isLinearCode || $0.isMatrixCode }
        }
    }

    /// Whether the engine is the one that recordings are from, ZXing-C++ 3, and not the system's older one.
    static let isRecordedEngine = readable.contains(.rMQR)

    private static let readable = DetectorCatalog.standard().reduce(into: Set()) {
        $0.formUnion($1.supportedTypes)
    }

    /// Searches it with the standard detectors.
    func update() throws -> MetadataUpdate {
        let output = CaptureMetadataOutput(
            detectors: DetectorCatalog.standard(), decoder: StandardPictureDecoder())
        try output.setMetadataObjectTypes(types)
        let bytes = Array(try Data(contentsOf: Self.root.appending(path: path)))
        return try output.update(for: .encoded(bytes, limits: .standard))
    }

    /// Expects what the tool writes of an update, when this picture is all it is given, to be as Scripts/record
    /// wrote it.
    func expectRecord(of update: MetadataUpdate) throws {
        let record = Record(source: Array(truth.source.utf8), index: 0, result: .success(update))
        let line = String(decoding: JSONLinesFormat().lines(for: record), as: UTF8.self)
        let name = (path as NSString).deletingPathExtension + ".expected.jsonl"
        let expected = try String(contentsOf: Self.root.appending(path: name), encoding: .utf8)
        #expect(line == expected, "\(path): if the new record is right, run Scripts/record")
    }
}
