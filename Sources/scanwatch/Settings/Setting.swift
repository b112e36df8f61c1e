/// The value of an option that is not from the command line.
struct Setting {
    /// The option's long name.
    let key: String
    /// What it would be on the command line: one value, several of an option that may be repeated, none of a flag
    /// that is off.
    let arguments: [String]
    let origin: Origin

    /// Options that may be repeated and whose values have commas themselves: a text is one value of them.
    private static let withCommas: Set<String> = ["cameras", "mask", "zone"]

    /// - Throws: ``SettingError`` if a flag is neither true nor false, or a value is empty.
    init(_ option: CommandOutline.Argument, to value: Value, origin: Origin) throws(SettingError) {
        key = option.key
        self.origin = origin
        switch (option.kind, value) {
        case (.flag, .text("true")): arguments = ["--\(key)"]
        case (.flag, .text("false")): arguments = []
        case (.flag, _): throw SettingError("\(origin.place(of: key)): a flag must be true or false")
        case (_, .text(let text)) where option.isRepeating && !Self.withCommas.contains(key):
            let values = text.split(separator: ",")
            arguments = (values.isEmpty ? [""] : values).map { [key] in "--\(key)=\($0)" }
        case (_, .text(let text)): arguments = ["--\(key)=\(text)"]
        case (_, .list(let items)) where option.isRepeating:
            arguments = items.map { [key] in "--\(key)=\($0)" }
        case (_, .list(let items)): arguments = ["--\(key)=\(items.joined(separator: ","))"]
        }
        // ArgumentParser would take the next argument for the value.
        guard !arguments.contains("--\(key)=") else {
            throw SettingError("\(origin.place(of: key)): the value is missing")
        }
    }

    /// Where a setting was found.
    enum Origin: CustomStringConvertible {
        case file(String, line: Int)
        case variable(String)

        var description: String {
            switch self {
            case .file(let name, let line): "\(name):\(line)"
            case .variable(let name): name
            }
        }

        /// For messages: the name of a variable says its key too.
        func place(of key: String) -> String {
            switch self {
            case .file: "\(self): \(key)"
            case .variable: description
            }
        }
    }

    /// A value as it was written.
    enum Value: Equatable {
        case text(String)
        case list([String])
    }
}

/// What is wrong with a file of settings or a variable, and where.
struct SettingError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
