import Foundation
import MetadataOutput

/// Samples the modules of a QR candidate through all of its alignment patterns, for symbols whose many modules
/// an engine that trusts one of them misses.
///
/// What comes out are clean pictures of modules, which a decoder needs no search for and only corrects.
struct QRGridSampler {
    /// The most grids a candidate is worth: what is read at all is nearly always read in the first two.
    static let limit = 12

    /// The most restored ones: what explains the finder patterns worse is of another size.
    private static let mostBlurred = 4

    /// How much of the timing patterns must be right for a grid to be worth decoding.
    private static let timingAgreement = 0.7

    private let crop: View
    private let candidate: QRCandidate
    private let toCrop: Homography

    /// - Parameter crop: A part of the picture with the whole candidate, see ``QRCandidate/crop(from:)``.
    init?(_ candidate: QRCandidate, in crop: View) {
        guard let toCrop = crop.toPicture.inverse else { return nil }
        (self.crop, self.candidate, self.toCrop) = (crop, candidate, toCrop)
    }

    /// How much of each finder pattern must be right for a candidate to be a symbol that cannot be read.
    private static let finderAgreement = 0.85

    /// Whether the modules themselves say that a symbol is there: three whole finder patterns, and timing patterns of
    /// the length that the distance between them asks for. Runs of light and dark alone make triples of noise, too.
    var showsSymbol: Bool {
        versions().contains { version in
            meshes(of: version).contains { mesh in
                let grid = grid(of: version, mesh: mesh)
                return grid.finderAgreement >= Self.finderAgreement
                    && grid.timingAgreement >= Self.timingAgreement
            }
        }
    }

    /// What a symbol is taken for.
    enum Appearance: Sendable, Hashable {
        case flat
        /// On a bent surface, where timing patterns are no straight lines.
        case curved
        /// So blurred that its modules run into each other.
        case blurred
    }

    /// Pictures of the modules, the likeliest first; each is made when it is asked for. None if nothing there looks like a symbol.
    func grids(of appearance: Appearance) -> AnySequence<View> {
        switch appearance {
        case .flat: AnySequence(flatGrids())
        case .curved: AnySequence(curvedGrids())
        case .blurred: AnySequence(blurredGrids())
        }
    }

    /// At most ``limit``; none if the candidate has no timing pattern and no version information.
    private func flatGrids() -> some Sequence<View> {
        versions().lazy.flatMap { version in
            meshes(of: version).lazy.flatMap { mesh in
                views(of: grid(of: version, mesh: mesh), version, mesh)
            }
        }.prefix(Self.limit)
    }

    private func curvedGrids() -> some Sequence<View> {
        let meshes = withLuma { luma in
            let frames = size(in: luma).sheared(in: luma)
            let search = AlignmentSearch(luma: luma, isInverted: candidate.isInverted)
            return frames.curvedVersions(in: luma).flatMap { version in
                [1, 0].compactMap { twist in
                    let patch = CurvedPatch(frames, dimension: version.dimension, twist: twist)
                    return search.mesh(of: version, along: patch).map { (version, $0) }
                }
            }
        }
        return meshes.lazy.flatMap { version, mesh in
            views(of: grid(of: version, mesh: mesh), version, mesh)
        }.prefix(Self.limit)
    }

    /// Those come first of which blur and light explain the finder patterns best.
    private func blurredGrids() -> some Sequence<View> {
        let seen = withLuma { luma -> [BlurredGrid] in
            let size = size(in: luma)
            guard let blur = size.blur(in: luma) else { return [] }
            return size.blurredVersions(in: luma).flatMap { version in
                meshes(of: version).compactMap { mesh in
                    BlurredGrid(version, mesh: mesh, blur, in: luma, isInverted: candidate.isInverted)
                }
            }
        }
        return seen.sorted { $0.unexplained < $1.unexplained }.prefix(Self.mostBlurred).lazy.compactMap {
            blurred in
            let grid = grid(of: blurred.version, mesh: blurred.mesh)
            guard let isDark = blurred.restored(grid),
                ModuleGrid.timingAgreement(of: isDark, dimension: grid.dimension) >= Self.timingAgreement
            else { return nil }
            return ModulePicture(blurred.version, isDark: isDark)
                .view(toPicture: blurred.mesh.homography.then(crop.toPicture))
        }
    }

    private func views(of grid: ModuleGrid, _ version: QRVersion, _ mesh: ModuleMesh) -> some Sequence<View> {
        let thresholds = grid.timingAgreement < Self.timingAgreement ? [] : ModuleGrid.Threshold.allCases
        return thresholds.lazy.map { threshold in
            ModulePicture(version, isDark: grid.isDark(threshold))
                .view(toPicture: mesh.homography.then(crop.toPicture))
        }
    }

    /// The versions the candidate may have, the likeliest first.
    func versions() -> [QRVersion] {
        withLuma { size(in: $0).versions(in: $0) }
    }

    private func meshes(of version: QRVersion) -> [ModuleMesh] {
        let mesh = withLuma { luma in
            AlignmentSearch(luma: luma, isInverted: candidate.isInverted).mesh(
                of: version, from: size(in: luma))
        }
        return mesh.map { [$0, $0.rigid] } ?? []
    }

    private func grid(of version: QRVersion, mesh: ModuleMesh) -> ModuleGrid {
        withLuma { ModuleGrid(version, mesh: mesh, in: $0, isInverted: candidate.isInverted) }
    }

    private func withLuma<R>(_ body: (LumaSampler) -> R) -> R {
        crop.plane.withUnsafeSamples { body(LumaSampler(crop.plane, at: $0)) }
    }

    private func size(in luma: LumaSampler) -> QRSize {
        let (corner, right, below) = (
            toCrop(candidate.corner.center), toCrop(candidate.right.center), toCrop(candidate.below.center)
        )
        let scale = crop.linearScale
        let across = Self.direction(from: corner, to: right)
        let down = Self.direction(from: corner, to: below)
        func frame(_ pattern: FinderPattern, at center: CGPoint) -> FinderFrame {
            func module(_ direction: CGPoint) -> CGPoint {
                // Rows and columns cross a turned square on a longer way than its sides are.
                let turned = pattern.moduleSize / scale * max(abs(direction.x), abs(direction.y))
                // The frame corrects what is wrong by less.
                let seen = luma.finderModule(
                    at: center, along: direction, guess: pattern.moduleSize / scale,
                    isInverted: candidate.isInverted)
                let size = seen.flatMap { 0.8 * turned...1.25 * turned ~= $0 ? nil : $0 } ?? turned
                return CGPoint(x: direction.x * size, y: direction.y * size)
            }
            return FinderFrame(
                center: center, across: module(across), down: module(down), in: luma,
                isInverted: candidate.isInverted)
        }
        return QRSize(
            corner: frame(candidate.corner, at: corner), right: frame(candidate.right, at: right),
            below: frame(candidate.below, at: below), isInverted: candidate.isInverted)
    }

    private static func direction(from a: CGPoint, to b: CGPoint) -> CGPoint {
        let length = max(hypot(b.x - a.x, b.y - a.y), 1e-9)
        return CGPoint(x: (b.x - a.x) / length, y: (b.y - a.y) / length)
    }
}
