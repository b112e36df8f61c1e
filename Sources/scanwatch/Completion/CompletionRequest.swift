import ArgumentParser
import Glibc
import MetadataOutput

/// A call of the tool by a shell, or for a script for one.
enum CompletionRequest {
    /// `---complete WORD...`
    case answer(words: [String])
    /// `--generate-completion-script [SHELL]`, as ArgumentParser has it
    case script(shell: String)

    init?(_ arguments: [String]) {
        let option = "--generate-completion-script"
        guard let first = arguments.first else { return nil }
        if first == "---complete" {
            self = .answer(words: Array(arguments.dropFirst()))
        } else if first == option {
            let shell = arguments.dropFirst().first ?? getenv("SHELL").map { String(cString: $0) } ?? ""
            self = .script(shell: String(shell[shell.utf8.nameStart...]))
        } else if first.hasPrefix(option + "=") {
            self = .script(shell: String(first.dropFirst(option.count + 1)))
        } else {
            return nil
        }
    }

    /// Prints what is asked for.
    func run() {
        switch self {
        case .answer(let words):
            StandardOutput.print(
                CompletionAnswer(words: words, outline: CommandOutline.ofTheTool).text, terminator: "")
        case .script(let shell):
            guard let script = CompletionScript(rawValue: shell) else {
                let shells = CompletionScript.allCases.map(\.rawValue).joined(separator: ", ")
                Scanwatch.end(
                    because: ValidationError(
                        "There is no completion script for '\(shell)'. Choose one of: \(shells)."))
            }
            StandardOutput.print(script.text, terminator: "")
        }
    }
}
