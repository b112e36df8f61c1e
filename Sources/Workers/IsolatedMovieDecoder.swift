public import MetadataOutput
import Synchronization

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
        do throws(WorkerError) {
            let worker = try pool.take(.movie(file))
            return IsolatedMovie(
                pool: pool, worker: worker, input: input,
                mostPixels: min(file.limits.pixels, SharedArea.samples.count))
        } catch {
            throw error.payloadError
        }
    }
}

/// A movie that a worker reads; the worker ends with it, and it ends with the worker.
private final class IsolatedMovie: MovieReader {
    /// Far more than a worker takes on a busy machine before it says how far it has come.
    private static let deadline = Duration.seconds(20)

    private let pool: WorkerPool
    /// What it comes from, where that is not a file.
    private let input: MovieDescriptor?
    private let mostPixels: Int
    private let worker: Mutex<WorkerProcess?>

    init(pool: WorkerPool, worker: WorkerProcess, input: MovieDescriptor?, mostPixels: Int) {
        self.pool = pool
        self.input = input
        self.mostPixels = mostPixels
        self.worker = Mutex(worker)
    }

    deinit { worker.withLock { end(&$0) } }

    func nextFrame(from earliest: Duration) -> MovieReading {
        worker.withLock { worker in
            guard let asked = worker else { return .end }
            let request = MovieRequest(earliest: earliest, mostPixels: mostPixels)
            // As long as nothing comes the worker is not to blame.
            let outcome = asked.ask(.movie(request), deadline: Self.deadline) { input?.isWaiting ?? false }
            switch outcome {
            case .answer(.movie(let reading)):
                switch reading {
                case .frame, .lost, .passed: break
                case .end, .failed: end(&worker)
                }
                return reading
            case .refused(let error):
                end(&worker)
                return .failed(error)
            case .answer: preconditionFailure("an answer to another question is malformed")
            case .died(let death):
                end(&worker, after: death)
                return .failed(error(of: death))
            }
        }
    }

    /// A worker opens its movie while it starts: where one without a movie starts, the movie is to blame.
    private func error(of death: WorkerDeath) -> PayloadError {
        if death.isBeforeQuestion {
            do throws(WorkerError) { _ = try pool.describe() } catch { return error.payloadError }
        }
        return PayloadError(.engineFailure, "the reader of the movie: \(death.reason)")
    }

    private func end(_ worker: inout WorkerProcess?, after death: WorkerDeath? = nil) {
        guard let ended = worker.take() else { return }
        ended.end()
        pool.put(ended, after: death)
    }
}
