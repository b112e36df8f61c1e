import ArgumentParser
import Foundation
import Glibc
import Workers

/// What keeps a picture from doing harm.
struct IsolationOptions: ParsableArguments {
    enum Isolation: String, ExpressibleByArgument, CaseIterable {
        case process, none
    }

    @Option(
        help: ArgumentHelp(
            """
            process: decode and search pictures in separate processes that can do nothing else. none: do it \
            in this process, which a damaged picture can then crash.
            """, valueName: "process|none"))
    var isolation = Isolation.process

    @Option(
        help: ArgumentHelp(
            """
            Longest processor time for one attempt at a picture (default: 10); for a frame of a camera, longest time \
            (default: 1).
            """,
            valueName: "seconds"))
    var deadline: Double?

    private static let longest = 86_400.0

    func validate() throws {
        guard deadline.map({ (0.01...Self.longest).contains($0) }) ?? true else {
            throw ValidationError("--deadline must be between 0.01 and 86400 seconds.")
        }
        guard deadline == nil || isolation == .process else {
            throw ValidationError("--deadline cannot be combined with --isolation none.")
        }
    }

    /// Whether both ask for the same.
    func isSame(as other: Self) -> Bool { isolation == other.isolation && deadline == other.deadline }

    /// How long an attempt may take; as long as it wants where nobody would end it.
    func deadline(isLive: Bool) -> Duration {
        .seconds(deadline ?? (isolation == .none ? Self.longest : isLive ? 1 : 10))
    }

    /// Starts the backend, here or in workers; ends the run where it cannot be started.
    func start(_ options: BackendOptions) throws -> any RunningBackend {
        do {
            try apply()
            return try ChosenBackend.current.start(options)
        } catch let error as WorkerError {
            StandardStreams.complain(error.message)
            throw ExitStatus.unavailable.code
        }
    }

    /// Whether this process is what is wanted.
    var isApplied: Bool { isolation == .process || !ChosenBackend.current.isIsolated }

    /// Begins this process anew with the engines in it, if that is what is wanted; returns if it is not.
    func apply() throws {
        guard !isApplied else { return }
        let path = try WorkerSettings.standardExecutable()
        // By the name it knows that it is no worker.
        let arguments = ProcessArguments.words
        arguments[0] = strdup(ScanwatchTool.inProcessName)
        execv(path, arguments)
        throw WorkerError("\(path): \(String(cString: strerror(errno)))")
    }
}
