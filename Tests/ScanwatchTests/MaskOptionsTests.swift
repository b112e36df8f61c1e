import ArgumentParser
import MetadataOutput
import Testing

@testable import scanwatch

@Suite struct MaskOptionsTests {
    private func line(_ masks: [String]) -> [String] { masks.flatMap { ["--mask", $0] } + ["a.png"] }

    /// One that was left out would hide nothing.
    @Test func moreThanCanBeHiddenIsAMistake() throws {
        let masks = (0...PictureMask.mostAreas).map { "m\($0)=0,0,1,0,1,1" }
        #expect(try Scanwatch.parse(line(masks.dropLast())).masks.mask.count == PictureMask.mostAreas)
        do {
            _ = try Scanwatch.parse(line(masks))
            Issue.record("taken")
        } catch {
            #expect(
                Scanwatch.message(for: error) == "--mask is given 1001 times, and 1000 are the most.")
        }
    }

    @Test func anAreaHasAtMostAsManyCornersAsCanBeHidden() throws {
        let corners = [String](repeating: "0.1,0.2", count: HiddenRegion.mostCorners)
        #expect(NamedArea(argument: "a=" + corners.joined(separator: ",")) != nil)
        #expect(NamedArea(argument: "a=" + (corners + ["1,1"]).joined(separator: ",")) == nil)
    }
}
