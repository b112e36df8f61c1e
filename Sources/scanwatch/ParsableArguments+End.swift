import ArgumentParser
import Glibc

extension ParsableArguments {
    /// Ends the process as ArgumentParser's `exit(withError:)` does, but for help that cannot be written: that is an error.
    static func end(because error: any Error) -> Never {
        // ArgumentParser would put the help together first, which nobody sees.
        if let status = error as? ExitCode { Glibc.exit(status.rawValue) }
        guard exitCode(for: error).isSuccess else { exit(withError: error) }
        let text = fullMessage(for: error)
        if !text.isEmpty { StandardOutput.print(text) }
        Glibc.exit(EXIT_SUCCESS)
    }
}
