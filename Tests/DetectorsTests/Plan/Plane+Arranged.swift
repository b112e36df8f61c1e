import MetadataOutput

extension Plane {
    /// Light for dark.
    func negative() -> Plane {
        withUnsafeSamples { source in
            Plane(width: width, height: height) { samples in
                for y in 0..<height {
                    for x in 0..<width { samples[y * width + x] = 255 - source[y * bytesPerRow + x] }
                }
            }
        }
    }

    /// The plane and another to the right of it, on white.
    func beside(_ other: Plane) -> Plane {
        let (width, height) = (width + other.width + 60, max(height, other.height) + 40)
        return Plane(width: width, height: height) { samples in
            samples.update(repeating: 255)
            for (part, left) in [(self, 20), (other, self.width + 40)] {
                part.withUnsafeSamples { source in
                    for y in 0..<part.height {
                        for x in 0..<part.width {
                            samples[(y + 20) * width + left + x] = source[y * part.bytesPerRow + x]
                        }
                    }
                }
            }
        }
    }
}
