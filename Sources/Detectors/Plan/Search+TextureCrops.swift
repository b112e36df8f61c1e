import Foundation
import MetadataOutput

extension Search {
    /// Crops without a reading after which the step ends, and how many more each reading allows.
    private static let mostTextureMisses = (first: 60, perReading: 4)
    /// Longer side of a crop, in pixels: smaller ones are doubled, larger ones shrunk.
    private static let textureSide = (least: 200.0, most: 480.0)

    /// ZXing on a crop around each part of the picture with edges in all directions: it looks for a Data Matrix along few
    /// lines of whatever it is given.
    mutating func readTextureCrops(step: String) {
        var (misses, reads) = (0, 0)
        for region in candidates.textures(in: planes.medium) {
            let middle = CGPoint(x: region.midX, y: region.midY)
            if explained.contains(where: { $0.contains(middle) }) { continue }
            if misses >= Self.mostTextureMisses.first + Self.mostTextureMisses.perReading * reads { break }
            let margin = 6 + 0.25 * max(region.width, region.height)
            let crop = planes.full.crop(around: region.insetBy(dx: -margin, dy: -margin))
            if readDataMatrix(in: crop, step: step) { reads += 1 } else { misses += 1 }
        }
    }

    private mutating func readDataMatrix(in crop: View, step: String) -> Bool {
        let side = Double(max(crop.plane.width, crop.plane.height))
        let view =
            side < Self.textureSide.least
            ? crop.resized(by: 2, interpolation: .cubic)
            : side > Self.textureSide.most
                ? crop.resized(by: Self.textureSide.most / side, interpolation: .area) : crop
        let raised = view.replacing(view.plane.equalized(clipLimit: 3, tilesAcross: 2, tilesDown: 2))
        for (pixels, globalHistogram) in [(view, false), (view, true), (raised, false)] {
            let reader = Step.Reader.zxing(.init(tryDownscale: false, globalHistogram: globalHistogram))
            let count = read(
                pixels, with: reader, types: [.dataMatrix], step: step, evidence: Evidence(source: .crop))
            if count > 0 { return true }
        }
        return false
    }
}
