import Decoders
import Foundation
import MetadataOutput

@testable import MediaFiles

/// A movie as a recorder would write it, in memory.
struct MadeMovie {
    /// As the file is while it is recorded.
    private(set) var bytes: [UInt8] = []
    /// Where fragments end, and how many frames there are up to there.
    private(set) var fragmentEnds: [(offset: Int, frames: Int)] = []
    /// With the index behind the last fragment.
    private(set) var indexed: [UInt8] = []
    /// Finished.
    private(set) var finished: [UInt8] = []

    static let (width, height) = (64, 48)
    /// The one at which a photo was taken, where the movie is around one.
    static let stillFrame = 45

    /// A frame of which the upper left quarter is bright.
    static func frame(_ number: Int) throws -> [UInt8] {
        let samples = (0..<height).flatMap { row in
            (0..<width).map { column in
                row < height / 2 && column < width / 2 ? UInt8(200) : UInt8(number % 16)
            }
        }
        let still = StillSamples(
            layout: .grey, width: width, height: height, bytesPerRow: width, bytes: samples)
        let made = try StandardStillMaker().stills(StillRequest(.samples(still), views: [StillView()]))
        return made.stills[0].bytes
    }

    /// Times of frames, a little off a thirtieth of a second.
    static func time(of frame: Int) -> Int { frame * 3_000 + (frame % 7) * 11 }

    /// What is said of a frame.
    static func record(of frame: Int) -> String { #"{"frame":\#(frame),"text":"Tür"}"# + "\n" }

    /// Makes one of so many frames, ten a fragment, with something said of every second frame and a text now and then
    /// where there are such tracks.
    init(_ description: MovieDescription, frameCount: Int, frames: [[UInt8]]? = nil) throws {
        var movie = MovieFile(description)
        bytes = movie.beginning
        let pictures = try frames ?? (0..<16).map(Self.frame)
        for frame in 0..<frameCount {
            let time = Self.time(of: frame)
            movie.add(
                MovieSample(
                    pictures[frame % pictures.count], time: time,
                    isKeyFrame: description.codec == .motionJPEG || frame.isMultiple(of: 10)), to: .video)
            if description.metadataType != nil, frame.isMultiple(of: 2) {
                movie.add(MovieSample(Array(Self.record(of: frame).utf8), time: time), to: .metadata)
            }
            if description.hasText, frame.isMultiple(of: 30) {
                let text = frame.isMultiple(of: 60) ? "Badge \(frame)" : ""
                movie.add(MovieSample(text: text, time: time), to: .text)
            }
            if description.hasStillImageTime, frame == Self.stillFrame {
                movie.add(.stillImage(at: time), to: .stillImageTime)
            }
            if frame % 10 == 9 { put(movie.takeFragment(), into: &movie) }
        }
        put(movie.takeFragment(endingAt: Self.time(of: frameCount)), into: &movie)
        indexed = bytes + movie.index
        finished = indexed
        let seal = movie.seal
        finished.replaceSubrange(seal.offset..<seal.offset + seal.bytes.count, with: seal.bytes)
    }

    private mutating func put(_ fragment: MovieFile.Fragment?, into movie: inout MovieFile) {
        guard let fragment else { return }
        bytes += fragment.bytes
        movie.commit(fragment)
        fragmentEnds.append((bytes.count, movie.frameCount))
    }

    /// Frames of the fragments that are whole in so many bytes.
    func frameCount(in byteCount: Int) -> Int {
        fragmentEnds.last { $0.offset <= byteCount }?.frames ?? 0
    }
}
