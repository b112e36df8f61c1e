import ArgumentParser

/// The tool as most command lines with pictures need it: those of ``Scanwatch``'s options that say what is looked for and how it is
/// told.
///
/// ArgumentParser looks at all properties of a command at each start, at those of ``Scanwatch`` for longer than a picture is
/// searched. What this command does not take, or has an opinion on, is left to ``Scanwatch``.
struct PictureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "scanwatch")

    @Argument
    var paths: [String] = []

    @OptionGroup
    var search: SearchOptions

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var messages: MessageOptions

    @OptionGroup
    var isolation: IsolationOptions

    /// What is wrong with these together, ``Scanwatch`` says.
    func validate() throws {
        try search.checkTypes()
        try output.checkFields("", search.hints || search.landmarks || search.landmarksMesh)
    }

    /// The run that a command line asks for; nil where it is to be read by ``Scanwatch``.
    static func run(_ arguments: [String]) -> PictureSearch? {
        guard let command = try? parseAsRoot(arguments) as? PictureCommand, !command.paths.isEmpty,
            // What these can be combined with, ``Scanwatch`` knows.
            !command.output.resume, !command.output.explain
        else { return nil }
        return PictureSearch(
            paths: command.paths, search: command.search, output: command.output, messages: command.messages,
            isolation: command.isolation)
    }
}
