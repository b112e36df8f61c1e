import Foundation
import Testing

@testable import MediaFiles

/// Movies as FFmpeg and ExifTool see them.
@Suite struct MovieFileTests {
    private func description(_ container: MovieDescription.Container) -> MovieDescription {
        var description = MovieDescription(
            container, .motionJPEG, width: MadeMovie.width, height: MadeMovie.height)
        description.creationTime = 1_795_000_000
        return description
    }

    private func described(_ container: MovieDescription.Container) -> MovieDescription {
        var description = description(container)
        description.metadataType = "application/json"
        description.hasText = true
        return description
    }

    @Test(arguments: [("mp4", MovieDescription.Container.mp4), ("mov", .quickTime)])
    func aFinishedMovieHasAllFramesAtTheirTimes(
        _ suffix: String, _ container: MovieDescription.Container
    ) throws {
        let movie = try MadeMovie(description(container), frameCount: 95).finished
        let stream = try #require(try FFmpeg.streams(movie, suffix).first)
        #expect(stream["codec_name"] as? String == "mjpeg")
        #expect(stream["nb_frames"] as? String == "95" && stream["nb_read_packets"] as? String == "95")
        #expect(stream["duration_ts"] as? Int == MadeMovie.time(of: 95))
        let times = try FFmpeg.times(movie, suffix)
        #expect(times.map(\.time) == (0..<95).map(MadeMovie.time))
        #expect(times.map(\.duration) == (0..<95).map { MadeMovie.time(of: $0 + 1) - MadeMovie.time(of: $0) })
        // An ordinary movie: two boxes behind the first, nothing of fragments.
        #expect(boxes(movie) == ["ftyp", "mdat", "moov"])
        try ExifTool.expectValid(movie, suffix)
        let tags = try ExifTool.tags(movie, suffix)
        #expect(tags["CreateDate"] as? String == "2026:11:18 11:06:40")
    }

    @Test(arguments: [("mp4", MovieDescription.Container.mp4), ("mov", .quickTime)])
    func theUnfinishedMovieHasThemToo(_ suffix: String, _ container: MovieDescription.Container) throws {
        let made = try MadeMovie(description(container), frameCount: 40)
        for bytes in [made.bytes, made.indexed] {
            #expect(try FFmpeg.times(bytes, suffix).map(\.time) == (0..<40).map(MadeMovie.time))
        }
        #expect(boxes(made.bytes).prefix(4) == ["ftyp", "moov", "moof", "mdat"])
    }

    @Test(arguments: [("mp4", MovieDescription.Container.mp4), ("mov", .quickTime)])
    func whatIsSaidOfFramesComesBackByteForByte(
        _ suffix: String, _ container: MovieDescription.Container
    ) throws {
        let made = try MadeMovie(described(container), frameCount: 95)
        let records = stride(from: 0, to: 95, by: 2).map(MadeMovie.record).joined()
        for bytes in [made.finished, made.bytes] {
            let data = try FFmpeg.run(
                "ffmpeg", bytes, suffix, ["-i", "MOVIE", "-map", "0:d", "-c", "copy", "-f", "data", "-"])
            #expect(String(decoding: data, as: UTF8.self) == records)
        }
        let times = try FFmpeg.times(made.finished, suffix, stream: "d").map(\.time)
        #expect(times == stride(from: 0, to: 95, by: 2).map(MadeMovie.time))
        let texts = try FFmpeg.run(
            "ffmpeg", made.finished, suffix, ["-i", "MOVIE", "-map", "0:s", "-f", "srt", "-"])
        let lines = String(decoding: texts, as: UTF8.self).split(separator: "\n")
        #expect(
            lines.filter { $0.contains("-->") } == [
                "00:00:00,000 --> 00:00:01,000", "00:00:02,000 --> 00:00:03,000",
            ])
        #expect(lines.filter { $0.contains("Badge") }.count == 2 && lines[2].contains("Badge 0"))
        #expect(try FFmpeg.streams(made.finished, suffix).count == 3)
    }

    /// What begins later than the frames is at its time.
    @Test func tracksBeginWhenTheyBegin() throws {
        var movie = MovieFile(described(.mp4))
        var bytes = movie.beginning
        let picture = try MadeMovie.frame(0)
        for frame in 0..<30 { movie.add(MovieSample(picture, time: frame * 3_000), to: .video) }
        movie.add(MovieSample(Array("{}".utf8), time: 45_000), to: .metadata)
        let taken = movie.takeFragment(endingAt: 90_000)
        let fragment = try #require(taken)
        bytes += fragment.bytes
        movie.commit(fragment)
        let seal = movie.seal
        var finished = bytes + movie.index
        finished.replaceSubrange(seal.offset..<seal.offset + seal.bytes.count, with: seal.bytes)
        for bytes in [bytes, finished] {
            #expect(try FFmpeg.times(bytes, stream: "d").first?.time == 45_000)
        }
        // Nobody has said a text: there is no such track in the end.
        #expect(try FFmpeg.streams(finished).count == 2)
    }

    /// The bright quarter is where a viewer has to see it.
    @Test(arguments: [
        (MovieDescription.Rotation.none, false, 0), (.quarter, false, 1), (.half, false, 3),
        (.threeQuarters, false, 2), (.none, true, 1), (.quarter, true, 0), (.half, true, 2),
        (.threeQuarters, true, 3),
    ])
    func framesAreShownUpright(_ rotation: MovieDescription.Rotation, _ isMirrored: Bool, _ quarter: Int)
        throws
    {
        var description = description(.mp4)
        (description.rotation, description.isMirrored) = (rotation, isMirrored)
        let luma = try FFmpeg.shownLuma(MadeMovie(description, frameCount: 3).finished)
        try #require(luma.count == MadeMovie.width * MadeMovie.height)
        let isOnItsSide = rotation == .quarter || rotation == .threeQuarters
        let width = isOnItsSide ? MadeMovie.height : MadeMovie.width
        let height = luma.count / width
        let bright = (0..<4).filter { place in
            let (row, column) = (height / 4 + place / 2 * (height / 2), width / 4 + place % 2 * (width / 2))
            return luma[row * width + column] > 150
        }
        #expect(bright == [quarter])
    }

    @Test(arguments: [("mp4", MovieDescription.Container.mp4), ("mov", .quickTime)])
    func othersReadWhatAMovieSaysOfItself(
        _ suffix: String, _ container: MovieDescription.Container
    ) throws {
        var description = described(container)
        description.texts = [
            .title: "Tür \u{1f6aa}", .description: "Who came", .author: "Ada", .copyright: "None",
            .creationDate: "2026-11-24T03:02:04+0100", .location: "+48.1374+011.5755+519/", .make: "Maker",
            .model: "Camera", .software: "scanwatch",
        ]
        let made = try MadeMovie(description, frameCount: 40)
        try ExifTool.expectValid(made.finished, suffix)
        for bytes in [made.finished, made.bytes] {
            let tags = try FFmpeg.tags(bytes, suffix)
            #expect(tags["title"] == "Tür \u{1f6aa}" && tags["date"] == "2026-11-24T03:02:04+0100")
            #expect(tags["artist"] == "Ada" && tags["comment"] == "Who came" && tags["copyright"] == "None")
            #expect(tags["make"] == "Maker" && tags["model"] == "Camera")
            #expect(tags["location"] == "+48.1374+011.5755+519/")
            #expect(tags["com.apple.quicktime.software"] == "scanwatch")
            for group in ["Keys", "UserData"] {
                let tags = try ExifTool.tags(bytes, suffix, "-\(group):all")
                #expect(tags["Title"] as? String == "Tür \u{1f6aa}", "\(group)")
                #expect(tags["Make"] as? String == "Maker" && tags["Model"] as? String == "Camera")
                #expect(tags["GPSCoordinates"] as? String == "48.1374 11.5755 519")
                #expect(tags["Copyright"] as? String == "None")
                let (author, words) = group == "Keys" ? ("Author", "Description") : ("Artist", "Comment")
                #expect(tags[author] as? String == "Ada" && tags[words] as? String == "Who came")
            }
            let keys = try ExifTool.tags(bytes, suffix, "-Keys:all")
            #expect(keys["CreationDate"] as? String == "2026:11:24 03:02:04+01:00")
            #expect(keys["Software"] as? String == "scanwatch")
        }
    }

    @Test func whatAMovieSaysOfItselfIsBounded() throws {
        var description = description(.mp4)
        // Of four bytes each, and of more characters than a text may have.
        let long = String(repeating: "\u{1f6aa}", count: 2_000)
        description.texts = Dictionary(uniqueKeysWithValues: MovieText.allCases.map { ($0, long) })
        description.texts[.author] = ""
        let made = try MadeMovie(description, frameCount: 12)
        #expect(try FFmpeg.tags(made.finished)["title"] == String(long.prefix(1000)))
        #expect(try FFmpeg.tags(made.finished)["artist"] == nil)
        #expect(try FFmpeg.frameCount(made.finished) == 12)
        var movie = MovieFile(description)
        movie.add(MovieSample([1], time: 0), to: .video)
        let fragment = movie.takeFragment(endingAt: 3_000)
        movie.commit(try #require(fragment))
        #expect((movie.index.count...movie.index.count + 8_192).contains(movie.indexByteCount))
    }

    @Test func datesAreQuickTimes() {
        let date = MovieText.date(Date(timeIntervalSince1970: 1_795_000_000))
        #expect(date.wholeMatch(of: /2026-11-1[789]T\d\d:\d\d:40[+-]\d{4}/) != nil, "\(date)")
    }

    // MARK: - Broken off

    @Test func aMovieThatIsCutKeepsItsWholeFragments() throws {
        let made = try MadeMovie(described(.mp4), frameCount: 95)
        let end = made.bytes.count
        func check(_ cut: Int, isZeroed: Bool, _ options: [String]) throws {
            let left = Array(made.bytes.prefix(cut))
            let bytes = isZeroed ? left + [UInt8](repeating: 0, count: end - cut) : left
            let count = try FFmpeg.frameCount(bytes, "mp4", options)
            #expect(count >= made.frameCount(in: cut), "cut at \(cut), zeroed \(isZeroed)")
        }
        // As files end where writing is broken off.
        for cut in stride(from: 4096, to: end, by: 4096) {
            try check(cut, isZeroed: cut.isMultiple(of: 8192), [])
        }
        // Anywhere, for readers that do not look at all of it at first.
        var random = SystemRandomNumberGenerator()
        for turn in 0..<20 {
            try check(
                Int.random(in: 0...end, using: &random), isZeroed: turn.isMultiple(of: 2),
                ["-fflags", "+ignidx"])
        }
        // Within the index, and before the seal.
        for _ in 0..<6 {
            let cut = Int.random(in: end...made.indexed.count, using: &random)
            #expect(try FFmpeg.frameCount(Array(made.indexed.prefix(cut))) == 95, "cut at \(cut)")
        }
    }

    /// FFmpeg refuses a movie that ends within such a box.
    @Test func whatSaysWhereSamplesAreIsWithinOnePage() throws {
        let made = try MadeMovie(described(.mp4), frameCount: 300)
        var place = 0
        var (fragments, gaps) = (0, 0)
        while place < made.bytes.count {
            let size = made.bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            switch String(decoding: made.bytes[place + 4..<place + 8], as: UTF8.self) {
            case "moof":
                fragments += 1
                #expect(place / 4096 == (place + size - 1) / 4096)
            case "free": gaps += 1
            default: break
            }
            place += size
        }
        #expect(fragments == 31 && gaps > 0)
    }

    // MARK: - What the index costs

    @Test func theIndexIsAsLargeAsItWasSaidToBe() throws {
        var movie = MovieFile(described(.mp4))
        for frame in 0..<3_000 {
            movie.add(MovieSample([1], time: MadeMovie.time(of: frame)), to: .video)
            movie.add(MovieSample([2], time: MadeMovie.time(of: frame)), to: .metadata)
            guard frame % 15 == 14 else { continue }
            let fragment = movie.takeFragment()
            movie.commit(try #require(fragment))
        }
        #expect((movie.index.count...movie.index.count + 8_192).contains(movie.indexByteCount))
        #expect(movie.indexByteCount < 3_000 * 2 * 24)
        #expect(movie.frameCount == 2_999)
        #expect(movie.duration == MadeMovie.time(of: 2_999))
    }

    @Test func samplesOutOfOrderAreLeftOut() throws {
        var movie = MovieFile(description(.mp4))
        for time in [0, 3_000, 3_000, 2_000, 6_000] { movie.add(MovieSample([1], time: time), to: .video) }
        let fragment = movie.takeFragment(endingAt: 9_000)
        movie.commit(try #require(fragment))
        #expect(movie.frameCount == 3)
        #expect(movie.duration == 9_000)
        let empty = movie.takeFragment(endingAt: 9_000)
        #expect(empty?.bytes == nil)
        // Nor does one that is older than what is in the file already.
        movie.add(MovieSample([1], time: 6_000), to: .video)
        let late = movie.takeFragment(endingAt: 12_000)
        #expect(late?.bytes == nil)
    }

    @Test func longTextsAreCutAtACharacter() {
        let sample = MovieSample(text: String(repeating: "ü", count: 40_000), time: 0)
        #expect(sample.bytes.count == 2 + 65_534)
        #expect(sample.bytes.prefix(2) == [0xff, 0xfe])
    }

    /// The types of a file's boxes.
    private func boxes(_ file: [UInt8]) -> [String] {
        func number(_ place: Int, _ count: Int) -> Int {
            file[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
        }
        var types: [String] = []
        var place = 0
        while place + 8 <= file.count {
            types.append(String(decoding: file[place + 4..<place + 8], as: UTF8.self))
            let size = number(place, 4)
            place += size == 1 ? number(place + 8, 8) : max(8, size)
        }
        #expect(place == file.count)
        return types
    }
}
