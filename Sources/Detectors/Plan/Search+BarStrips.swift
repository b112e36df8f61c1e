import Foundation
import MetadataOutput

extension Search {
    /// Most strips of one step in which no code is found, and once the picture has a code that stands.
    private static let mostFailures = (first: 6, withCode: 3)
    /// After so many that are no code, and none that is one, nothing else of a sheet of labels is looked at: it is something else that
    /// has stripes.
    private static let mostFailuresOfSheet = 2

    /// Engines on a straightened strip of each bar region that no accepted code explains, and on what a code found
    /// there leaves of it.
    mutating func readBarStrips(of look: Look, with readers: [Step.StripReader], step: String) {
        var (failures, successes) = (0, 0)
        var failuresOfSheet: [Int: Int] = [:]
        var places = explained
        regions: for region in bars(seenIn: look) {
            if let sheet = region.sheet, failuresOfSheet[sheet, default: 0] >= Self.mostFailuresOfSheet {
                continue
            }
            var open = ExplainedPlace.openParts(of: region, beside: places)
            while let part = open.popLast() {
                // Where strips are codes, many of them may still be others.
                let most = places.isEmpty ? Self.mostFailures.first : Self.mostFailures.withCode
                if failures >= most + successes { break regions }
                if readers.allSatisfy({ $0.magnification > 1 }), !part.hasFineBars(in: planes.full.plane) {
                    continue
                }
                let found = readStrip(of: part, with: readers, step: step)
                if !found.isEmpty {
                    successes += 1
                    if let sheet = region.sheet { failuresOfSheet[sheet] = .min }
                    places += found.map(ExplainedPlace.init)
                    open = ExplainedPlace.openParts(of: region, beside: places)
                } else {
                    failures += 1
                    if let sheet = region.sheet { failuresOfSheet[sheet, default: 0] += 1 }
                }
            }
        }
        judge()
    }

    /// One engine after the other, until a code is believed. Only what lies around the strip is judged: of a sheet of labels all
    /// takes longer than reading.
    ///
    /// - Returns: What is believed now and was not before; nothing where no more codes are.
    private mutating func readStrip(
        of region: BarRegion, with readers: [Step.StripReader], step: String
    ) -> [Reading] {
        var part = region.boundingBox
        part = part.insetBy(dx: -Self.around * part.width, dy: -Self.around * part.height)
        let known = accepted(around: part)
        for reader in readers {
            let count = readings.count
            read(
                strip(of: region, for: reader), with: reader.reader, types: reader.types(of: types),
                step: step,
                evidence: Evidence(source: .strip), isJudged: false)
            guard readings.count != count else { continue }
            let found = accepted(around: part)
            if found.count > known.count { return found.filter { !known.contains($0) } }
        }
        return []
    }

    /// What is judged beside a strip, at each side, in sizes of it: quiet zones and neighbours.
    private static let around = 0.3

    private mutating func strip(of region: BarRegion, for reader: Step.StripReader) -> View {
        let view = candidates.strip(of: region, in: &planes, magnification: reader.magnification)
        guard reader.hasContrast else { return view }
        return view.replacing(view.plane.equalized(clipLimit: 3, tilesAcross: 8, tilesDown: 2))
    }

    /// Angles of bar regions that are tried, and how far they must differ, in degrees.
    private static let mostAngles = 2
    private static let sameAngle = 6.0
    /// Longer side, in pixels, up to which a picture is enlarged before it is turned.
    private static let smallPicture = 600

    /// ZXing on the picture turned so that the largest bar regions stand upright: stacked symbols are no strips.
    mutating func readStraightened(step: String) {
        var angles: [Double] = []
        for region in candidates.bars(in: &planes).bars where angles.count < Self.mostAngles {
            let isKnown = angles.contains { abs($0 - region.angle) < Self.sameAngle }
            if abs(region.angle) >= Self.sameAngle, !isKnown { angles.append(region.angle) }
        }
        // Turning blurs: small pictures are enlarged first.
        let isSmall = max(planes.full.plane.width, planes.full.plane.height) <= Self.smallPicture
        for angle in angles {
            let changes: [Pixels.Change] = isSmall ? [.double, .turn(-angle)] : [.turn(-angle)]
            readPicture(
                Pixels(base: .small, changes: changes), with: .zxing(.init()), types: types, step: step)
        }
    }
}

extension MetadataObjectType {
    /// Whether bars stand side by side in it, in one row or in rows that lie close above each other.
    var hasBars: Bool { isLinearCode || self == .pdf417 || self == .microPDF417 }

    /// Whether what it begins and ends with is no data, so that no part of a symbol is one, nor one of another type: it needs no quiet
    /// zones to be told from what is beside it. Of Codabar a part of a character may be a stop; of the others parts are symbols.
    var hasOwnGuards: Bool {
        [.code39, .code39Mod43, .code32, .pzn, .code93, .code128, .ean13].contains(self)
    }
}
