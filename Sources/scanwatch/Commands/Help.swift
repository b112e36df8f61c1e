import ArgumentParser

/// Prints what a topic or a subcommand is about.
struct Help: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "help",
        abstract: "Explain a topic or a subcommand.",
        discussion: (["Topics:"] + HelpTopic.all.map { "  \($0.name) - \($0.abstract)" }).joined(
            separator: "\n"))

    @Flag(help: ArgumentHelp("Print the sections of the manual page, in mdoc(7).", visibility: .hidden))
    var manual = false

    @Argument(
        help: "One of the topics, or a subcommand.", completion: .list(HelpTopic.all.map(\.name)))
    var topic: String?

    func run() throws {
        if manual { return StandardOutput.print(HelpTopic.manualSections, terminator: "") }
        guard let topic else { return StandardOutput.print(Scanwatch.helpMessage()) }
        let page = HelpTopic.all.first { $0.name == topic }?.page
        let subcommand = Subcommands.all.first { $0.configuration.commandName == topic }
        guard page != nil || subcommand != nil else { throw ValidationError(Self.unknown(topic)) }
        if let subcommand { StandardOutput.print(Subcommands.helpMessage(for: subcommand)) }
        if let page { StandardOutput.print(page.text(columns: Terminal.columns), terminator: "") }
    }

    private static func unknown(_ topic: String) -> String {
        let topics = HelpTopic.all.map(\.name).joined(separator: ", ")
        let subcommands = Subcommands.all.compactMap { $0.configuration.commandName }.joined(separator: ", ")
        return "There is no topic '\(topic)'. Topics: \(topics). Subcommands: \(subcommands)."
    }
}
