public import Foundation

/// One picture as detectors see it: luma, upright, and the time it was taken.
public struct Frame: Sendable {
    /// The picture's luma, row by row from the top left, any orientation of its file already applied.
    public let luma: Plane
    /// When the picture was taken, on the source's clock; zero for a still picture.
    public let time: Duration
    /// How long the picture stands, or nil where there is no next one (stills).
    public let duration: Duration?

    /// Makes a frame.
    public init(luma: Plane, time: Duration = .zero, duration: Duration? = nil) {
        self.luma = luma
        self.time = time
        self.duration = duration
    }

    /// The frame with parts of it hidden, which are copied with the rest.
    public func masked(by mask: PictureMask) -> Frame {
        Frame(luma: luma.masked(by: mask), time: time, duration: duration)
    }

    /// A part of the frame, 0…1 of it, origin top left, widened to whole pixels; copies nothing.
    public func cropped(to part: CGRect) -> Frame {
        func pixels(_ start: Double, _ end: Double, of length: Int) -> (start: Int, length: Int) {
            // What is no number is at the beginning.
            func pixel(_ share: Double) -> Double { share > 0 ? min(share, 1) * Double(length) : 0 }
            let first = min(length - 1, Int(pixel(start).rounded(.down)))
            let last = max(first + 1, Int(pixel(end).rounded(.up)))
            return (first, last - first)
        }
        let (x, width) = pixels(part.minX, part.maxX, of: luma.width)
        let (y, height) = pixels(part.minY, part.maxY, of: luma.height)
        return Frame(
            luma: luma.crop(x: x, y: y, width: width, height: height), time: time, duration: duration)
    }
}
