/// A topic of `scanwatch help`: a part of a page under `docs`, which is built into the tool so that neither can
/// drift from the other.
struct HelpTopic: Sendable {
    /// The word after `help`.
    let name: String
    /// What it is about, in a line.
    let abstract: String
    private let load: @Sendable () -> MarkdownPage

    /// The part of the page.
    var page: MarkdownPage { load() }

    static let all = [
        HelpTopic(name: "records", abstract: "The fields of a record, and the output formats.") {
            page(PackageResources.records_md).without(["Types", "Exit status"])
        },
        HelpTopic(name: "types", abstract: "The types and their identifiers.") {
            page(PackageResources.records_md).sections { $0 == "Types" }
        },
        HelpTopic(name: "exit-status", abstract: "The exit statuses and their meanings.") {
            page(PackageResources.records_md).sections { $0 == "Exit status" }
        },
        HelpTopic(name: "config", abstract: "Default values of options, from a file or from variables.") {
            page(PackageResources.configuration_md).sections { $0 == "Defaults of your own" }
        },
        HelpTopic(name: "environment", abstract: "The environment variables.") {
            page(PackageResources.configuration_md).sections { $0 == "Environment" }
        },
        HelpTopic(
            name: "evaluation", abstract: "How 'scanwatch eval' judges results, and which files it reads."
        ) {
            page(PackageResources.evaluation_md).without([])
        },
        HelpTopic(name: "examples", abstract: "Example command lines.") {
            page(PackageResources.examples_md).without([])
        },
    ]

    /// The sections of the manual page that ArgumentParser's plug-in knows nothing of, in mdoc(7).
    static var manualSections: String {
        let records = page(PackageResources.records_md)
        let configuration = page(PackageResources.configuration_md)
        let sections = [
            ("Configuration", configuration.sections { $0 == "Defaults of your own" }),
            ("Environment", configuration.sections { $0 == "Environment" }),
            ("Files", configuration.sections { $0 == "Files" }),
            ("Exit status", records.sections { $0 == "Exit status" }),
            ("Examples", MarkdownPage(blocks: Array(page(PackageResources.examples_md).blocks.dropFirst()))),
            ("See also", MarkdownPage(blocks: [.paragraph("zbarimg(1), pdftoppm(1), jq(1)")])),
        ]
        return sections.map { title, page in
            MarkdownPage(blocks: [.heading(2, title)] + page.blocks).manual
        }.joined()
    }

    private static func page(_ bytes: [UInt8]) -> MarkdownPage {
        MarkdownPage(String(decoding: bytes, as: UTF8.self))
    }
}
