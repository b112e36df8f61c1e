import ArgumentParser

@main
enum Main {
    static func main() async {
        StandardStreams.prepare()
        let arguments = RawArguments.ofThisProcess
        if let request = CompletionRequest(arguments) {
            request.run()
        } else if Subcommands.names.contains(arguments.first) {
            await Subcommands.main(arguments)
        } else {
            await Scanwatch.main(Settings.applied(to: arguments))
        }
    }
}
