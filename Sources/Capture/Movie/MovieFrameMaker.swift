import Foundation
import MediaFiles
import MetadataOutput

/// A frame as it is in a movie.
struct MovieFrame: Sendable {
    var bytes: [UInt8]
    /// In pixels.
    var width: Int
    var height: Int
    /// When it was taken.
    var time: Duration
}

/// Makes frames of movies of the pictures that come from cameras.
struct MovieFrameMaker: Sendable {
    private let stills: any StillMaker
    private let quality: Int

    /// - Parameter quality: Of what is encoded here, as libjpeg counts it.
    init(_ stills: any StillMaker, quality: Int) {
        (self.stills, self.quality) = (stills, quality)
    }

    /// Makes a frame: of a camera's JPEG with not a bit of the picture changed, unless something is to be hidden or cut.
    ///
    /// - Throws: ``CaptureError/Code/decodeFailed`` if the picture is damaged, ``CaptureError/Code/unsupported`` if nothing
    ///   can be made of the camera's format.
    func frame(of buffer: CaptureBuffer) throws(CaptureError) -> MovieFrame {
        guard let shown = buffer.contents.shown, let source = shown.stillSource else {
            throw CaptureError(.unsupported, "nothing can be recorded of the camera's pictures")
        }
        let isWhole = buffer.zoom.part == CGRect(x: 0, y: 0, width: 1, height: 1)
        var bytes = shown.bytes
        if case .jpeg = source, isWhole, buffer.hiddenRegions.isEmpty {
            // It is one already.
        } else {
            var request = StillRequest(source, views: [StillView(quality: quality)])
            (request.part, request.hidden) = (buffer.zoom.part, buffer.hiddenRegions)
            do throws(PayloadError) {
                bytes = try stills.stills(request).stills.first?.bytes ?? []
            } catch {
                throw CaptureError(.decodeFailed, error.message)
            }
        }
        guard let file = JPEGFile(bytes) else {
            throw CaptureError(.decodeFailed, "the camera's picture is damaged")
        }
        return MovieFrame(bytes: file.frame, width: file.width, height: file.height, time: buffer.time)
    }
}
