/// A track's samples in one fragment.
struct FragmentPiece {
    let track: MovieTrack
    let samples: [MovieSample]
    /// In ticks.
    let durations: [UInt32]

    init(track: MovieTrack, samples: [MovieSample], _ durations: [UInt32]) {
        (self.track, self.samples, self.durations) = (track, samples, durations)
    }

    /// Of its samples.
    var byteCount: Int { samples.reduce(0) { $0 + $1.bytes.count } }

    /// What the index of the whole file says of it.
    func chunk(at offset: Int) -> SampleIndex.Chunk {
        SampleIndex.Chunk(
            offset: offset, sizes: samples.map { UInt32($0.bytes.count) }, durations: durations,
            delays: isReordered ? samples.map { UInt32(clamping: $0.delay) } : [],
            dependent: samples.indices.filter { !samples[$0].isKeyFrame })
    }

    /// Whether samples are shown in another order than they have here.
    private var isReordered: Bool { samples.contains { $0.delay != 0 } }

    /// What systems write in one go, in bytes.
    private static let pageSize = 4096

    /// Puts pieces together: what says where samples are, and the samples.
    ///
    /// What says where samples are lies within one page of the file, if it fits: FFmpeg refuses a whole movie that ends
    /// within such a box, and where writing is broken off, files end with a page.
    ///
    /// - Parameter start: Where in the file the fragment will be.
    /// - Returns: The bytes, and where each piece's first sample begins in them.
    static func fragment(
        _ pieces: [FragmentPiece], number: UInt32, at start: Int
    ) -> (bytes: [UInt8], offsets: [Int]) {
        let header = header(pieces, number: number)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pieces.reduce(header.count + 2 * pageSize) { $0 + $1.byteCount })
        var gap = pageSize - start % pageSize
        if header.count > gap, header.count <= pageSize {
            // A box has eight bytes at least.
            if gap < 8 { gap += pageSize }
            bytes.appendBox("free") { $0.append(zeros: gap - 8) }
        }
        bytes += header
        var offsets: [Int] = []
        bytes.appendBox("mdat") { box in
            for piece in pieces {
                offsets.append(box.count)
                for sample in piece.samples { box += sample.bytes }
            }
        }
        return (bytes, offsets)
    }

    /// What says where the samples are that follow.
    private static func header(_ pieces: [FragmentPiece], number: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        var places: [Int] = []
        bytes.appendBox("moof") { box in
            box.appendBox("mfhd", version: 0) { $0.append32(number) }
            for piece in pieces { places.append(piece.append(to: &box)) }
        }
        var offset = bytes.count + 8
        for (piece, place) in zip(pieces, places) {
            bytes.put32(offset, at: place)
            offset += piece.byteCount
        }
        return bytes
    }

    /// Appends the box that says where the samples are.
    ///
    /// - Returns: Where the offset of their data is to be written.
    private func append(to fragment: inout [UInt8]) -> Int {
        var place = 0
        fragment.appendBox("traf") { box in
            // Offsets count from the moof's beginning.
            box.appendBox("tfhd", version: 0, flags: 0x02_0000) { $0.append32(track.rawValue) }
            box.appendBox("tfdt", version: 1) { $0.append64(samples[0].time) }
            // The data's offset; of each sample its duration, size, flags and, where there is one, its delay.
            box.appendBox("trun", version: 0, flags: isReordered ? 0x000f01 : 0x000701) { box in
                box.append32(samples.count)
                place = box.count
                box.append32(0)
                for (sample, duration) in zip(samples, durations) {
                    box.append32(duration)
                    box.append32(sample.bytes.count)
                    box.append32(sample.isKeyFrame ? Self.alone : Self.dependent)
                    if isReordered { box.append32(sample.delay) }
                }
            }
        }
        return place
    }

    /// Flags of a sample that depends on no other, and of one that does.
    static let alone: UInt32 = 0x0200_0000
    private static let dependent: UInt32 = 0x0101_0000
}
