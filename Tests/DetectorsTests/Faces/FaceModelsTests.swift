import Foundation
import Glibc
import MetadataOutput
import Testing

@testable import Detectors

/// The flat files of filters and landmarks, and their cache.
@Suite struct FaceModelsTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")
        .path

    private func models(folder: String?) -> FaceModels {
        FaceModels(landmarkModel: DetectorCatalog.landmarkModel, cache: ModelCache(folder: folder))
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private func points(of models: FaceModels) throws -> [CGPoint] {
        let plane = try FaceSamples.plane("face/obama-turned+00.jpg")
        return try models.predictor().landmarks(in: plane, left: 110, top: 130, side: 160)
    }

    /// Which pixels a round of trees looks at changes with the last digit of the shape, and so does all that follows.
    @Test func landmarksAreNearDlibs() throws {
        let models = models(folder: nil)
        for name in ["face/obama-turned+00.jpg", "face/biden-turned+00.jpg", "face/astronaut-mirrored.jpg"] {
            let picture = try FaceSamples.plane(name)
            let square = try #require(models.filters().faces(in: picture, passes: [.init(limit: 0)])[0].first)
                .square
            let side = Int(square.width)
            // The other one is cut off in a fifth of the face.
            let cut = (x: Int(square.minX) + side / 5, y: Int(square.minY) + side / 5)
            for (x, y, most) in [(0, 0, 0.01), (cut.x, cut.y, 0.02)] {
                let plane = picture.crop(
                    x: x, y: y, width: picture.width - x, height: picture.height - y)
                let (left, top) = (Int(square.minX) - x, Int(square.minY) - y)
                let ours = try models.predictor().landmarks(in: plane, left: left, top: top, side: side)
                let theirs = try DlibOracle.landmarks(
                    of: DetectorCatalog.landmarkModel, in: plane, left: left, top: top, side: side)
                let distances = zip(ours, theirs).map { hypot($0.x - $1.x, $0.y - $1.y) / Double(side) }
                #expect(distances.reduce(0, +) / 68 < most)
                #expect(distances.allSatisfy { $0 < 3 * most })
            }
        }
    }

    @Test func filesAreMadeOnceAndUsedAgain() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let expected = try points(of: models(folder: nil))
        #expect(try points(of: models(folder: folder)) == expected)
        _ = try models(folder: folder).filters()
        let made = try names()
        #expect(made.count == 2)
        let dates = try made.map {
            try FileManager.default.attributesOfItem(atPath: "\(folder)/\($0)")[.modificationDate] as? Date
        }
        let again = models(folder: folder)
        #expect(try points(of: again) == expected)
        _ = try again.filters()
        #expect(try names() == made)
        #expect(
            try dates
                == made.map {
                    try FileManager.default.attributesOfItem(atPath: "\(folder)/\($0)")[.modificationDate]
                        as? Date
                })
    }

    /// Kilobytes of the landmarks' file that are in this process's memory.
    private func mappedKilobytes() throws -> Int {
        // Foundation takes the first piece of it for all.
        let descriptor = open("/proc/self/smaps", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var bytes: [UInt8] = [], piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(descriptor, &piece, piece.count), count > 0 { bytes += piece[..<count] }
        let maps = String(decoding: bytes, as: UTF8.self)
        let mapping = try #require(maps.firstRange(of: "\(folder)/landmarks-"))
        let rest = maps[mapping.upperBound...]
        let size = try #require(rest.firstMatch(of: /\nRss: +(\d+) kB/))
        return try #require(Int(size.output.1))
    }

    @Test func landmarksAreInMemoryWhileThereAreFaces() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // One makes the file, another only reads it.
        let expected = try points(of: models(folder: folder))
        let models = models(folder: folder), predictor = try models.predictor()
        predictor.beginFrame()
        #expect(try mappedKilobytes() == 0)
        predictor.endFrame(hasFaces: false)
        #expect(try points(of: models) == expected)
        predictor.endFrame(hasFaces: true)
        for _ in 0..<300 { predictor.endFrame(hasFaces: false) }
        #expect(try mappedKilobytes() > 4_000)
        predictor.endFrame(hasFaces: false)
        #expect(try mappedKilobytes() == 0)
        #expect(try points(of: models) == expected)
    }

    /// Without a folder there is nowhere to read them from again.
    @Test func landmarksOfNoFileStay() throws {
        let models = models(folder: nil), predictor = try models.predictor()
        let expected = try points(of: models)
        predictor.beginFrame()
        predictor.endFrame(hasFaces: true)
        for _ in 0...300 { predictor.endFrame(hasFaces: false) }
        #expect(try points(of: models) == expected)
    }

    /// A byte changed among the numbers that are used as indices, a file cut short, and one of another version.
    @Test func damagedFilesAreMadeAnew() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let expected = try points(of: models(folder: folder))
        _ = try models(folder: folder).filters()
        for name in try names() {
            let path = "\(folder)/\(name)"
            let sound = try Data(contentsOf: URL(fileURLWithPath: path))
            var flipped = sound
            flipped[5000] ^= 0x40
            for damaged in [flipped, sound.prefix(1000), Data(repeating: 7, count: sound.count)] {
                try damaged.write(to: URL(fileURLWithPath: path))
                let models = models(folder: folder)
                #expect(try points(of: models) == expected)
                _ = try models.filters()
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == sound)
            }
        }
    }

    @Test func aLinkIsNotFollowed() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try models(folder: folder).filters()
        let path = try #require(names().first.map { "\(folder)/\($0)" })
        try FileManager.default.moveItem(atPath: path, toPath: "\(folder)/elsewhere")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(folder)/elsewhere")
        _ = try models(folder: folder).filters()
        let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        #expect(type == .typeRegular)
    }

    /// Where nothing can be written, the same is done in memory.
    @Test(arguments: ["/proc/nothing/here", "/dev/null"])
    func withoutAPlaceToWrite(_ folder: String) throws {
        #expect(try points(of: models(folder: folder)) == points(of: models(folder: nil)))
    }

    @Test func anotherModelTakesTheFilesPlace() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let copy = folder + "-model.dat"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try FileManager.default.copyItem(atPath: DetectorCatalog.landmarkModel, toPath: copy)
        _ = try models(folder: folder).predictor()
        let before = try names()
        _ = try FaceModels(landmarkModel: copy, cache: ModelCache(folder: folder)).predictor()
        #expect(try names().count == 1)
        #expect(try names() != before)
    }

    @Test func aFailureStays() throws {
        let models = FaceModels(landmarkModel: #filePath, cache: ModelCache(folder: folder))
        let first = try #require(throws: PayloadError.self) { try models.predictor() }
        #expect(throws: first) { try models.predictor() }
        #expect(try names().isEmpty)
        try FileManager.default.removeItem(atPath: folder)
    }
}
