import Foundation
import MediaFiles
import MetadataOutput

/// Encodes the frames of one movie in H.264, one after the other, by a library.
struct MovieEncoder: Sendable {
    /// What a player has to decode at most to show a frame, and what a lost one costs.
    private static let keyFrameInterval = Duration.seconds(1)

    /// Why there is none.
    static let missing =
        "H.264 needs libopenh264 (Debian's package libopenh264-7), which cannot be opened, or an encoder of the machine's"

    private let encoder: any VideoEncoder
    private var parameters = H264Parameters()
    private var lastKeyFrame: Duration?
    private var tooLarge = TooLargePictures()

    /// Waits until it is clear whether there is an encoder.
    ///
    /// - Throws: ``CaptureError/Code/unsupported`` if there is none.
    init(_ stills: any StillMaker) throws(CaptureError) {
        guard let encoder = stills.makeVideoEncoder() else {
            throw CaptureError(.unsupported, Self.missing)
        }
        self.encoder = encoder
    }

    /// Something that was encoded is not in the movie.
    mutating func startAnew() { lastKeyFrame = nil }

    /// Encodes a picture.
    ///
    /// - Parameters:
    ///   - picture: With what is to be hidden of it; its views do not matter.
    ///   - time: When it was taken.
    /// - Throws: ``CaptureError/Code/decodeFailed`` if it is damaged, too large or the encoder failed,
    ///   ``CaptureError/Code/unsupported`` if it is one of so many that are too large that no others will come.
    mutating func frame(_ picture: StillRequest, at time: Duration) throws(CaptureError) -> MovieFrame {
        let isKeyFrame = lastKeyFrame.map { time - $0 >= Self.keyFrameInterval } ?? true
        let made: EncodedVideoFrame
        do throws(PayloadError) {
            made = try encoder.frame(VideoRequest(picture, isKeyFrame: isKeyFrame))
        } catch {
            startAnew()
            throw tooLarge.error(error)
        }
        tooLarge.noteFrame()
        let units = H264Units(made.bytes)
        parameters.take(units)
        guard units.hasPicture, parameters.areComplete, units.isKeyFrame || !isKeyFrame else {
            startAnew()
            throw CaptureError(.decodeFailed, "the encoder made no picture")
        }
        if units.isKeyFrame { lastKeyFrame = time }
        return MovieFrame(
            codec: .h264(parameters), bytes: units.sample, width: made.width, height: made.height, time: time,
            isKeyFrame: units.isKeyFrame)
    }
}
