import Dispatch
import Foundation
import MetadataOutput
import Synchronization

/// The landmark predictor, read beside other work once it is first wanted.
final class LandmarkModel: Sendable {
    private enum State {
        case unasked
        case reading
        case read(Result<LandmarkPredictor, PayloadError>)
    }

    private let path: String
    private let state = Mutex(State.unasked)
    private let reading = DispatchGroup()

    init(path: String) {
        self.path = path
    }

    /// Starts reading on a thread of its own, if nobody did yet.
    func prepare() {
        state.withLock { state in
            guard case .unasked = state else { return }
            state = .reading
            DispatchQueue(label: "landmark model").async(group: reading) { [self] in
                let result: Result<LandmarkPredictor, PayloadError>
                do throws(PayloadError) {
                    result = .success(try LandmarkPredictor(path: path))
                } catch {
                    result = .failure(error)
                }
                self.state.withLock { $0 = .read(result) }
            }
        }
    }

    /// The predictor; waits until it is read.
    ///
    /// - Throws: ``PayloadError`` if it cannot be read; the same one each time.
    func predictor() throws(PayloadError) -> LandmarkPredictor {
        prepare()
        reading.wait()
        let result = state.withLock { state in
            guard case .read(let result) = state else { preconditionFailure("read without a result") }
            return result
        }
        return try result.get()
    }
}
