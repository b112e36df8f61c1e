import MetadataOutput
import Synchronization

/// Encodes movies in another process, which it has for itself from the first frame on.
///
/// A worker that dies costs the frame that it had: the next one is a key frame by another.
final class IsolatedVideoEncoder: VideoEncoder {
    /// Far more than the largest picture takes on a busy machine.
    private static let deadline = Duration.seconds(20)

    private let pool: WorkerPool
    private let worker = Mutex<WorkerProcess?>(nil)

    /// Waits for a worker.
    ///
    /// - Returns: nil if it has no encoder.
    init?(pool: WorkerPool) {
        self.pool = pool
        guard let worker = try? pool.take(.video) else { return nil }
        do throws(WorkerDeath) {
            let description = try worker.describe()
            pool.put(worker)
            guard description.encodesVideo else { return nil }
        } catch {
            pool.put(worker, after: error)
            return nil
        }
    }

    deinit { if let worker = worker.withLock({ $0.take() }) { pool.put(worker) } }

    func frame(_ request: VideoRequest) throws(PayloadError) -> EncodedVideoFrame {
        var request = request
        let worker: WorkerProcess
        if let current = self.worker.withLock({ $0.take() }) {
            worker = current
        } else {
            do throws(WorkerError) {
                worker = try pool.take(.video)
            } catch {
                throw error.payloadError
            }
            // It may have encoded another movie.
            request.isKeyFrame = true
        }
        let outcome = worker.ask(.video(request), deadline: Self.deadline)
        if case .died(let death) = outcome {
            pool.put(worker, after: death)
            throw PayloadError(.engineFailure, death.reason)
        }
        if case .answer(.video) = outcome, worker.isGood {
            self.worker.withLock { $0 = worker }
        } else {
            pool.put(worker)
        }
        switch outcome {
        case .answer(.video(let frame)): return frame
        case .answer(.failed(let error)): throw error
        case .answer, .died: preconditionFailure("an answer to another question is malformed")
        case .refused(let error): throw error
        }
    }
}
