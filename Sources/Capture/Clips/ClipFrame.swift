import Foundation
import MediaFiles
import MetadataOutput

/// A frame that is kept for clips: as it came, with what is still to be done to it.
struct ClipFrame: Sendable {
    let movie: MovieFrame
    /// Space: 0…1 of the frame, origin top left. What part of it is meant.
    let part: CGRect
    /// What nobody is to see of that part.
    let hidden: [HiddenRegion]

    /// A frame of which all is shown.
    init(_ movie: MovieFrame) {
        self.init(movie, part: CGRect(x: 0, y: 0, width: 1, height: 1), hidden: [])
    }

    private init(_ movie: MovieFrame, part: CGRect, hidden: [HiddenRegion]) {
        (self.movie, self.part, self.hidden) = (movie, part, hidden)
    }

    /// Keeps a camera's JPEG: nothing is encoded before a clip is made of it.
    ///
    /// - Returns: nil if it is damaged.
    init?(jpeg: [UInt8], of buffer: CaptureBuffer) {
        guard let file = JPEGFile(jpeg) else { return nil }
        self.init(
            MovieFrame(bytes: file.frame, width: file.width, height: file.height, time: buffer.time),
            part: buffer.zoom.part, hidden: buffer.hiddenRegions)
    }

    var time: Duration { movie.time }
    var isKeyFrame: Bool { movie.isKeyFrame }
    var byteCount: Int { movie.bytes.count }

    /// Makes the frame as it is in a clip; one of which nothing is hidden or cut is as it came.
    ///
    /// - Parameters:
    ///   - faces: What else nobody is to see.
    ///   - quality: Of what is encoded anew, as libjpeg counts it.
    /// - Throws: ``CaptureError/Code/unsupported`` of H.264, ``CaptureError/Code/decodeFailed`` if it is damaged.
    func shown(
        hiding faces: [HiddenRegion], by stills: any StillMaker, quality: Int
    ) throws(CaptureError) -> MovieFrame {
        let hidden = hidden + faces
        let isWhole = part == CGRect(x: 0, y: 0, width: 1, height: 1)
        if isWhole && hidden.isEmpty { return movie }
        guard movie.codec == .motionJPEG else {
            throw CaptureError(.unsupported, "nothing can be hidden in a camera's H.264, or cut out of it")
        }
        var request = StillRequest(.jpeg(movie.bytes), views: [StillView(quality: quality)])
        (request.part, request.hidden) = (part, hidden)
        let made: [UInt8]
        do throws(PayloadError) {
            made = try stills.stills(request).stills.first?.bytes ?? []
        } catch {
            throw CaptureError(.decodeFailed, error.message)
        }
        guard let file = JPEGFile(made) else {
            throw CaptureError(.decodeFailed, "the camera's picture is damaged")
        }
        return MovieFrame(bytes: file.frame, width: file.width, height: file.height, time: time)
    }
}
