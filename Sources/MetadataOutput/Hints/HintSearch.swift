import Foundation

/// Says why what is in a frame cannot be read. It looks at the picture only where something was seen and not read, or at all of
/// it if nothing was read; each look costs some thousand pixels.
struct HintSearch {
    /// Modules of fewer pixels are lost between samples: a dark and a light one need two each.
    private static let leastModule = 2.0
    /// A blur as wide as a module leaves nothing of its contrast.
    private static let blurInModules = 1.3
    /// In pixels: a sharp edge has two, and with what lenses and demosaicing add three.
    private static let leastBlur = 4.0
    /// What edges have at most across a motion, and how much wider they are along it.
    private static let sharp = 3.0
    private static let motionRatio = 2.0
    /// The same of what changes along the diagonals.
    private static let diagonalRatio = 1.5
    private static let mostPlaces = 8

    private let plane: Plane
    private let light: FrameLight

    init(in plane: Plane) {
        self.plane = plane
        light = FrameLight(of: plane)
    }

    /// The reasons, in the order of ``ReaderHint``.
    ///
    /// - Parameters:
    ///   - unread: What was seen and not read.
    ///   - hasRead: Whether anything was read.
    func hints(unread: [UnreadPlace], hasRead: Bool) -> [ReaderHint] {
        // Noise hides everything else.
        if !hasRead, light.isDark { return [.tooDark] }
        var hints = Set(unread.prefix(Self.mostPlaces).compactMap(hint))
        if hints.isEmpty, !hasRead {
            if light.isBacklit(nil) {
                hints.insert(.backlit)
            } else if unread.isEmpty {
                let picture = CGRect(x: 0, y: 0, width: plane.width, height: plane.height)
                if let blur = blur(in: picture, from: Self.leastBlur) { hints.insert(blur) }
            }
        }
        return ReaderHint.allCases.filter(hints.contains)
    }

    /// The reason that explains most, if there is one.
    private func hint(for place: UnreadPlace) -> ReaderHint? {
        let box = place.boundingBox
        if light.isBacklit(box) { return .backlit }
        if place.kind != .face, PlaceGlare(of: place, in: plane).isThere { return .glare }
        if isCutOff(place) { return .cutOff }
        if let module = place.moduleSize, module < Self.leastModule { return .tooFar }
        // Bars that run into one another seem to be fewer and wider.
        let module = place.kind == .matrixCode ? place.moduleSize : nil
        let least = max(Self.leastBlur, (module ?? 0) * Self.blurInModules)
        return blur(in: box.insetBy(dx: -box.width / 8, dy: -box.height / 8), from: least)
    }

    /// Whether it goes on outside of the picture.
    private func isCutOff(_ place: UnreadPlace) -> Bool {
        let margin = place.kind == .face ? 0 : place.moduleSize ?? 0
        let inside = CGRect(x: 0, y: 0, width: plane.width, height: plane.height)
            .insetBy(dx: -margin, dy: -margin)
        return !place.corners.allSatisfy(inside.contains)
    }

    private func blur(in box: CGRect, from least: Double) -> ReaderHint? {
        let widths = EdgeWidths(of: plane, in: box)
        let known = [widths.horizontal, widths.vertical].compactMap(\.self)
        guard let widest = known.max(), let narrowest = known.min(), widest >= least else { return nil }
        let isMotion =
            narrowest <= Self.sharp || widest >= Self.motionRatio * narrowest
            // Edges that lie across and along a motion that is diagonal are blurred alike.
            || (known.count == 2 && widths.diagonalRatio >= Self.diagonalRatio)
        return isMotion ? .motionBlur : .outOfFocus
    }
}
