import ArgumentParser
import MetadataOutput

/// The argument of `--types`: names and groups with commas between.
struct TypeList: CustomStringConvertible {
    /// The types it names.
    let types: Set<MetadataObjectType>
    /// Those of them that were named one by one.
    private let named: Set<MetadataObjectType>
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
        named = []
        self.description = description
    }

    /// Reads a list.
    ///
    /// - Throws: `ValidationError` with the valid names if one is not among them.
    init(argument: String) throws {
        var (groups, named): (Set<MetadataObjectType>, Set<MetadataObjectType>) = ([], [])
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part)
            if let group = Self.group(name) {
                groups.formUnion(group)
            } else if let type = Self.available.first(where: { $0.name == name }) {
                named.insert(type)
            } else if name == MetadataObjectType.upca.name {
                throw ValidationError(
                    "'\(name)' is not looked for by itself: --types ean13 --upca tells it from EAN-13")
            } else {
                let names = Self.names.joined(separator: ", ")
                throw ValidationError("there is no type '\(name)'; valid types: \(names)")
            }
        }
        types = groups.union(named)
        self.named = named
        description = argument
        isGiven = true
    }

    /// What remains where not all types can be had: of a group what there is; a type that was named is asked for in
    /// any case.
    func available(of types: Set<MetadataObjectType>) -> Set<MetadataObjectType> {
        self.types.intersection(types).union(named)
    }

    /// Kept: options and their help ask for it several times in each start.
    private static let available = DetectorCatalog.types.map(\.type)

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
