import Foundation

/// A command line that a page tells its readers to try: a line that begins with `$`.
struct PrintedExample {
    /// The line without `$`.
    let command: String
    /// The lines printed below it; `…` on a line of its own stands for any lines, within one for any characters.
    /// Empty if the page shows none.
    private(set) var output: [String] = []

    /// The examples of a page, in order. Output stands between the same fences as its command.
    static func all(in page: String) -> [PrintedExample] {
        var examples: [PrintedExample] = []
        var isFenced = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            let start = line.drop { $0 == " " }
            if start.hasPrefix("```") {
                isFenced.toggle()
                if isFenced { examples.append(PrintedExample(command: "")) }
            } else if start.hasPrefix("$ ") {
                examples.append(PrintedExample(command: String(start.dropFirst(2))))
            } else if isFenced {
                examples[examples.count - 1].output.append(String(line))
            }
        }
        return examples.filter { !$0.command.isEmpty }
    }

    /// The output is what the page shows.
    func shows(_ outcome: Tool.Outcome) -> Bool {
        guard !output.isEmpty else { return true }
        var rest = (outcome.output + outcome.errors).split(separator: "\n", omittingEmptySubsequences: false)[
            ...]
        if rest.last == "" { rest = rest.dropLast() }
        var mayPassOver = false
        for line in output {
            if line == "…" {
                mayPassOver = true
                continue
            }
            while let next = rest.first, mayPassOver, !Self.matches(line, next) { rest = rest.dropFirst() }
            guard let next = rest.popFirst(), Self.matches(line, next) else { return false }
            mayPassOver = false
        }
        return mayPassOver || rest.isEmpty
    }

    private static func matches(_ printed: String, _ line: Substring) -> Bool {
        let parts = printed.split(separator: "…", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return NumberTolerantText(printed) == NumberTolerantText(String(line)) }
        var rest = line
        guard rest.hasPrefix(parts[0]), rest.hasSuffix(parts[parts.count - 1]) else { return false }
        for part in parts {
            guard let place = part.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: part)
            else {
                return false
            }
            rest = rest[place.upperBound...]
        }
        return true
    }
}
