import Glibc

/// The variables that begin with `SCANWATCH_`.
struct SettingsVariables {
    /// Names without that beginning, and values, sorted by name; those that are empty count as not set.
    let entries: [(name: String, value: String)]

    static let prefix = "SCANWATCH_"

    /// Variables that are no options: the scripts', the tests', and those that the tool looks at elsewhere.
    static let others: Set<String> = [
        "BOOTSTRAP", "LANDMARK_MODEL", "LIBRARY_OUTPUT", "MODELS", "RECORD",
        "TEST_FACE_MODEL", "TEST_MODELS", "TEST_TOOLS",
        "WEB", "WORKER", "ZXING",
    ]

    /// Those of this process.
    init() {
        var entries: [(name: String, value: String)] = []
        var place = environ
        while let variable = place.pointee {
            place += 1
            guard strncmp(variable, Self.prefix, Self.prefix.utf8.count) == 0 else { continue }
            let bytes = UnsafeRawBufferPointer(start: variable, count: strlen(variable))
            let text = RawArguments.string(of: Array(bytes.dropFirst(Self.prefix.utf8.count)))
            let name = text.prefix { $0 != "=" }
            let value = text.dropFirst(name.count + 1)
            if !value.isEmpty, !Self.others.contains(String(name)) {
                entries.append((String(name), String(value)))
            }
        }
        self.entries = entries.sorted { $0.name < $1.name }
    }

    /// The option that a variable would be of.
    static func key(of name: String) -> String {
        name.lowercased().replacing("_", with: "-")
    }
}
