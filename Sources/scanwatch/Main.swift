import ArgumentParser

@main
enum Main {
    static func main() async {
        StandardStreams.prepare()
        let arguments = RawArguments.ofThisProcess
        switch arguments.first {
        case let name where Subcommands.names.contains(name): Subcommands.main(arguments)
        default: await Scanwatch.main(arguments)
        }
    }
}
