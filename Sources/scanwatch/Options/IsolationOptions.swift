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
            Decode and search in processes of their own that may do nothing else, or in this one, which any \
            picture may then end.
            """, valueName: "process|none"))
    var isolation = Isolation.process

    @Option(
        help: ArgumentHelp(
            "Most seconds that an attempt at a picture may take (default: 10; a camera's frame: 1).",
            valueName: "seconds"))
    var deadline: Double?

    func validate() throws {
        guard deadline.map({ (0.01...86_400).contains($0) }) ?? true else {
            throw ValidationError("The deadline must be between 0.01 and 86400 seconds.")
        }
        guard deadline == nil || isolation == .process else {
            throw ValidationError("With --isolation none nobody can end an attempt: no --deadline then.")
        }
    }

    /// How long an attempt may take.
    func deadline(isLive: Bool) -> Duration { .seconds(deadline ?? (isLive ? 1 : 10)) }

    /// Begins this process anew with the engines in it, if that is what is wanted; returns if it is not.
    func apply() throws {
        guard isolation == .none, ChosenBackend.current.isIsolated else { return }
        let worker = URL(filePath: try WorkerSettings.standardExecutable())
        let path = worker.deletingLastPathComponent().appending(path: "scanwatch-inprocess").path
        execv(path, CommandLine.unsafeArgv)
        throw WorkerError("\(path): \(String(cString: strerror(errno)))")
    }
}
