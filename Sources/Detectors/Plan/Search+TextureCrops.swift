import Foundation
import MetadataOutput

extension Search {
    /// Crops without a reading after which a step ends, and how many more each reading allows.
    private typealias Misses = (first: Int, perReading: Int)
    private static let mostTextureMisses: Misses = (first: 60, perReading: 4)
    /// Of small ones, of which any leaf is one.
    private static let mostSmallMisses: Misses = (first: 12, perReading: 4)
    /// Longer side of a crop, in pixels: smaller ones are doubled, larger ones shrunk.
    private static let textureSide = (least: 200.0, most: 480.0)
    /// What is square and known by no bars.
    static let smallTextureTypes: Set<MetadataObjectType> = [.qr, .aztec, .dataMatrix]

    /// ZXing on a crop around each part of the picture with edges in all directions: it looks for a Data Matrix along few
    /// lines of whatever it is given.
    mutating func readTextureCrops(step: String) {
        readCrops(around: candidates.textures(in: planes.medium), mostMisses: Self.mostTextureMisses) {
            search, crop in
            search.readDataMatrix(in: crop, step: step)
        }
    }

    /// ZXing on a crop around each small part with edges in all directions.
    mutating func readSmallTextureCrops(step: String) {
        readCrops(around: unexplainedSmallTextures(), mostMisses: Self.mostSmallMisses) { search, crop in
            search.read(
                Self.sized(crop), with: .zxing(.init(tryDownscale: false)), types: Self.smallTextureTypes,
                step: step, evidence: Evidence(source: .crop)) > 0
        }
    }

    /// The parts with edges in all directions that are as small as codes that a shrunk picture does not show, where no accepted code
    /// explains them.
    mutating func unexplainedSmallTextures() -> [CGRect] {
        let most = Self.smallSide * Double(planes.full.wholeSide)
        return candidates.textures(in: planes.medium).filter { region in
            max(region.width, region.height) < most && !isExplained(region)
        }
    }

    private func isExplained(_ region: CGRect) -> Bool {
        explained.contains { $0.contains(CGPoint(x: region.midX, y: region.midY)) }
    }

    private mutating func readCrops(
        around regions: [CGRect], mostMisses: Misses, isRead: (inout Search, View) -> Bool
    ) {
        var (misses, reads) = (0, 0)
        for region in regions where !isExplained(region) {
            if misses >= mostMisses.first + mostMisses.perReading * reads { break }
            let margin = 6 + 0.25 * max(region.width, region.height)
            let crop = planes.full.crop(around: region.insetBy(dx: -margin, dy: -margin))
            if isRead(&self, crop) { reads += 1 } else { misses += 1 }
        }
    }

    private mutating func readDataMatrix(in crop: View, step: String) -> Bool {
        let view = Self.sized(crop)
        let raised = view.replacing(view.plane.equalized(clipLimit: 3, tilesAcross: 2, tilesDown: 2))
        for (pixels, globalHistogram) in [(view, false), (view, true), (raised, false)] {
            let reader = Step.Reader.zxing(.init(tryDownscale: false, globalHistogram: globalHistogram))
            let count = read(
                pixels, with: reader, types: [.dataMatrix], step: step, evidence: Evidence(source: .crop))
            if count > 0 { return true }
        }
        return false
    }

    private static func sized(_ crop: View) -> View {
        let side = Double(max(crop.plane.width, crop.plane.height))
        return side < textureSide.least
            ? crop.resized(by: 2, interpolation: .cubic)
            : side > textureSide.most
                ? crop.resized(by: textureSide.most / side, interpolation: .area) : crop
    }
}
