import CAreaShrink
package import MetadataOutput

extension Plane {
    /// How many times smaller a plane becomes at once: the rounding of as many pixels both ways adds up to less than half a grey
    /// level, and white stays white.
    private static let mostAtOnce = 100

    /// The plane at a size that is in neither direction larger, in pixels: each pixel is the mean of what it covers.
    ///
    /// - Parameter isPortable: Whether to use the code that runs on every processor, for tests; both make the same.
    package func areaShrunk(width: Int, height: Int, isPortable: Bool = false) -> Plane {
        precondition((1...self.width).contains(width) && (1...self.height).contains(height), "no larger")
        guard self.width <= width * Self.mostAtOnce, self.height <= height * Self.mostAtOnce else {
            return areaShrunk(
                width: min(self.width, width * Self.mostAtOnce),
                height: min(self.height, height * Self.mostAtOnce), isPortable: isPortable
            ).areaShrunk(width: width, height: height, isPortable: isPortable)
        }
        return Plane(width: width, height: height, isCleared: false) { samples in
            guard let start = samples.baseAddress else { return }
            var target = CAreaShrinkPlane(
                samples: start, width: Int32(width), height: Int32(height), bytes_per_row: Int32(width))
            withUnsafeSamples { memory in
                var source = CAreaShrinkPlane(
                    samples: UnsafeMutablePointer(mutating: memory), width: Int32(self.width),
                    height: Int32(self.height), bytes_per_row: Int32(bytesPerRow))
                let status = CAreaShrink(&source, &target, isPortable ? 1 : 0)
                precondition(status == 0, "no memory for a row")
            }
        }
    }
}
