import Glibc
import MetadataOutput

extension PayloadError {
    /// What the system said when a file could not be opened or read.
    init(errno number: Int32) {
        let code: Code =
            switch number {
            case ENOENT, ENOTDIR: .notFound
            case EACCES, EPERM: .notPermitted
            default: .unreadable
            }
        self.init(code, String(cString: strerror(number)))
        isOfMachine = [EMFILE, ENFILE, ENOMEM].contains(number)
    }
}
