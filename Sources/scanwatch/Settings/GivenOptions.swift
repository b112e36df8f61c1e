/// The options on a command line, found as ArgumentParser would find them.
struct GivenOptions {
    /// Keys and values in order; a flag has no value.
    private(set) var options: [(key: String, value: String?)] = []
    /// The option that waits for the word after the last, for what completes it.
    private(set) var open: CommandOutline.Argument?
    /// What is no option and no value.
    private(set) var others: [String] = []
    /// There was a `--`.
    private(set) var isTerminated = false

    init(_ words: some Sequence<String>, among known: [CommandOutline.Argument]) {
        for word in words {
            if let option = open {
                options.append((option.key, word))
                open = nil
            } else if isTerminated || word == "-" || !word.hasPrefix("-") {
                others.append(word)
            } else if word == "--" {
                isTerminated = true
            } else if word.hasPrefix("--") {
                takeLong(word.dropFirst(2), among: known)
            } else {
                takeShort(word.dropFirst(), among: known)
            }
        }
    }

    /// The values of an option; empty if it was not given.
    func values(_ key: String) -> [String?] { options.filter { $0.key == key }.map(\.value) }

    private mutating func takeLong(_ word: Substring, among known: [CommandOutline.Argument]) {
        let name = word.prefix { $0 != "=" }
        guard let option = known.first(where: { $0.longNames.contains(String(name)) }) else {
            return
        }
        take(option, value: name.count < word.count ? String(word.dropFirst(name.count + 1)) : nil)
    }

    /// Takes `-j4`, or several flags in one word.
    private mutating func takeShort(_ word: Substring, among known: [CommandOutline.Argument]) {
        guard let name = word.first,
            let option = known.first(where: { $0.shortNames.contains(String(name)) })
        else { return }
        let rest = word.dropFirst()
        if option.kind == .flag {
            take(option, value: nil)
            takeShort(rest, among: known)
        } else {
            take(option, value: rest.isEmpty ? nil : String(rest))
        }
    }

    private mutating func take(_ option: CommandOutline.Argument, value: String?) {
        if option.kind == .option && value == nil {
            open = option
        } else {
            options.append((option.key, value))
        }
    }
}
