import Capture
import Decoders
import PixelConversion

/// Tells the colours of a camera's frames.
final class Colours: Sendable {
    let output = CaptureVideoFrameOutput(
        decoder: StandardPictureDecoder(), converter: YUVPixelConverter())

    /// The samples of the next frame at some places.
    ///
    /// - Parameters:
    ///   - format: The pixel format's four characters.
    ///   - places: Each `x,y`, 0…1 of the picture.
    func samples(_ format: String, at places: [String]) async throws(CaptureError) -> String {
        try output.setVideoPixelFormat(VideoPixelFormat(rawValue: format))
        for await frame in output.frames() {
            guard let buffer = frame.pixelBuffer, buffer.format.rawValue == format else { continue }
            let texts = places.map { place in
                let numbers = place.split(separator: ",").compactMap { Double($0) }
                let samples = buffer.planes.indices.flatMap { plane in
                    Self.samples(of: buffer, plane: plane, x: numbers[0], y: numbers[1])
                }
                return samples.map(String.init).joined(separator: ",")
            }
            return texts.joined(separator: " ")
        }
        return "none"
    }

    private static func samples(of buffer: PixelBuffer, plane index: Int, x: Double, y: Double) -> [UInt8] {
        let plane = buffer.planes[index]
        let place =
            Int(y * Double(plane.height)) * plane.bytesPerRow
            + Int(x * Double(plane.width)) * plane.bytesPerPixel
        return buffer.withBytes(ofPlane: index) { Array($0[place..<place + plane.bytesPerPixel]) }
    }
}
