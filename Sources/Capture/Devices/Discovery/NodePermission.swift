import Foundation

/// Who may open a device node.
struct NodePermission {
    let path: String

    /// Whether this process may read and write it.
    var isGranted: Bool { faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0 }

    /// What stands in the way and what to do about it, to follow the device's name in one line.
    var advice: String {
        let user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? String(geteuid())
        var status = stat()
        guard stat(path, &status) == 0 else { return "may not be opened by user \(user)" }
        let group =
            getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) } ?? String(status.st_gid)
        let mode = String(status.st_mode & 0o777, radix: 8)
        guard status.st_mode & 0o060 == 0o060, status.st_gid != 0 else {
            return "may not be opened by user \(user): its mode is \(mode) and its group \(group); "
                + "'sudo chgrp video \(path) && sudo chmod g+rw \(path)' opens it to the group video"
        }
        return "may not be opened by user \(user), who is not in its group \(group): "
            + "'sudo usermod -aG \(group) \(user)', then log in again"
    }
}
