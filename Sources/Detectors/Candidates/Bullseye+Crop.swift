import Foundation

extension Bullseye {
    /// A square of the picture with the bullseye in its middle, where ZXing looks for an Aztec code; white where
    /// it reaches outside. Large modules are shrunk to 5 pixels, small ones doubled.
    ///
    /// - Parameters:
    ///   - picture: The picture itself.
    ///   - modules: From the middle to the edge: 15 holds any compact symbol, 22 and 36 full ones of 41 and 69.
    func crop(from picture: View, modules: Double) -> View {
        let reach = modules * moduleSize
        let box = CGRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
        let part = picture.crop(around: box)
        let scaled: View =
            switch moduleSize {
            case 8.nextUp...: part.resized(by: 5 / moduleSize, interpolation: .area)
            case ..<4: part.resized(by: 2, interpolation: .cubic)
            default: part
            }
        guard let toScaled = scaled.toPicture.inverse else { return scaled }
        let middle = toScaled(center)
        let half = (reach / scaled.linearScale).rounded(.up)
        return scaled.warped(
            width: Int(half) * 2, height: Int(half) * 2,
            along: .translation(x: middle.x - half, y: middle.y - half), border: .constant(255))
    }
}
