import MetadataOutput
import Synchronization

/// As many readings of one YuNet model as searches ran at once: a model serves one thread at a time.
final class YuNetPool: Sendable {
    private let path: String
    private let idle = Mutex<[YuNet]>([])

    init(path: String) {
        self.path = path
    }

    /// Calls `body` with a model that nobody else uses meanwhile; reads one if none is idle.
    ///
    /// - Throws: ``PayloadError`` if the model cannot be read.
    func withModel<R>(_ body: (YuNet) -> R) throws(PayloadError) -> R {
        let model: YuNet
        if let found = idle.withLock({ $0.popLast() }) {
            model = found
        } else {
            model = try YuNet(path: path)
        }
        defer { idle.withLock { $0.append(model) } }
        return body(model)
    }
}
