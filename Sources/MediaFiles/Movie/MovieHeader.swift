/// The box that says what a movie has: `moov`.
struct MovieHeader {
    private let description: MovieDescription

    init(_ description: MovieDescription) {
        self.description = description
    }

    /// For a file of fragments, each of which says where its samples are.
    var fragmented: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBox("moov") { box in
            appendMovie(to: &box, duration: 0)
            for track in description.tracks { append(track, to: &box, SampleIndex()) }
            box.appendBox("mvex") { box in
                for track in description.tracks {
                    box.appendBox("trex", version: 0) { box in
                        box.append32(track.rawValue)
                        box.append32(1)
                        box.append32(0)
                        box.append32(0)
                        box.append32(FragmentPiece.alone)
                    }
                }
            }
            box += metadata(nil)
        }
        return bytes
    }

    /// For a whole file. A track of which there are no samples is left out.
    func whole(_ indexes: [MovieTrack: SampleIndex]) -> [UInt8] {
        let tracks = description.tracks.compactMap { track in indexes[track].map { (track, $0) } }
        var bytes: [UInt8] = []
        bytes.appendBox("moov") { box in
            appendMovie(to: &box, duration: tracks.map { shownDuration($1) }.max() ?? 0)
            for (track, index) in tracks { append(track, to: &box, index) }
            box += metadata(indexes[.video])
        }
        return bytes
    }

    /// What the movie says of itself, the old way and the new one, as phones write it: programs know one or the other.
    ///
    /// - Parameter video: Nil while it is recorded.
    func metadata(_ video: SampleIndex?) -> [UInt8] {
        var bytes: [UInt8] = []
        description.texts.appendUserData(to: &bytes)
        KeyedMetadata.append(keyedMetadata(video), to: &bytes)
        return bytes
    }

    private func keyedMetadata(_ video: SampleIndex?) -> [(key: String, value: KeyedMetadata.Value)] {
        var values: [(String, KeyedMetadata.Value)] = []
        if let identifier = description.contentIdentifier {
            values.append(("com.apple.quicktime.content.identifier", .text(identifier)))
        }
        values += description.texts.said.map { ($0.what.names.key, .text($0.text)) }
        if description.playbackRate != 1, let video, video.duration > 0 {
            let seconds =
                Double(video.duration) / Double(MovieDescription.timescale) * description.playbackRate
            // Android's name for it, which programs for slow motion know.
            values.append(("com.android.capture.fps", .float(Float(Double(video.count) / seconds))))
        }
        return values
    }

    /// From 1904, where the times of movies begin.
    private var creationTime: Int { description.creationTime + 2_082_844_800 }

    private func appendMovie(to movie: inout [UInt8], duration: Int) {
        movie.appendBox("mvhd", version: 1) { box in
            box.append64(creationTime)
            box.append64(creationTime)
            box.append32(MovieDescription.timescale)
            box.append64(duration)
            // At its own rate, as loud as it is.
            box.append32(0x1_0000)
            box.append16(0x100)
            box.append(zeros: 10)
            MovieMatrix.identity.append(to: &box)
            box.append(zeros: 24)
            box.append32(MovieTrack.allCases.count + 1)
        }
    }

    private func append(_ track: MovieTrack, to movie: inout [UInt8], _ index: SampleIndex) {
        // Texts are upright however the frames are turned.
        let matrix = track == .video ? MovieMatrix(description) : .identity
        let size =
            switch track {
            case .video: (description.width, description.height)
            case .metadata, .stillImageTime: (0, 0)
            case .text: description.uprightSize
            }
        movie.appendBox("trak") { box in
            // It is on, and part of the movie.
            box.appendBox("tkhd", version: 1, flags: 3) { box in
                box.append64(creationTime)
                box.append64(creationTime)
                box.append32(track.rawValue)
                box.append32(0)
                box.append64(shownDuration(index))
                box.append(zeros: 8)
                // Texts are in front.
                box.append16(track == .text ? -1 : 0)
                // Of tracks that are subtitles one is shown.
                box.append16(track == .text ? 1 : 0)
                box.append32(0)
                matrix.append(to: &box)
                box.append32(size.0 << 16)
                box.append32(size.1 << 16)
            }
            let edits = edits(index)
            if !edits.isEmpty {
                box.appendBox("edts") { box in
                    box.appendBox("elst", version: 1) { box in
                        box.append32(edits.count)
                        for (duration, time) in edits {
                            box.append64(duration)
                            box.append64(time)
                            box.append32(0x1_0000)
                        }
                    }
                }
            }
            if track == .metadata || track == .stillImageTime {
                box.appendBox("tref") { $0.appendBox("cdsc") { $0.append32(MovieTrack.video.rawValue) } }
            }
            appendMedia(track, to: &box, index)
        }
    }

    /// How long a track is shown, with what comes before it.
    private func shownDuration(_ index: SampleIndex) -> Int {
        let all = (index.start ?? 0) + index.shownDuration - description.unseenDuration
        return max(0, min(all, description.mostShownDuration ?? .max))
    }

    /// What of a track is shown, one after the other: how long, and from which of its own times on, of which -1 is nothing.
    /// Empty for all of it from the beginning on.
    private func edits(_ index: SampleIndex) -> [(duration: Int, time: Int)] {
        guard let start = index.start else {
            // How long is not known yet: up to the end.
            return description.unseenDuration > 0 ? [(0, description.unseenDuration)] : []
        }
        let gap = start - description.unseenDuration
        if gap > 0 { return [(gap, -1), (index.shownDuration, 0)] }
        let shown = shownDuration(index)
        return gap < 0 || shown < index.shownDuration ? [(shown, -gap)] : []
    }

    private func appendMedia(_ track: MovieTrack, to box: inout [UInt8], _ index: SampleIndex) {
        box.appendBox("mdia") { box in
            box.appendBox("mdhd", version: 1) { box in
                box.append64(creationTime)
                box.append64(creationTime)
                box.append32(MovieDescription.timescale)
                box.append64(index.duration)
                // No language: "und".
                box.append16(0x55c4)
                box.append16(0)
            }
            switch track {
            case .video: appendHandler("vide", "Video", to: &box)
            case .metadata, .stillImageTime: appendHandler("meta", "Metadata", to: &box)
            case .text: appendHandler("sbtl", "Text", to: &box)
            }
            box.appendBox("minf") { box in
                appendMediaHeader(track, to: &box)
                box.appendBox("dinf") { box in
                    box.appendBox("dref", version: 0) { box in
                        box.append32(1)
                        // The data are in this file.
                        box.appendBox("url ", version: 0, flags: 1) { _ in }
                    }
                }
                box.appendBox("stbl") { box in
                    box.appendBox("stsd", version: 0) { box in
                        box.append32(1)
                        SampleDescription(description).append(track, to: &box)
                    }
                    index.append(to: &box)
                }
            }
        }
    }

    private func appendHandler(_ type: StaticString, _ name: String, to box: inout [UInt8]) {
        box.appendBox("hdlr", version: 0) { box in
            let isQuickTime = description.container == .quickTime
            isQuickTime ? box.append(code: "mhlr") : box.append32(0)
            box.append(code: type)
            box.append(zeros: 12)
            if isQuickTime {
                box.append(UInt8(name.utf8.count))
                box += name.utf8
            } else {
                box.append(ended: name)
            }
        }
    }

    private func appendMediaHeader(_ track: MovieTrack, to box: inout [UInt8]) {
        switch (track, description.container) {
        case (.video, _): box.appendBox("vmhd", version: 0, flags: 1) { $0.append(zeros: 8) }
        case (_, .mp4): box.appendBox("nmhd", version: 0) { _ in }
        case (_, .quickTime):
            box.appendBox("gmhd") { box in
                box.appendBox("gmin", version: 0) { box in
                    // Copied as it is, between black and white.
                    box.append16(0x40)
                    for _ in 0..<3 { box.append16(0x8000) }
                    box.append(zeros: 4)
                }
            }
        }
    }
}
