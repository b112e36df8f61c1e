import Foundation
import MetadataOutput

/// Where codes may be: searched for once, when first asked for, and only for what is wanted.
struct CandidateSet {
    private let types: Set<MetadataObjectType>
    /// Most finder patterns of a crowd.
    private let crowd: Int
    /// The part of the picture that matters, in its pixels.
    private let region: CGRect
    private var codes: [Look: Candidates] = [:]
    private var bars: [Look: Candidates] = [:]
    private var bullseyes: [Bullseye]?
    private var textures: [CGRect]?
    private var crops: [QRCandidate: View] = [:]
    private var strips: [BarRegion: View] = [:]
    private let time: SearchTime
    /// Whether there was no time for all parts of a large picture.
    private(set) var areCutShort = false
    /// Side of the parts of a large picture that are searched by themselves, and how much of them neighbours share: larger codes
    /// are seen where the picture is shrunk.
    private static let (fineSide, fineOverlap) = (2000, 400)
    /// Finder patterns that a frame of a camera has time for, those of 400 symbols: thousands take a second.
    private static let mostOfFrame = 1200
    /// The same of a part of a large picture, of which there are many: those of 1,300 symbols, which have no more room in it.
    private static let mostOfPart = 4000
    /// How many crops are kept: several steps look at the first candidates, and few reach the others.
    private static let mostCrops = 16
    /// The same of strips, of which a step looks at six without a code.
    private static let mostStrips = 8

    /// - Parameter time: When no more parts are searched.
    init(_ request: DetectionRequest, in picture: Plane, until time: SearchTime) {
        types = request.types
        self.time = time
        crowd = request.liveFrame == nil ? .max : Self.mostOfFrame
        let rect = request.rectOfInterest
        let (width, height) = (Double(picture.width), Double(picture.height))
        region = CGRect(
            x: rect.minX * width, y: rect.minY * height, width: rect.width * width,
            height: rect.height * height)
    }

    /// Finder patterns and what they may belong to.
    mutating func codes(in planes: inout PlaneSet, _ look: Look) -> Candidates {
        if let known = codes[look] { return known }
        var found = Candidates(codes: [], loose: [], bars: [])
        if !types.isDisjoint(with: [.qr, .rMQR]), let view = planes.view(look.pixels) {
            // Noise has patterns too, and the more of them the larger the picture: one part of it must not hide another's.
            let (parts, most) =
                look == .fine
                ? (view.parts(ofSide: Self.fineSide, sharing: Self.fineOverlap), min(crowd, Self.mostOfPart))
                : ([view], crowd)
            for (number, part) in parts.enumerated() {
                if number > 0, time.isUp {
                    areCutShort = true
                    break
                }
                let result = QRCandidateSearch.candidates(
                    from: FinderPatternSearch.patterns(in: part, areBlurred: look == .blurred, crowd: most),
                    in: part)
                found.codes += result.candidates.filter { region.intersects(CGRect(around: $0.corners)) }
                found.loose += result.loose.filter { region.contains($0.center) }
            }
            if look == .fine {
                found.codes.sort { ($0.hasTiming ? 0 : 1, $0.score) < ($1.hasTiming ? 0 : 1, $1.score) }
            }
        }
        codes[look] = found
        return found
    }

    /// A candidate's ``QRCandidate/crop(from:)``.
    mutating func crop(of candidate: QRCandidate, in picture: View) -> View {
        if let known = crops[candidate] { return known }
        let crop = candidate.crop(from: picture)
        if crops.count < Self.mostCrops { crops[candidate] = crop }
        return crop
    }

    /// A region's ``BarRegion/strip(from:or:magnification:)``.
    mutating func strip(of region: BarRegion, in planes: inout PlaneSet, magnification: Double) -> View {
        if magnification == 1, let known = strips[region] { return known }
        let strip = region.strip(from: planes.full, or: planes.medium, magnification: magnification)
        if magnification == 1, strips.count < Self.mostStrips { strips[region] = strip }
        return strip
    }

    /// Regions with bars.
    mutating func bars(in planes: inout PlaneSet, _ look: Look = .plain) -> Candidates {
        if let known = bars[look] { return known }
        var found = Candidates(codes: [], loose: [], bars: [])
        if types.contains(where: \.hasBars), let view = planes.view(look.pixels) {
            found.bars = BarRegionSearch.regions(in: view, isFine: look == .fine || look == .close).filter {
                bar in
                let reach = max(bar.length, bar.height) / 2
                return region.insetBy(dx: -reach, dy: -reach).contains(bar.center)
            }
        }
        bars[look] = found
        return found
    }

    /// Middles of Aztec codes and MaxiCodes.
    mutating func bullseyes(in view: View) -> [Bullseye] {
        if let bullseyes { return bullseyes }
        let found =
            !types.isDisjoint(with: [.aztec, .maxiCode])
            ? BullseyeSearch.bullseyes(in: view).filter { $0.rows > 1 && region.contains($0.center) }
            : []
        bullseyes = found
        return found
    }

    /// Compact parts with edges in all directions.
    mutating func textures(in view: View) -> [CGRect] {
        if let textures { return textures }
        let found = TextureRegionSearch.regions(in: view).filter(region.intersects)
        textures = found
        return found
    }
}
