import Foundation
import MetadataOutput

extension QRCandidate {
    /// The part of the picture with the symbol and a margin, in a size that suits an engine: large modules are
    /// shrunk to 5 pixels, small ones doubled.
    ///
    /// - Parameter picture: The picture itself, unshrunk.
    func crop(from picture: View) -> View {
        let crop = picture.crop(around: bounds)
        return switch moduleSize {
        case 8.nextUp...: crop.resized(by: 5 / moduleSize, interpolation: .area)
        case ..<2.6: crop.resized(by: 2, interpolation: .cubic)
        default: crop
        }
    }

    /// The symbol's box with its margin, in pixels of the picture. The parallelogram is a guess: a foreshortened
    /// symbol's fourth corner may lie well outside.
    private var bounds: CGRect {
        let box = CGRect(around: corners)
        let margin = max(4 * moduleSize, 0.18 * max(box.width, box.height))
        return box.insetBy(dx: -margin, dy: -margin)
    }
}
