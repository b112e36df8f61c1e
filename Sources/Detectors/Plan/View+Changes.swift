import Foundation
import MetadataOutput

extension View {
    /// Most pixels an enlarged plane may have.
    private static let largestEnlargement = 5_000_000

    /// Width of a frame, in pixels, and the longer side up to which a picture gets one.
    private static let frame = 30
    private static let smallPicture = 1000

    private func framed(by frame: Int) -> View {
        warped(
            width: plane.width + 2 * frame, height: plane.height + 2 * frame,
            along: .translation(x: -Double(frame), y: -Double(frame)), border: .constant(255))
    }

    /// The view after a change; nil where it would be too large.
    func changed(by change: Pixels.Change) -> View? {
        switch change {
        case .contrast:
            replacing(plane.equalized(clipLimit: 3, tilesAcross: 8, tilesDown: 8))
        case .inversion:
            replacing(plane.inverted())
        case .half:
            resized(by: 0.5, interpolation: .area)
        case .double:
            plane.width * plane.height * 4 <= Self.largestEnlargement
                ? resized(by: 2, interpolation: .cubic) : nil
        case .frame:
            max(plane.width, plane.height) <= Self.smallPicture ? framed(by: Self.frame) : nil
        case .turn(let degrees):
            turned(by: degrees)
        case .mirror:
            mirrored()
        case .joinedDots:
            replacing(plane.joiningDots())
        case .evenLight:
            replacing(plane.evenlyLit())
        case .smoothing(let window):
            replacing(plane.boxMean(window: window).boxMean(window: window))
        }
    }

    /// The view turned clockwise about its centre, on a plane that holds all of it; white outside.
    private func turned(by degrees: Double) -> View {
        let (width, height) = (Double(plane.width), Double(plane.height))
        let turn = Homography.translation(x: -width / 2, y: -height / 2).then(.rotation(degrees: degrees))
        let corners = CGRect(x: 0, y: 0, width: width, height: height).corners.map { turn($0) }
        let box = CGRect(around: corners)
        let back = Homography.translation(x: box.minX, y: box.minY)
            .then(.rotation(degrees: -degrees)).then(.translation(x: width / 2, y: height / 2))
        return warped(
            width: Int(box.width.rounded(.up)), height: Int(box.height.rounded(.up)), along: back,
            border: .constant(255))
    }
}

extension Plane {
    /// Dark for light.
    fileprivate func inverted() -> Plane {
        Plane(width: width, height: height, isCleared: false) { target in
            withUnsafeSamples { source in
                for row in 0..<height {
                    for column in 0..<width {
                        target[row * width + column] = 255 - source[row * bytesPerRow + column]
                    }
                }
            }
        }
    }
}
