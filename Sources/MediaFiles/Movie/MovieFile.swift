/// A movie as the bytes of a file, which can be played wherever its writing is broken off.
///
/// While it is written it consists of fragments, each of which says where its samples are. In the end the index of an
/// ordinary movie follows, and one write over 16 bytes near the file's beginning makes all the rest one box of data:
///
/// ```
/// ftyp | moov (no samples) | moof mdat | moof mdat | …
/// ftyp | mdat                                      … | moov (all samples)
/// ```
///
/// Whoever writes appends what the functions here return, in this order: ``beginning``, fragments each of which is
/// ``commit(_:)``ted when it is in the file, ``index``, and then ``seal`` in its place.
package struct MovieFile: Sendable {
    package private(set) var description: MovieDescription
    private var indexes: [MovieTrack: SampleIndex] = [:]
    private var waiting: [MovieTrack: [MovieSample]] = [:]
    private var lastTimes: [MovieTrack: Int] = [:]
    private var sequenceNumber: UInt32 = 1
    /// Of what is in the file, the index left out.
    package private(set) var byteCount: Int

    /// What the file begins with.
    package let beginning: [UInt8]
    private let fileType: [UInt8]
    /// What the movie says of itself, in its index as at its beginning.
    private let metadataByteCount: Int

    /// Makes a movie without samples.
    package init(_ description: MovieDescription) {
        self.description = description
        fileType = Self.fileType(description)
        let header = MovieHeader(description)
        beginning = fileType + header.fragmented
        metadataByteCount = header.metadata(nil).count
        byteCount = beginning.count
    }

    /// Samples that were not handed out yet, in bytes.
    package private(set) var waitingByteCount = 0

    /// How long what is in the file lasts, in ticks.
    package var duration: Int { indexes[.video].map { ($0.start ?? 0) + $0.duration } ?? 0 }

    /// Frames that are in the file.
    package var frameCount: Int { indexes[.video]?.count ?? 0 }

    /// What ``index`` will need at most, in bytes.
    package var indexByteCount: Int {
        indexes.values.reduce(3072 + metadataByteCount) { $0 + $1.byteCount }
    }

    /// Takes a sample for the next fragments. Samples of a track come in the order of their times; one that does not is
    /// left out.
    package mutating func add(_ sample: MovieSample, to track: MovieTrack) {
        precondition(description.tracks.contains(track), "the movie has no such track")
        if let last = lastTimes[track], sample.time <= last { return }
        lastTimes[track] = sample.time
        waiting[track, default: []].append(sample)
        waitingByteCount += sample.bytes.count
    }

    // MARK: - Fragments

    /// A piece of the file.
    package struct Fragment: Sendable {
        package let bytes: [UInt8]
        fileprivate let chunks: [(track: MovieTrack, time: Int, chunk: SampleIndex.Chunk)]
    }

    /// Takes the samples that wait as a fragment; nil if there are none.
    ///
    /// The last sample of each track waits on, as nobody knows how long it lasts before the next one is there.
    ///
    /// - Parameter end: When all that waits ends, in ticks; for the last fragment.
    package mutating func takeFragment(endingAt end: Int? = nil) -> Fragment? {
        var pieces: [FragmentPiece] = []
        for track in description.tracks {
            let samples = waiting[track] ?? []
            let isLastKept = end == nil
            guard samples.count > (isLastKept ? 1 : 0) else { continue }
            let ends = samples.dropFirst().map(\.time) + (end.map { [$0] } ?? [])
            let durations = zip(samples, ends).map { sample, end in UInt32(clamping: end - sample.time) }
            pieces.append(
                FragmentPiece(track: track, samples: Array(samples.prefix(durations.count)), durations))
            waiting[track] = isLastKept ? samples.suffix(1) : []
            waitingByteCount -= pieces.last?.byteCount ?? 0
        }
        guard !pieces.isEmpty else { return nil }
        defer { sequenceNumber += 1 }
        let (bytes, offsets) = FragmentPiece.fragment(pieces, number: sequenceNumber, at: byteCount)
        return Fragment(
            bytes: bytes,
            chunks: zip(pieces, offsets).map { piece, offset in
                (piece.track, piece.samples[0].time, piece.chunk(at: byteCount + offset))
            })
    }

    /// Says that a fragment is in the file, behind all that were committed before.
    package mutating func commit(_ fragment: Fragment) {
        for (track, time, chunk) in fragment.chunks {
            indexes[track, default: SampleIndex()].add(chunk, from: time)
        }
        byteCount += fragment.bytes.count
    }

    // MARK: - The end

    /// Has no more of it shown than this, in ticks.
    package mutating func limitShown(to duration: Int) { description.mostShownDuration = duration }

    /// What comes behind the last fragment.
    package var index: [UInt8] { MovieHeader(description).whole(indexes) }

    /// What is written over the file's bytes once the index is there: one write within a disk's first sector.
    package var seal: (bytes: [UInt8], offset: Int) {
        var bytes: [UInt8] = []
        // The size follows, in 64 bits.
        bytes.append32(1)
        bytes.append(code: "mdat")
        bytes.append64(byteCount - fileType.count)
        return (bytes, fileType.count)
    }

    private static func fileType(_ description: MovieDescription) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBox("ftyp") { box in
            switch description.container {
            case .mp4:
                box.append(code: "isom")
                box.append32(0x200)
                for brand: StaticString in ["isom", "iso6", "mp41"] { box.append(code: brand) }
            case .quickTime:
                box.append(code: "qt  ")
                box.append32(0x200)
                box.append(code: "qt  ")
            }
        }
        return bytes
    }
}
