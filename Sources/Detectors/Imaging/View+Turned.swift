import Foundation
import MetadataOutput

extension View {
    /// The whole view turned clockwise about its centre, on a canvas that holds all of it.
    ///
    /// - Parameters:
    ///   - degrees: Any angle.
    ///   - border: What the corners of the canvas are filled with.
    func turned(by degrees: Double, border: Border) -> View {
        let (sine, cosine) = (abs(sin(degrees * .pi / 180)), abs(cos(degrees * .pi / 180)))
        let (width, height) = (Double(plane.width), Double(plane.height))
        let canvasWidth = (width * cosine + height * sine).rounded(.up)
        let canvasHeight = (width * sine + height * cosine).rounded(.up)
        let map = Homography.translation(x: -canvasWidth / 2, y: -canvasHeight / 2)
            .then(.rotation(degrees: -degrees))
            .then(.translation(x: width / 2, y: height / 2))
        return warped(width: Int(canvasWidth), height: Int(canvasHeight), along: map, border: border)
    }
}
