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
    /// JPEGs between the frame before and this one that were damaged, or said to have another size than all others.
    var leftOutBefore = 0

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
}
