/// What can stand at the end of an unfinished command line.
///
/// ArgumentParser's own scripts give every word to the root's paths, so that they complete neither subcommands nor
/// what follows them, and they know nothing of lists with commas. The scripts of ``CompletionScript`` therefore
/// ask the tool: `scanwatch ---complete WORD...`, where the last word is the unfinished one.
struct CompletionAnswer: Equatable {
    /// Names that complete the word too; shells find these better.
    enum Names: Equatable {
        case none
        /// Folders, and files that end in one of these; all files, if there are none.
        case files(extensions: [String])
        case folders
    }

    /// A word and what it means.
    struct Candidate: Equatable {
        let word: String
        var meaning = ""
    }

    private(set) var names = Names.none
    private(set) var candidates: [Candidate] = []

    /// - Parameters:
    ///   - words: the same.
    ///   - outline: the tool; if nothing is known of it, the answer is the names of files, which are right most often.
    init(words: [String], outline: Result<CommandOutline, SettingError>) {
        switch outline {
        case .success(let tool): self.init(words: words, tool: tool)
        case .failure(let error):
            StandardStreams.complain("only names of files are completed: \(error)")
            self.init(names: .files(extensions: []))
        }
    }

    private init(names: Names) { self.names = names }

    /// - Parameters:
    ///   - words: the command line after the tool's name. Where a shell splits `--name=value`, as bash does, the `=`
    ///     is a word and only what follows it is to be completed.
    ///   - tool: the tool as ArgumentParser describes it.
    init(words: [String], tool: CommandOutline) {
        let isAfterEquals = words.last == "="
        var words = words.filter { $0 != "=" }
        let unfinished = isAfterEquals ? "" : words.popLast() ?? ""
        if words.isEmpty {
            candidates = tool.visibleSubcommands.map { .init(word: $0.commandName, meaning: $0.meaning) }
        }
        let command = words.first.flatMap(tool.subcommand)
        if command != nil { words.removeFirst() }
        // What `config` takes is what a search takes.
        let options = (command ?? tool).options + (command?.commandName == "config" ? tool.options : [])
        let given = GivenOptions(words, among: options)
        let parts = unfinished.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        if let option = given.open {
            complete(option, unfinished)
        } else if !given.isTerminated, parts.count == 2,
            let option = options.first(where: { $0.spellings.contains(parts[0]) })
        {
            complete(option, parts[1], after: parts[0] + "=")
        } else if !given.isTerminated, unfinished.hasPrefix("-") {
            candidates = options.filter {
                $0.shouldDisplay && ($0.isRepeating || given.values($0.key).isEmpty)
            }
            .flatMap { option in option.spellings.map { .init(word: $0, meaning: option.meaning) } }
        } else if let positional = (command ?? tool).positionals.first {
            complete(positional, unfinished)
        }
        candidates = candidates.filter { $0.word.hasPrefix(unfinished) }
    }

    /// Completes a value. One of a list that ArgumentParser does not check itself may be several with commas between.
    private mutating func complete(
        _ argument: CommandOutline.Argument, _ value: String, after start: String = ""
    ) {
        switch argument.completionKind {
        case .list(let words) where argument.allValues == nil:
            let done = value.split(separator: ",", omittingEmptySubsequences: false).dropLast()
            let stem = start + done.map { $0 + "," }.joined()
            candidates += words.filter { !done.contains(Substring($0)) }.map { .init(word: stem + $0) }
        case .list(let words): candidates += words.map { .init(word: start + $0) }
        case .file(let extensions): names = .files(extensions: extensions)
        case .directory: names = .folders
        default: break
        }
    }

    /// What the scripts read: a line on names, then a line a candidate, its meaning after a tab.
    var text: String {
        let names =
            switch names {
            case .none: "none"
            case .files(let extensions): (["files"] + extensions).joined(separator: " ")
            case .folders: "folders"
            }
        return ([names] + candidates.map { $0.meaning.isEmpty ? $0.word : "\($0.word)\t\($0.meaning)" })
            .map { $0 + "\n" }.joined()
    }
}
