import Foundation
import Glibc
import MetadataOutput
import Synchronization

/// dlib's filters, and its model of 68 points, each opened once and for all threads.
///
/// dlib's are read from flat files in the user's cache, which are made with its help where they are missing. What is open
/// stays open, so that no file is needed any more.
final class FaceModels: Sendable {
    private let landmarkModel: String
    private let cache: ModelCache
    private let openedFilters = Mutex<Result<FaceFilters, PayloadError>?>(nil)
    private let openedPredictor = Mutex<Result<LandmarkPredictor, PayloadError>?>(nil)

    /// Reads nothing yet.
    ///
    /// - Parameters:
    ///   - landmarkModel: Path of dlib's model of 68 points.
    ///   - cache: Where the flat files are.
    init(landmarkModel: String, cache: ModelCache = .standard) {
        self.landmarkModel = landmarkModel
        self.cache = cache
    }

    /// Filters to find faces with.
    ///
    /// - Throws: `PayloadError` if they cannot be read; the same one each time.
    func filters() throws(PayloadError) -> FaceFilters {
        try openedFilters.once { () throws(PayloadError) in
            let name = "face-filters-\(Dlib.version)", size = FaceFilters.fileSize
            if let filters = cache.file(named: name, size: size).flatMap({ FaceFilters(file: $0) }) {
                return filters
            }
            let weights = try Dlib.faceFilters(count: FaceFilters.weightCount)
            let made = cache.make(named: name, family: "face-filters-", size: size) { memory in
                FaceFilters.writeFile(weights: weights, to: memory)
            }
            guard let filters = made.flatMap({ FaceFilters(file: $0) }) else {
                throw PayloadError(.engineFailure, "no memory for dlib's face filters")
            }
            return filters
        }
    }

    /// A model file of the user's, read once.
    final class UsersFile: Sendable {
        private let kind: String
        private let path: String
        private let read = Mutex<Result<Data, PayloadError>?>(nil)

        /// Reads nothing yet.
        ///
        /// - Parameter kind: What errors call it.
        init(_ kind: String, at path: String) {
            self.kind = kind
            self.path = path
        }

        /// Its bytes.
        ///
        /// - Throws: `PayloadError` if it cannot be read; the same one each time.
        func bytes() throws(PayloadError) -> Data {
            try read.once { () throws(PayloadError) in
                do {
                    return try Data(contentsOf: URL(fileURLWithPath: path))
                } catch {
                    throw PayloadError(.engineFailure, "\(kind) \(path): it cannot be read")
                }
            }
        }
    }

    /// The model of 68 points.
    ///
    /// - Throws: `PayloadError` if it cannot be read; the same one each time.
    func predictor() throws(PayloadError) -> LandmarkPredictor {
        try openedPredictor.once { () throws(PayloadError) in
            let size = Dlib.landmarkFileSize
            let name = "landmarks-\(stamp(of: landmarkModel))"
            if let predictor = cache.file(named: name, size: size).flatMap(LandmarkPredictor.init) {
                return predictor
            }
            let made = try cache.make(named: name, family: "landmarks-", size: size) {
                (memory) throws(PayloadError) in
                try Dlib.writeLandmarkFile(of: landmarkModel, to: memory)
            }
            guard let predictor = made.flatMap(LandmarkPredictor.init) else {
                throw PayloadError(.engineFailure, "landmark model \(landmarkModel): no memory for it")
            }
            return predictor
        }
    }

    /// What changes when a file does: its size, when it was changed, and its number; "none" if there is none.
    private func stamp(of path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "none" }
        return
            "\(status.st_size)-\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)-\(status.st_dev).\(status.st_ino)"
    }
}

extension Mutex {
    /// The value, or error, of the first call of `make`.
    fileprivate borrowing func once<Success: Sendable, Failure: Error>(
        _ make: () throws(Failure) -> Success
    ) throws(Failure) -> Success where Value == Result<Success, Failure>? {
        let result = withLock { known in
            if let known { return known }
            let made = Result(catching: make)
            known = made
            return made
        }
        return try result.get()
    }
}
