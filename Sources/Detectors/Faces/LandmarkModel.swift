import Dispatch
import Foundation
import MetadataOutput
import Synchronization

/// The landmark predictor, read beside other work once it is first wanted.
final class LandmarkModel: Sendable {
    /// Where the model lies: the environment variable `SCANWATCH_LANDMARK_MODEL`, else where Debian's libdlib-data
    /// puts it.
    static var standardPath: String {
        ProcessInfo.processInfo.environment["SCANWATCH_LANDMARK_MODEL"]
            ?? "/usr/share/dlib/shape_predictor_68_face_landmarks.dat"
    }

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

    /// The predictor.
    ///
    /// - Parameter waits: Whether to wait until it is read; nil stands for one that is not there yet otherwise.
    /// - Throws: ``PayloadError`` if it cannot be read; the same one each time.
    func predictor(waits: Bool) throws(PayloadError) -> LandmarkPredictor? {
        prepare()
        if waits { reading.wait() }
        let result = state.withLock { state -> Result<LandmarkPredictor, PayloadError>? in
            if case .read(let result) = state { result } else { nil }
        }
        return try result?.get()
    }
}
