import Glibc
import WorkerRuntime

/// What a worker may not do, and what comes of it.
enum Attempts {
    /// Tries everything; a name and an error number each, 0 where it succeeded.
    static func all(_ bystander: Bystander) -> String {
        var results: [String] = []
        func note(_ name: String, _ result: Int32) { results.append("\(name) \(result < 0 ? errno : 0)") }
        note("open", open("/etc/passwd", O_RDONLY))
        note("create", open("/tmp/scanwatch-hostile", O_CREAT | O_WRONLY, 0o600))
        var status = stat()
        // With AT_EMPTY_PATH, as the C library asks for the state of an open file, a path counts all the same.
        note("stat", fstatat(AT_FDCWD, "/etc/passwd", &status, 0x1000))
        "/etc/passwd".withCString { path in
            note(
                "statx",
                call("statx", Int(AT_FDCWD), Int(bitPattern: path), 0x1000, 0x7FF, Int(bitPattern: scratch)))
        }
        note("socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        // What is sent to an address, or first on a socket, connects it.
        note("sendto", call("sendto", 3, Int(bitPattern: scratch), 1, 0, Int(bitPattern: scratch)))
        note("fastopen", call("sendto", 3, Int(bitPattern: scratch), 1, 0x2000_0000))
        note("unlink", unlink("/tmp/scanwatch-nothing"))
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
        note("execve", execve("/bin/true", &arguments, nil))
        var child: pid_t = 0
        note("spawn", -posix_spawn(&child, "/bin/true", nil, nil, &arguments, nil))
        note("fork", call("fork"))
        note("kill", kill(getppid(), 0))
        note("tgkill", call("tgkill", Int(getppid()), Int(getppid())))
        note("own-end", call("tgkill", Int(getpid()), Int(call("gettid")), Int(SIGKILL)))
        note("code", map(PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS))
        note("shared", map(PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS))
        note("growing", map(PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN))
        note("area", map(PROT_READ | PROT_WRITE, MAP_SHARED, 4))
        note("truncate", ftruncate(4, 1 << 40))
        note("write", Int32(write(4, &arguments, 8)))
        note("pwrite", Int32(pwrite(4, &arguments, 8, 1 << 30)))
        note("memfd", call("memfd_create", Int(bitPattern: arguments[0])))
        note("shmget", shmget(0, 1 << 20, 0o1000 | 0o600))
        note("ptrace", call("ptrace", 16, Int(getppid())))
        note(
            "peek",
            call("process_vm_readv", Int(getppid()), Int(bitPattern: scratch), 1, Int(bitPattern: scratch), 1)
        )
        note("io_uring", call("syscall", 425, 8, Int(bitPattern: scratch)))
        note("ioctl", call("ioctl", 3, 0x541B, Int(bitPattern: scratch)))
        note("dup", call("fcntl", 3, 0))
        note("dumpable", call("prctl", 4, 1))
        var limits = rlimit(rlim_cur: 1 << 40, rlim_max: 1 << 40)
        note("setrlimit", setrlimit(__rlimit_resource_t(2), &limits))
        note("prlimit", call("prlimit", Int(getppid()), 2, 0, Int(bitPattern: scratch)))
        note("sigaction", signal(SIGXCPU, SIG_IGN) == nil ? 0 : -1)
        note("poison", call("madvise", Int(bitPattern: scratch), 4096, 100))
        note("thread", bystander.opensFile())
        return results.joined(separator: ", ")
    }

    /// For what calls read and write; zeros.
    nonisolated(unsafe) private static let scratch = UnsafeMutableRawPointer.allocate(
        byteCount: 8192, alignment: 4096
    ).initializeMemory(as: UInt8.self, repeating: 0, count: 8192)

    /// Maps a page.
    private static func map(_ protection: Int32, _ flags: Int32, _ descriptor: Int32 = -1) -> Int32 {
        mmap(nil, 4096, protection, flags, descriptor, 0) == MAP_FAILED ? -1 : 0
    }

    /// A function of the C library's that Swift cannot see or call, because it has any number of arguments.
    private static func call(
        _ name: String, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0, _ d: Int = 0, _ e: Int = 0
    ) -> Int32 {
        typealias Function = @convention(c) (Int, Int, Int, Int, Int, Int) -> Int
        return Int32(truncatingIfNeeded: unsafeBitCast(dlsym(nil, name), to: Function.self)(a, b, c, d, e, 0))
    }
}
