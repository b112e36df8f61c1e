import AreaShrink
import MetadataOutput

/// What ZXing reads matrix codes in: a plane, or one made of it at a third or a ninth of its size, whose dark pixels are told
/// from light ones here. ZXing does the same by default, more slowly, and tells nobody what it saw.
struct MatrixLayer {
    /// Samples as ZXing gets them.
    let plane: Plane
    /// Whether they are 0 where it is dark and 1 where it is light; else luma, of what is too small for local thresholds.
    let isThresholded: Bool
    /// Pixels of the whole plane that a pixel is wide.
    let scale: Int

    private init(of plane: Plane, scale: Int) {
        let thresholded = plane.locallyThresholded()
        self.plane = thresholded ?? plane
        isThresholded = thresholded != nil
        self.scale = scale
    }

    /// Longer side from which a plane is searched at a third of its size too, and so on.
    private static let downscaled = 500

    /// - Parameter isDownscaled: Whether smaller planes are made too.
    static func layers(of view: View, isDownscaled: Bool) -> [MatrixLayer] {
        var layers = [MatrixLayer(of: view.plane, scale: 1)]
        guard isDownscaled else { return layers }
        var (plane, scale) = (view.plane, 1)
        while view.wholeSide / scale > downscaled, min(plane.width, plane.height) >= 3 {
            let (width, height) = (plane.width / 3, plane.height / 3)
            plane = plane.crop(x: 0, y: 0, width: 3 * width, height: 3 * height)
                .areaShrunk(width: width, height: height)
            scale *= 3
            layers.append(MatrixLayer(of: plane, scale: scale))
        }
        return layers
    }

    /// How many finder patterns, dark on light, ZXing sees in it.
    var finderPatterns: Int {
        isThresholded ? FinderPatternSearch.count(inThresholded: plane) : FinderPatternSearch.count(in: plane)
    }
}
