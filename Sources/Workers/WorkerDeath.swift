import Glibc
import MetadataOutput

/// How a worker came to its end while it was asked something.
package struct WorkerDeath: Error, Sendable, Hashable {
    /// What was at work: an engine; our own search, or more than one engine; the worker itself where it was not yet
    /// ready.
    let engine: Engine
    /// One word or a few: `abort`, `deadline`.
    let reason: String
    /// Whether it was killed from outside: by a person, or by the system for want of memory.
    let isFromOutside: Bool
    /// Whether it ended before it was asked, so that its end says nothing of the question; default false.
    var isBeforeQuestion = false

    /// A worker that did not keep to what was agreed, and was killed for it.
    init(engine: Engine, reason: String) {
        self.engine = engine
        self.reason = reason
        isFromOutside = false
    }

    /// - Parameter status: As `waitpid` gives it.
    init(engine: Engine, status: Int32) {
        let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
        self.engine = engine
        reason =
            switch (signal, code) {
            case (0, Self.unconfined): "cannot be confined: this kernel has no filters of system calls"
            case (0, _): "ended with status \(code)"
            default: Self.names[signal] ?? "signal \(signal)"
            }
        isFromOutside = signal == SIGKILL || signal == SIGTERM
    }

    /// As records say it.
    var failure: EngineFailure { EngineFailure(engine: engine, reason: reason) }

    /// Whether a picture can be searched without what failed.
    var isDispensable: Bool { Engine.marked.contains(engine) && engine != .decoder }

    /// Whether it was at faces.
    var isOfFaces: Bool { [.dlib, .yunet, .mesh].contains(engine) }

    /// The reason of one that had no answer in time.
    static let deadline = "deadline"

    /// The exit status of a worker that could not close its door (`EX_NOPERM`).
    package static let unconfined: Int32 = 77

    private static let names: [Int32: String] = [
        SIGABRT: "abort", SIGSEGV: "segmentation fault", SIGBUS: "bus error", SIGFPE: "arithmetic error",
        SIGILL: "illegal instruction", SIGTRAP: "trap", SIGSYS: "forbidden system call", SIGKILL: "killed",
        SIGTERM: "terminated", SIGXCPU: "processor time",
    ]
}

extension Engine {
    /// A worker outside of any engine.
    static let worker = Engine(rawValue: "worker")
    /// Those that a worker's marker can name, by their bit.
    static let marked: [Engine] = [.decoder, .zxing, .zbar, .dlib, .yunet, .mesh]
}
