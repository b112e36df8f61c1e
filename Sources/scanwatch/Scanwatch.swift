import ArgumentParser

@main
struct Scanwatch: ParsableCommand {
}
