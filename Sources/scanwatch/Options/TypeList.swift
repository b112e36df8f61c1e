import ArgumentParser
import MetadataOutput

/// The argument of `--types`: names and groups with commas between.
struct TypeList: CustomStringConvertible {
    /// The types it names.
    let types: Set<MetadataObjectType>
    /// What was written.
    let description: String
    /// Whether somebody wrote it, or it is the default.
    var isGiven = false

    /// All codes, the default.
    static var codes: TypeList { TypeList(types: group("codes") ?? [], description: "codes") }

    /// What may stand in a list.
    static var names: [String] { available.map(\.name) + groups }

    private static let groups = ["codes", "1d", "2d", "all"]

    private init(types: Set<MetadataObjectType>, description: String) {
        self.types = types
        self.description = description
    }

    /// Reads a list.
    ///
    /// - Throws: `ValidationError` with the valid names if one is not among them.
    init(argument: String) throws {
        types = try argument.split(separator: ",", omittingEmptySubsequences: false).reduce(into: []) {
            types, part in
            let name = String(part)
            if let group = Self.group(name) {
                types.formUnion(group)
            } else if let type = Self.available.first(where: { $0.name == name }) {
                types.insert(type)
            } else {
                let names = Self.names.joined(separator: ", ")
                throw ValidationError("there is no type '\(name)'; valid are: \(names)")
            }
        }
        description = argument
        isGiven = true
    }

    private static var available: [MetadataObjectType] { DetectorCatalog.types.map(\.type) }

    private static func group(_ name: String) -> Set<MetadataObjectType>? {
        switch name {
        case "1d": Set(available.filter(\.isLinearCode))
        case "2d": Set(available.filter(\.isMatrixCode))
        case "codes": Set(available.filter { $0.isLinearCode || $0.isMatrixCode })
        case "all": Set(available)
        default: nil
        }
    }
}
