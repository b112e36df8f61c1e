import Foundation
import Testing

@testable import MediaFiles

@Suite struct H264Tests {
    @Test func unitsAreFoundBetweenStartCodes() throws {
        let bytes: [UInt8] =
            [0, 0, 0, 1, 9, 0x10, 0, 0, 0, 1, 0x67, 66, 0xc0, 30, 5, 0, 0, 1, 0x68, 0xce, 6]
            + [0, 0, 1, 0x65, 1, 0, 0, 3, 1, 2, 0, 0]
        let units = H264Units(bytes)
        #expect(units.isKeyFrame)
        // Of it only the picture is in each frame, after its length.
        #expect(units.sample == [0, 0, 0, 7, 0x65, 1, 0, 0, 3, 1, 2])
        var parameters = H264Parameters()
        parameters.take(units)
        #expect(parameters.sequence == [0x67, 66, 0xc0, 30, 5])
        #expect(parameters.pictures == [[0x68, 0xce, 6]])
        #expect(!H264Units([0, 0, 1, 0x41, 1]).isKeyFrame)
        #expect(parameters.areComplete && H264Units([0, 0, 1]).sample.isEmpty)
        // Sets come one by one, too, and one alone changes only itself.
        let sequence = parameters.sequence
        parameters.take(H264Units([0, 0, 1, 0x68, 1, 0, 0, 1, 0x68, 0x44]))
        #expect(parameters.sequence == sequence && parameters.pictures == [[0x68, 1], [0x68, 0x44]])
        var short = H264Parameters()
        short.take(H264Units([0, 0, 1, 0x67, 66, 0, 0, 0, 0, 1, 0x68, 1]))
        #expect(short.pictures == [[0x68, 1]] && !short.areComplete)
        #expect(!H264Units([0, 0, 1, 0x68, 1]).hasPicture && H264Units([0, 0, 1, 0x41, 1]).hasPicture)
    }

    /// What FFmpeg wrote as a stream, put into a movie, is decoded as it was.
    @Test func aStreamBecomesAMovie() throws {
        let source = try MadeMovie(
            MovieDescription(.mp4, .motionJPEG, width: MadeMovie.width, height: MadeMovie.height),
            frameCount: 30)
        let stream = [UInt8](
            try FFmpeg.run(
                "ffmpeg", source.finished, "mp4",
                [
                    "-i", "MOVIE", "-c:v", "libx264", "-g", "10", "-sc_threshold", "0", "-bf", "0", "-aud",
                    "1", "-slices", "1",
                ]
                    + ["-pix_fmt", "yuv420p", "-f", "h264", "-"]))
        let frames = split(stream)
        try #require(frames.count == 30)
        var parameters = H264Parameters()
        parameters.take(H264Units(frames[0]))
        let description = MovieDescription(
            .mp4, .h264(parameters), width: MadeMovie.width, height: MadeMovie.height)
        let movie = try MadeMovie(
            description, frameCount: 30, frames: frames.map { H264Units($0).sample })
        for bytes in [movie.finished, movie.bytes] {
            let info = try #require(try FFmpeg.streams(bytes).first)
            #expect(info["codec_name"] as? String == "h264")
            #expect(info["nb_read_packets"] as? String == "30")
            let luma = try FFmpeg.run(
                "ffmpeg", bytes, "mp4", ["-i", "MOVIE", "-pix_fmt", "gray", "-f", "rawvideo", "-"])
            #expect(luma.count == 30 * MadeMovie.width * MadeMovie.height)
        }
        let flags = try FFmpeg.run(
            "ffprobe", movie.finished, "mp4", ["-show_entries", "packet=flags", "-of", "csv=p=0", "MOVIE"])
        let keys = String(decoding: flags, as: UTF8.self).split(separator: "\n").map { $0.first == "K" }
        #expect(keys == (0..<30).map { $0.isMultiple(of: 10) })
    }

    /// Frames that come before others which are shown earlier, while the movie is recorded and in the end. The first one's delay is not
    /// shown.
    @Test func framesAreShownInTheirOrder() throws {
        var description = MovieDescription(.mp4, width: MadeMovie.width, height: MadeMovie.height)
        description.unseenDuration = 3000
        var movie = MovieFile(description)
        let delays = [3000, 9000, 0, 0, 9000, 0, 0, 3000]
        for (number, delay) in delays.enumerated() {
            movie.add(
                MovieSample(try MadeMovie.frame(number), time: 3000 * number, delay: delay), to: .video)
        }
        var bytes = movie.beginning
        for end in [nil, 3000 * delays.count] {
            let taken = movie.takeFragment(endingAt: end)
            let fragment = try #require(taken)
            bytes += fragment.bytes
            movie.commit(fragment)
        }
        let unfinished = bytes
        bytes += movie.index
        bytes.replaceSubrange(
            movie.seal.offset..<movie.seal.offset + movie.seal.bytes.count, with: movie.seal.bytes)
        let shown = [0, 9000, 3000, 6000, 18000, 12000, 15000, 21000]
        #expect(try FFmpeg.times(unfinished).map(\.time) == shown)
        #expect(try FFmpeg.times(bytes).map(\.time) == shown)
        let info = try #require(try FFmpeg.streams(bytes).first)
        #expect(info["nb_frames"] as? String == "8" && info["duration_ts"] as? Int == 24000)
    }

    /// What is shown behind the end is there for what comes before it.
    @Test func nothingIsShownBehindALimit() throws {
        var description = MovieDescription(.mp4, width: MadeMovie.width, height: MadeMovie.height)
        description.unseenDuration = 3000
        var movie = MovieFile(description)
        for (number, delay) in [3000, 9000, 0, 0, 9000, 0].enumerated() {
            movie.add(
                MovieSample(
                    try MadeMovie.frame(number), time: 3000 * number, delay: delay, isKeyFrame: number == 0),
                to: .video)
        }
        let taken = movie.takeFragment(endingAt: 18_000)
        let fragment = try #require(taken)
        var bytes = movie.beginning + fragment.bytes
        movie.commit(fragment)
        movie.limitShown(to: 12_000)
        bytes += movie.index
        bytes.replaceSubrange(
            movie.seal.offset..<movie.seal.offset + movie.seal.bytes.count, with: movie.seal.bytes)
        let packets = try FFmpeg.run(
            "ffprobe", bytes, "mp4", ["-show_entries", "packet=pts,flags", "-of", "csv=p=0", "MOVIE"])
        // What is not shown is marked.
        let shown = String(decoding: packets, as: UTF8.self).split(separator: "\n").filter {
            !$0.contains("D")
        }
        #expect(
            shown.compactMap { $0.split(separator: ",").first.flatMap { Int($0) } }.sorted() == [
                0, 3000, 6000, 9000,
            ])
    }

    /// Frames, each of which begins with a delimiter.
    private func split(_ stream: [UInt8]) -> [[UInt8]] {
        let delimiter: [UInt8] = [0, 0, 0, 1, 9]
        let starts = stream.indices.filter { stream[$0...].starts(with: delimiter) }
        return zip(starts, starts.dropFirst() + [stream.count]).map { Array(stream[$0..<$1]) }
    }
}
