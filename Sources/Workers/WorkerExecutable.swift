import Glibc

/// The file of the workers' program, held open: those that are started later are of the same version as those before,
/// whatever an upgrade puts in its place meanwhile.
final class WorkerExecutable: Sendable {
    /// Where it was.
    let path: String
    /// -1 if it cannot be read: then the path has to do.
    private let descriptor: Int32

    /// - Throws: ``WorkerError`` if it is not there or cannot be run.
    init(path: String) throws(WorkerError) {
        guard access(path, X_OK) == 0 else {
            throw WorkerError("the worker \(path) does not exist or cannot be run")
        }
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Where a child of this process finds the file itself; nil where there is no `/proc` or it is not shown.
    var file: String? {
        guard descriptor >= 0 else { return nil }
        let file = "/proc/\(getpid())/fd/\(descriptor)"
        return access(file, X_OK) == 0 ? file : nil
    }
}
