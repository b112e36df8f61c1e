import Glibc

/// How many files may be open at once, and for how many pictures that is enough.
enum OpenFileLimit {
    /// The picture, and what its worker is spoken with by.
    private static let filesOfPicture = 3
    /// What is open for a moment while a worker is started, records and their journal, a list or an archive, folders.
    private static let otherFiles = 20

    /// Raises the limit as far as this process may: many shells and services have a low one, for programs that cannot do with more.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// How many of so many pictures can be searched at once, at least 1.
    static func pictures(of wanted: Int) -> Int {
        let limit = Int(clamping: sysconf(Int32(_SC_OPEN_MAX)))
        guard limit >= 0, limit < Int(Int32.max) else { return wanted }
        let most = { (taken: Int) in (limit - taken - otherFiles) / filesOfPicture }
        // With so many there is room whatever is open already: nobody counts a million.
        guard most(wanted * filesOfPicture) < wanted else { return wanted }
        let open = (0..<Int32(limit)).count { fcntl($0, F_GETFD) >= 0 }
        return max(1, min(wanted, most(open)))
    }
}
