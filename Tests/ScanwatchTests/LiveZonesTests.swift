import Foundation
import MetadataOutput
import PreviewLink
import Testing

@testable import scanwatch

@Suite struct LiveZonesTests {
    private let scratch: ScratchFolder
    private let file: ZoneFile

    init() throws {
        scratch = try ScratchFolder()
        file = ZoneFile(folder: scratch.url.path)
    }

    private func zone(_ name: String) -> LinkZone {
        LinkZone(name: name, corners: [.init(x: 0, y: 0), .init(x: 1, y: 0), .init(x: 1, y: 1)])
    }

    /// What is drawn on a page gets into terminals and tables, too.
    @Test func aNameThatCannotBeShownIsRefused() throws {
        let zones = LiveZones(configured: [], canBeDrawn: true, file: file)
        let version = [LinkZone]().version
        #expect(throws: LiveZones.Refusal.self) {
            try zones.change([zone("mat"), zone("\u{1b}[2Jmat")], of: "door", version: version)
        }
        #expect(zones.all.bySource.isEmpty && !FileManager.default.fileExists(atPath: file.path))
        try zones.change([zone("mat")], of: "door", version: version)
        #expect(zones.all.bySource["door"]?.map(\.name) == ["mat"])
    }
}
