/// What a movie file says before its first frame.
package struct MovieDescription: Sendable {
    /// Ticks a second of all times in movies.
    package static let timescale = 90_000

    /// Which of two kinds of file, which differ in little.
    package enum Container: Sendable {
        case mp4, quickTime
    }

    /// How frames are encoded.
    package enum Codec: Sendable, Equatable {
        /// JPEGs with Huffman tables.
        case motionJPEG
        case h264(H264Parameters)
    }

    /// How frames have to be turned to be seen upright, clockwise, in degrees.
    package enum Rotation: Int, Sendable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    package var container: Container
    package var codec: Codec
    /// Of the frames as they are stored, in pixels.
    package var width: Int
    package var height: Int
    package var rotation = Rotation.none
    /// Whether frames are to be mirrored left to right after they were turned.
    package var isMirrored = false
    /// How fast the movie goes; of another than 1 the file says how many frames a second were taken.
    package var playbackRate = 1.0
    /// How long its beginning is that is not shown, because it is there only for frames that need others, in ticks.
    package var unseenDuration = 0
    /// How long it is shown at most, in ticks: frames that are sent before others which are shown earlier may end later. Default nil for
    /// all of it.
    package var mostShownDuration: Int?
    /// Seconds since 1970.
    package var creationTime = 0
    /// What it says of itself.
    package var texts: [MovieText: String] = [:]
    /// The type of what is said of frames, such as `application/json`; nil if nothing is.
    package var metadataType: String?
    /// Whether there are texts for people.
    package var hasText = false
    /// What a photo and the movie around it have in common, Apple's way; nil of a movie alone.
    package var contentIdentifier: String?
    /// Whether there is a track that says when the photo within the movie was taken; QuickTime alone has such.
    package var hasStillImageTime = false

    /// Describes a movie of frames alone.
    package init(_ container: Container, _ codec: Codec = .motionJPEG, width: Int, height: Int) {
        (self.container, self.codec, self.width, self.height) = (container, codec, width, height)
    }

    /// Of the frames as they are shown, in pixels.
    var uprightSize: (width: Int, height: Int) {
        rotation == .quarter || rotation == .threeQuarters ? (height, width) : (width, height)
    }

    /// The tracks that it has.
    package var tracks: [MovieTrack] {
        [.video] + (metadataType == nil ? [] : [.metadata]) + (hasText ? [.text] : [])
            + (hasStillImageTime ? [.stillImageTime] : [])
    }
}

/// A track of a movie; the raw value is its number in the file.
package enum MovieTrack: Int, Sendable, CaseIterable {
    case video = 1
    /// What is said of frames, for programs.
    case metadata = 2
    /// Texts that players show.
    case text = 3
    /// When a photo was taken.
    case stillImageTime = 4
}

/// A frame, or what is said of one, or a text.
package struct MovieSample: Sendable {
    package var bytes: [UInt8]
    /// When it begins, in ticks since the movie's beginning. It lasts until the next one of its track.
    package var time: Int
    /// How much later than that it is shown, in ticks, where frames are not in the order in which they are shown.
    package var delay = 0
    /// Whether it needs no other to be decoded.
    package var isKeyFrame = true

    package init(_ bytes: [UInt8], time: Int, delay: Int = 0, isKeyFrame: Bool = true) {
        (self.bytes, self.time, self.delay, self.isKeyFrame) = (bytes, time, delay, isKeyFrame)
    }

    /// The moment of a photo, in Apple's way.
    package static func stillImage(at time: Int) -> MovieSample {
        var bytes: [UInt8] = []
        // Of the first key, -1: what it says is when it is.
        for number in [9, 1] { bytes.append32(number) }
        bytes.append(0xff)
        return MovieSample(bytes, time: time)
    }

    /// A text for people. An empty one ends the one before.
    package init(text: String, time: Int) {
        // Its length has 16 bits; characters stay whole.
        var end = text.startIndex
        var count = 0
        while end < text.endIndex, count + text[end].utf8.count <= Int(UInt16.max) {
            count += text[end].utf8.count
            end = text.index(after: end)
        }
        var bytes: [UInt8] = []
        bytes.append16(count)
        bytes += text[..<end].utf8
        self.init(bytes, time: time)
    }
}
