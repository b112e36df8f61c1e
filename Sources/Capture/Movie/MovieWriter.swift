import MediaFiles

/// Writes one movie file. Used by one thread.
struct MovieWriter {
    private var movie: MovieFile
    private let sink: any MovieSink
    private var waitingCount = 0

    /// Writes what the file begins with.
    ///
    /// - Throws: Why it cannot be written; the sink is closed then, and nothing of the file is left.
    init(_ description: MovieDescription, into sink: any MovieSink) throws(CaptureError) {
        movie = MovieFile(description)
        self.sink = sink
        do throws(CaptureError) {
            try sink.reserve(movie.byteCount + movie.indexByteCount)
            try sink.write(movie.beginning, at: 0)
            try sink.synchronize()
        } catch {
            sink.close(isKept: false)
            throw error
        }
    }

    var description: MovieDescription { movie.description }
    var indexByteCount: Int { movie.indexByteCount }
    /// Of what is in the file or waits for it.
    var byteCount: Int { movie.byteCount + movie.waitingByteCount }
    /// Of what waits for the next fragment.
    var waitingByteCount: Int { movie.waitingByteCount }
    /// Frames that are in the file.
    var frameCount: Int { movie.frameCount }
    /// How long what is in the file lasts, in ticks.
    var tickCount: Int { movie.duration }
    var freeByteCount: Int? { sink.freeByteCount }

    /// What the file would have at most, if it were finished after another frame.
    func finalByteCount(adding frameByteCount: Int) -> Int {
        // Two pages for what says where a fragment's samples are; each sample is named there and in the index.
        byteCount + frameByteCount + indexByteCount + 2 * 4096 + (waitingCount + 1) * 40
    }

    mutating func add(_ sample: MovieSample, to track: MovieTrack) {
        guard movie.description.tracks.contains(track) else { return }
        movie.add(sample, to: track)
        waitingCount += 1
    }

    /// Writes what waits, and returns when it is on the disk.
    ///
    /// - Parameter end: When all of it ends, in ticks; for the last fragment.
    /// - Throws: Why it cannot be; the file is as it was before.
    mutating func writeFragment(endingAt end: Int? = nil) throws(CaptureError) {
        guard let fragment = movie.takeFragment(endingAt: end) else { return }
        defer { waitingCount = 0 }
        // So that the index has room whatever happens.
        try sink.reserve(movie.byteCount + fragment.bytes.count + movie.indexByteCount + waitingCount * 40)
        do throws(CaptureError) {
            try sink.write(fragment.bytes, at: movie.byteCount)
            try sink.synchronize()
        } catch {
            sink.truncate(to: movie.byteCount)
            throw error
        }
        movie.commit(fragment)
    }

    /// Has no more of it shown than this, in ticks.
    mutating func limitShown(to duration: Int) { movie.limitShown(to: duration) }

    /// Makes it an ordinary movie of what is in it; without a frame there is no file then.
    ///
    /// - Returns: The file's size in bytes.
    /// - Throws: Why it is none; what is in it can be played all the same.
    func finish() throws(CaptureError) -> Int {
        let hasFrames = movie.frameCount > 0
        defer { sink.close(isKept: hasFrames) }
        guard hasFrames else { throw CaptureError(.noDataCaptured, "no frame was recorded") }
        let index = movie.index
        do throws(CaptureError) {
            try sink.write(index, at: movie.byteCount)
            try sink.synchronize()
        } catch {
            sink.truncate(to: movie.byteCount)
            throw error
        }
        // Room that was reserved goes back.
        sink.truncate(to: movie.byteCount + index.count)
        let seal = movie.seal
        try sink.write(seal.bytes, at: seal.offset)
        try sink.synchronize()
        return movie.byteCount + index.count
    }
}
