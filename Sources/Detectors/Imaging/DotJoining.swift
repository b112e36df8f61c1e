import MetadataOutput

extension Plane {
    /// What dark dots grow by, in pixels, and what they shrink by when neighbours have joined: what was no dot's neighbour is almost
    /// as before.
    private static let (growth, shrinkage) = (2, 1)

    /// The plane with dark dots joined that are a few pixels apart, as those of a Data Matrix peened into metal or printed by a jet.
    ///
    /// Engines follow the solid bars of its finder pattern, and between dots there are none (a closing, in the terms of morphology).
    func joiningDots() -> Plane {
        smoothed().combined(reach: Self.growth, by: min).combined(reach: Self.shrinkage, by: max).smoothed()
    }

    /// Each sample combined with those up to some columns and rows away.
    @inline(__always)
    private func combined(reach: Int, by combine: (UInt8, UInt8) -> UInt8) -> Plane {
        let across = Plane(width: width, height: height, isCleared: false) { target in
            withUnsafeSamples { source in
                for y in 0..<height {
                    let (to, from) = (y * width, y * bytesPerRow)
                    for x in 0..<width { target[to + x] = source[from + x] }
                    for step in stride(from: 1, through: min(reach, width - 1), by: 1) {
                        for x in 0..<width - step {
                            target[to + x] = combine(target[to + x], source[from + x + step])
                        }
                        for x in step..<width {
                            target[to + x] = combine(target[to + x], source[from + x - step])
                        }
                    }
                }
            }
        }
        return Plane(width: width, height: height, isCleared: false) { target in
            across.withUnsafeSamples { source in
                for y in 0..<height {
                    let to = y * width
                    for x in 0..<width { target[to + x] = source[to + x] }
                    for row in max(0, y - reach)...min(height - 1, y + reach) where row != y {
                        for x in 0..<width {
                            target[to + x] = combine(target[to + x], source[row * width + x])
                        }
                    }
                }
            }
        }
    }

    /// Means of three by three samples: dots have edges, and what they are struck into has grain. The border goes on outside.
    private func smoothed() -> Plane {
        var sums = [UInt16](repeating: 0, count: width)
        return Plane(width: width, height: height, isCleared: false) { target in
            withUnsafeSamples { source in
                for y in 0..<height {
                    let (above, below) = (max(y - 1, 0) * bytesPerRow, min(y + 1, height - 1) * bytesPerRow)
                    let own = y * bytesPerRow
                    for x in 0..<width {
                        sums[x] =
                            UInt16(source[above + x]) + UInt16(source[own + x])
                            + UInt16(source[below + x])
                    }
                    for x in 0..<width {
                        let sum = sums[max(x - 1, 0)] + sums[x] + sums[min(x + 1, width - 1)]
                        target[y * width + x] = UInt8(sum / 9)
                    }
                }
            }
        }
    }
}
