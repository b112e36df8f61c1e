import Glibc
import MetadataOutput
import WorkerRuntime
import Workers

/// A worker that is an enemy: behind the same door as the true one it does what the width of the frame it is asked about
/// says, see ``HostileAct``.
@main
enum Main {
    static func main() throws {
        try Sandbox.dieWithParent()
        guard let end = try WorkerEnd() else { return }
        try Sandbox.enter(memoryBytes: 1_000_000_000, processorSeconds: 60)
        end.tell(WorkerDescription(libraries: [], steps: []))
        while case .detect(let request, .frame(let frame))? = end.nextQuestion() {
            guard let act = HostileAct(rawValue: frame.luma.width) else { exit(1) }
            perform(act, request, end)
        }
    }

    private static func perform(_ act: HostileAct, _ request: DetectionRequest, _ end: WorkerEnd) {
        switch act {
        case .attempts: end.answer(.failed(PayloadError(.undecodable, attempts())), mustRenew: false)
        case .garbage:
            end.answer(withBytes: (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 31) }, count: 5000)
        case .zeros: end.answer(withBytes: [UInt8](repeating: 0, count: 200), count: 200)
        case .endlessLength: end.answer(withBytes: [], count: Int.max)
        case .manyReadings:
            // A result that says it holds more readings than there are bytes.
            end.answer(
                withBytes: [0, 0] + [UInt8](repeating: 0, count: 7) + [UInt8](repeating: 0x7F, count: 64),
                count: 73)
        case .dies: abort()
        case .diesOfAnEngine where request.disabledEngines == [.zxing]:
            end.answer(.result(DetectionResult(width: act.rawValue, height: 1)), mustRenew: false)
        case .diesOfAnEngine:
            end.mark(request.runsSideBySide ? [.dlib, .zxing] : [.zxing])
            abort()
        case .sleeps: while true { sleep(1) }
        case .spins: while true {}
        case .eats:
            var blocks: [UnsafeMutableRawPointer] = []
            while let block = malloc(1 << 24) {
                memset(block, 1, 1 << 24)
                blocks.append(block)
            }
            end.answer(.failed(PayloadError(.overLimit, "\(blocks.count * 16) MiB")), mustRenew: true)
        case .closes:
            close(3)
            while true { sleep(1) }
        }
    }

    /// What a worker may not do, and what came of it.
    private static func attempts() -> String {
        var results: [String] = []
        func note(_ name: String, _ result: Int32) { results.append("\(name) \(result < 0 ? errno : 0)") }
        note("open", open("/etc/passwd", O_RDONLY))
        note("create", open("/tmp/scanwatch-hostile", O_CREAT | O_WRONLY, 0o600))
        note("socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        note("unlink", unlink("/tmp/scanwatch-nothing"))
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
        note("execve", execve("/bin/true", &arguments, nil))
        var child: pid_t = 0
        note("spawn", -posix_spawn(&child, "/bin/true", nil, nil, &arguments, nil))
        note("kill", kill(getppid(), 0))
        typealias ThreadKill = @convention(c) (pid_t, pid_t, Int32) -> Int32
        // In glibc, but not in Swift's view of it.
        let tgkill = unsafeBitCast(dlsym(nil, "tgkill"), to: ThreadKill.self)
        note("tgkill", tgkill(getppid(), getppid(), 0))
        let page = mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        note("code", page == MAP_FAILED ? -1 : 0)
        note("truncate", ftruncate(4, 1 << 40))
        return results.joined(separator: ", ")
    }
}
