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
        let refusal = #expect(throws: LiveZones.Refusal.self) {
            try zones.change([zone("mat"), zone("\u{1b}[2Jmat")], of: "door", version: version)
        }
        #expect(refusal?.isInvalid == true)
        #expect(zones.all.bySource.isEmpty && !FileManager.default.fileExists(atPath: file.path))
        try zones.change([zone("mat")], of: "door", version: version)
        #expect(zones.all.bySource["door"]?.map(\.name) == ["mat"])
    }

    @Test func whoSaysSoChangesWhicheverThereAre() throws {
        let zones = LiveZones(configured: [], canBeDrawn: true, file: file)
        for name in ["mat", "door"] {
            try zones.change([zone(name)], of: "yard", version: LinkControl.anyVersion)
            #expect(zones.all.bySource["yard"]?.map(\.name) == [name])
        }
        // No zones have a version that is that word.
        #expect(zones.all.bySource["yard"]?.map(LinkZone.init).version != LinkControl.anyVersion)
    }
}
