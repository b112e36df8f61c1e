public import MetadataOutput

/// Reads movies in other processes, one each, so that nothing a movie contains can stop this one.
public struct IsolatedMovieDecoder: MovieDecoder {
    private let pool: WorkerPool

    /// Makes a decoder that asks a pool for workers.
    public init(pool: WorkerPool) {
        self.pool = pool
    }

    /// Has a worker open a movie.
    ///
    /// - Throws: `PayloadError`, `.engineFailure` if no worker can be had.
    public func movie(
        at path: [UInt8], limits: DecodingLimits
    ) throws(PayloadError) -> any MovieReader {
        try movie(MovieFile(place: .path(path), limits: limits), of: nil)
    }

    /// Has a worker read what comes; it gets a descriptor by which nobody can write.
    ///
    /// - Throws: `PayloadError`, `.engineFailure` if no worker can be had, `.unreadable` of a socket.
    public func movie(
        from descriptor: Int32, limits: DecodingLimits
    ) throws(PayloadError) -> any MovieReader {
        let input = try MovieDescriptor(readingFrom: descriptor)
        return try movie(MovieFile(place: .descriptor(input.number), limits: limits), of: input)
    }

    private func movie(
        _ file: MovieFile, of input: MovieDescriptor?
    ) throws(PayloadError) -> any MovieReader {
        IsolatedMovie(
            pool: pool, worker: try OwnWorker(.movie(file), of: pool), input: input,
            mostPixels: min(file.limits.pixels, SharedArea.samples.count))
    }
}

/// A movie that a worker reads.
private final class IsolatedMovie: MovieReader {
    /// Far more than a worker takes on a busy machine before it says how far it has come.
    private static let deadline = Duration.seconds(20)

    private let pool: WorkerPool
    private let worker: OwnWorker
    /// What it comes from, where that is not a file.
    private let input: MovieDescriptor?
    private let mostPixels: Int

    init(pool: WorkerPool, worker: OwnWorker, input: MovieDescriptor?, mostPixels: Int) {
        (self.pool, self.worker) = (pool, worker)
        (self.input, self.mostPixels) = (input, mostPixels)
    }

    func nextFrame(from earliest: Duration) -> MovieReading {
        let request = MovieRequest(earliest: earliest, mostPixels: mostPixels)
        // As long as nothing comes the worker is not to blame.
        let outcome = worker.ask(
            .movie(request), deadline: Self.deadline, unless: { input?.isWaiting ?? false }
        ) { answer in
            switch answer {
            case .movie(.end), .movie(.failed): true
            default: false
            }
        }
        switch outcome {
        case .answer(.movie(let reading)): return reading
        case .refused(let error): return .failed(error)
        case .answer: preconditionFailure("an answer to another question is malformed")
        case .died(let death): return .failed(error(of: death))
        case nil: return .end
        }
    }

    /// A worker opens its movie while it starts: where one without a movie starts, the movie is to blame.
    private func error(of death: WorkerDeath) -> PayloadError {
        if death.isBeforeQuestion {
            do throws(WorkerError) { _ = try pool.describe() } catch { return error.payloadError }
        }
        return PayloadError(.engineFailure, "the reader of the movie: \(death.reason)")
    }
}
