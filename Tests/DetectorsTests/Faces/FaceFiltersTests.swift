import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Our scanner against dlib's detector, whose filters it uses.
@Suite struct FaceFiltersTests {
    private static let models = FaceModels(landmarkModel: "", cache: ModelCache(folder: nil))

    /// A sample at about 640 pixels, where both sizes of cells find something.
    private func plane(_ name: String) throws -> Plane {
        View(try FaceSamples.plane(name)).resized(by: 1.6, interpolation: .linear).plane
    }

    /// All faces of a picture of people score far above the limits, so that early rejection must not lose one.
    @Test(
        arguments: [
            "face/three-people.jpg", "face/obama-turned+30.jpg", "face/biden-mirrored.jpg",
            "face/astronaut-large.jpg", "none/coffee.jpg",
        ], [FaceFilters.CellSize.standard, .small])
    func sameAsDlib(_ name: String, _ cellSize: FaceFilters.CellSize) throws {
        let plane = try plane(name)
        let limit = cellSize == .standard ? -0.2 : 0.1
        let expected = try DlibOracle.faces(in: plane, cellSize: cellSize, limit: limit)
        let found = try Self.models.filters().faces(
            in: plane,
            passes: [.init(cellSize: cellSize, levels: cellSize == .small ? 4 : .max, limit: limit)])[0]
        #expect(found.map(\.square) == expected.map(\.square))
        #expect(found.map(\.filter) == expected.map(\.filter))
        for (ours, theirs) in zip(found, expected) { #expect(abs(ours.score - theirs.score) < 0.05) }
    }

    /// Without early rejection every window is judged, on the smallest level and in the corners too.
    @Test func sameAsDlibWithoutRejection() throws {
        let plane = View(try FaceSamples.plane("face/three-people.jpg")).resized(
            by: 0.5, interpolation: .area
        ).plane
        let expected = try DlibOracle.faces(in: plane, cellSize: .standard, limit: -2)
        let found = try Self.models.filters().faces(in: plane, passes: [.init(limit: -2)])[0]
        #expect(expected.count > 10)
        let common = Set(found.map(\.square)).intersection(expected.map(\.square))
        // Of boxes that overlap, the better one stays; a score that differs by a thousandth may choose the other.
        #expect(common.count >= expected.count * 9 / 10)
    }

    @Test func bothKindsOfCodeFindTheSame() throws {
        let cache = ModelCache(folder: nil)
        let weights = try Dlib.faceFilters(count: FaceFilters.weightCount)
        let file = try #require(
            cache.make(named: "", family: "", size: FaceFilters.fileSize) { memory in
                FaceFilters.writeFile(weights: weights, to: memory)
            })
        let best = try #require(FaceFilters(file: file))
        let portable = try #require(FaceFilters(file: file, isPortable: true))
        for name in ["face/three-people.jpg", "none/coffee.jpg", "face/obama-small-18.jpg"] {
            let plane = try plane(name)
            let passes = [FaceFilters.Pass(limit: -2), .init(cellSize: .small, levels: 4, limit: -2)]
            let found = try best.faces(in: plane, passes: passes)
            #expect(try found == portable.faces(in: plane, passes: passes))
            #expect(found[0].count + found[1].count > 10)
        }
    }

    /// Windows in which nothing is are left out where they cannot score; beside a picture that was turned all of them are.
    @Test(arguments: [FaceFilters.CellSize.standard, .small])
    func whereNothingIsNothingIsMissed(_ cellSize: FaceFilters.CellSize) throws {
        let view = View(try FaceSamples.plane("face/three-people.jpg"))
        let plane = view.turned(by: 20, border: .constant(112)).plane
        // From so low a score on windows of nothing score too, and none is left out.
        let found = try [-1.2, -20].map { limit in
            try Self.models.filters().faces(
                in: plane, passes: [.init(cellSize: cellSize, levels: 4, limit: limit)])[0]
        }
        let expected = found[1].filter { $0.score >= -1.2 }
        #expect(expected.count > 5)
        #expect(found[0].prefix(expected.count) == expected[...])
    }

    /// Passes together find what each finds alone.
    @Test func passesShareAPyramid() throws {
        let filters = try Self.models.filters()
        let plane = try plane("face/three-people.jpg")
        let passes = [FaceFilters.Pass(cellSize: .small, levels: 2, limit: 0), .init(limit: 0)]
        let together = try filters.faces(in: plane, passes: passes)
        #expect(try together == passes.map { try filters.faces(in: plane, passes: [$0])[0] })
        #expect(!together[1].isEmpty)
    }
}
