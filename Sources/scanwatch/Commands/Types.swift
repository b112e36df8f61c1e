import ArgumentParser
import MetadataOutput
import MetadataRecords

/// Prints the types that can be found.
struct Types: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "Print the types, their identifiers, the engines that read them, and their limits.")

    func run() {
        let rows = DetectorCatalog.types.map { entry in
            [
                entry.type.name, entry.type.rawValue, entry.engines.map(\.rawValue).joined(separator: ", "),
                Self.limits[entry.type] ?? "",
            ]
        }
        StandardOutput.print(TextTable.lines([["type", "identifier", "engines", "limits"]] + rows))
    }

    /// What a user must know of some types: lengths, check digits, limits.
    static let limits: [MetadataObjectType: String] = [
        .dataMatrix: "ECC 200",
        .ean13: "UPC-A is reported with a leading 0, or as upca with --upca",
        .upce: "number system 0",
        .code39Mod43: "only if code39 is not asked for",
        .code32: "only if code39 is not asked for",
        .pzn: "only if code39 is not asked for",
        .interleaved2of5: "4 digits or more; 8 or more if read only once",
        .itf14: "14 digits with a correct check digit",
        .code39: "3 characters or more if read only once",
        .maxiCode: "modes 2 to 6",
        .codabar: "with start and stop characters; 4 characters or more if read only once",
        .code128: "GS1-128 with GS in place of FNC1",
        .face:
            "from 28 pixels high in a picture 1280 wide, tilted up to 60°; yunet and mesh: see scanwatch models",
    ]
}
