import CLocalThreshold
import MetadataOutput

extension Plane {
    /// Least width and height of a plane that can be told light from dark by its blocks, in pixels.
    static let leastSideOfLocalThreshold = Int(CLocalThresholdLeastSide)

    /// Dark pixels as 0 and light ones as 1, by the blocks around them, as ZXing-C++ 3 tells them apart. Nil for a plane that
    /// is too small, or has no contrast anywhere.
    ///
    /// - Parameter isPortable: Whether to use the code that runs on every processor, for tests; both make the same.
    func locallyThresholded(isPortable: Bool = false) -> Plane? {
        guard min(width, height) >= Self.leastSideOfLocalThreshold else { return nil }
        var hasContrast = false
        let plane = Plane(width: width, height: height, isCleared: false) { light in
            guard let start = light.baseAddress else { return }
            withUnsafeSamples { samples in
                let status = CLocalThreshold(
                    samples, Int32(width), Int32(height), Int32(bytesPerRow), start, isPortable ? 1 : 0)
                precondition(status >= 0, "no memory for the blocks")
                hasContrast = status == 0
            }
        }
        return hasContrast ? plane : nil
    }
}
