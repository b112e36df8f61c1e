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
        do throws(WorkerError) {
            let worker = try pool.take(.movie(MovieFile(path: path, limits: limits)))
            return IsolatedMovie(
                pool: pool, worker: worker, mostPixels: min(limits.pixels, SharedArea.samples.count))
        } catch {
            throw PayloadError(.engineFailure, error.message)
        }
    }
}

/// A movie that a worker reads; the worker ends with it, and it ends with the worker.
private final class IsolatedMovie: MovieReader {
    /// Far more than the frames of a stride take on a busy machine.
    private static let deadline = Duration.seconds(20)
    /// The longest that is passed over for one question, so that what it takes is bounded.
    private static let stride = Duration.seconds(2)

    private let pool: WorkerPool
    private let mostPixels: Int
    private let state: Mutex<State>

    private struct State {
        var worker: WorkerProcess?
        /// When the last frame is shown.
        var time = Duration.zero
    }

    init(pool: WorkerPool, worker: WorkerProcess, mostPixels: Int) {
        self.pool = pool
        self.mostPixels = mostPixels
        state = Mutex(State(worker: worker))
    }

    deinit { state.withLock { end(&$0) } }

    func nextFrame(from earliest: Duration) -> MovieReading {
        state.withLock { state in
            while true {
                let reading = ask(from: min(earliest, state.time + Self.stride), &state)
                switch reading {
                case .frame(let frame, _): state.time = frame.time
                case .lost(_, _, let time): state.time = time
                case .end, .failed: return reading
                }
                if state.time >= earliest { return reading }
            }
        }
    }

    private func ask(from earliest: Duration, _ state: inout State) -> MovieReading {
        guard let worker = state.worker else { return .end }
        let request = MovieRequest(earliest: earliest, mostPixels: mostPixels)
        switch worker.ask(.movie(request), deadline: Self.deadline) {
        case .answer(.movie(let reading)):
            switch reading {
            case .frame, .lost: break
            case .end, .failed: end(&state)
            }
            return reading
        case .refused(let error):
            end(&state)
            return .failed(error)
        case .answer: preconditionFailure("an answer to another question is malformed")
        case .died(let death):
            end(&state, after: death)
            return .failed(PayloadError(.engineFailure, "the reader of the movie: \(death.reason)"))
        }
    }

    private func end(_ state: inout State, after death: WorkerDeath? = nil) {
        guard let worker = state.worker.take() else { return }
        worker.end()
        pool.put(worker, after: death)
    }
}
