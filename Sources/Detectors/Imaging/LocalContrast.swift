import CLocalContrast
import MetadataOutput

extension Plane {
    /// The plane with its local contrast raised (contrast-limited adaptive histogram equalisation).
    ///
    /// - Parameters:
    ///   - clipLimit: How often a grey value may be in a tile, of what it would be if all were there equally often.
    ///   - isPortable: Whether to use the code that runs on every processor, for tests; both make the same.
    func equalized(clipLimit: Double, tilesAcross: Int, tilesDown: Int, isPortable: Bool = false) -> Plane {
        Plane(width: width, height: height, isCleared: false) { raised in
            guard let start = raised.baseAddress else { return }
            withUnsafeSamples { samples in
                let status = CLocalContrast(
                    samples, Int32(width), Int32(height), Int32(bytesPerRow), clipLimit, Int32(tilesAcross),
                    Int32(tilesDown), start, isPortable ? 1 : 0)
                precondition(status == 0, "no memory for the tiles")
            }
        }
    }
}
